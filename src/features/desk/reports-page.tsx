import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listReports, restoreContent, type Reported, type ReportKind } from '#contract/desk.ts';
import { deskText } from '#contract/text/applications-desk.ts';
import { deskActText } from '#contract/text/desk.ts';
import { notificationKinds } from '#contract/text/notifications.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Time } from '#ui/time.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { usePages } from '#app/navigation/entries.ts';
import { ActSheet } from './act-sheet.tsx';
import { subjectOf, type Choice, type Subject } from './reported-subjects.tsx';

const { reports: text } = deskActText;
const STATUSES = ['open', 'decided'] as const;
const KINDS = ['all', 'comment', 'content', 'person'] as const;
type Status = (typeof STATUSES)[number];
const PAGE_SIZE = 50;

interface ReportsPageProps {
  status: Status;
  kind?: ReportKind | 'all';
}

/**
 * What was reported: what waits for a decision, the oldest first, and what was decided. Source: decision 0095, decision 0122.
 */
export function ReportsPage({ status, kind = 'all' }: ReportsPageProps) {
  const navigate = useNavigate();
  const [pages, more] = usePages(`reports ${status} ${kind}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({
    status,
    kind,
    limit: PAGE_SIZE,
    offset: page * PAGE_SIZE,
  }));
  const desk = useDesk(listReports, inputs);
  const go = (next: { status: Status; kind: ReportKind | 'all' }) =>
    void navigate({
      to: '/admin/reports',
      search: {
        ...(next.status !== 'open' && { status: next.status }),
        ...(next.kind !== 'all' && { kind: next.kind }),
      },
      replace: true,
    });
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {(answers) => {
        const { count } = answers[0]!;
        const reported = answers.flatMap(({ results }) => results);
        return (
          <div className="stack">
            <DeskTabs selected="reports" counts={status === 'open' && kind === 'all' ? { reports: count } : {}} />
            <ChipFilter
              label={text.filter}
              single
              value={[status]}
              onChange={([next]) => go({ status: next!, kind })}
              options={STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
            />
            <ChipFilter
              label={text.kind}
              single
              value={[kind]}
              onChange={([next]) => go({ status, kind: next! })}
              options={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
            />
            {reported.length === 0 ? (
              <EmptyState drawing="quiet" title={text.none[status]} />
            ) : (
              <Reports reported={reported} reload={desk.reload} />
            )}
            {reported.length < count && (
              <Button variant="outline" onClick={more}>
                {deskText.more}
              </Button>
            )}
          </div>
        );
      }}
    </DeskView>
  );
}

interface Asked {
  subject: Subject;
  choice: Choice;
}

function Reports({ reported, reload }: { reported: readonly Reported[]; reload: () => void }) {
  const { userId } = useAccount();
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const ask = (subject: Subject, choice: Choice) => {
    setAsked({ subject, choice });
    setOpen(true);
  };
  return (
    <>
      <ul className="desk__cards" aria-label={text.list}>
        {reported.map((each) => {
          const subject = subjectOf(each, `user:${userId}`);
          return (
            <li key={`${each.kind} ${subject.key} ${each.decision?.decidedAt}`} className="card stack-s">
              <h2 className="t-strong">{subject.title}</h2>
              {subject.body}
              <Said reported={each} reasons={subject.reasons} />
              {each.decision ? (
                <Decided reported={each} ask={(choice) => ask(subject, choice)} />
              ) : (
                <div className="desk__actions">
                  {subject.choices.map((choice) => (
                    <Button
                      key={choice.label}
                      variant={choice.isDanger ? 'danger' : 'outline'}
                      onClick={() => ask(subject, choice)}
                    >
                      {choice.label}
                    </Button>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {asked && <DecideSheet {...asked} open={isOpen} onClose={() => setOpen(false)} reload={reload} />}
    </>
  );
}

/** Who reported it, when and why. */
function Said({ reported: { reports, reportedAt }, reasons }: { reported: Reported } & Pick<Subject, 'reasons'>) {
  return (
    <>
      <ul className="desk__reports t-small t-2">
        {reports.map((each) => (
          <li key={`${each.reporter} ${each.reportedAt}`}>
            <span>{text.by(each.reporter, reasons[each.reason] ?? each.reason)}</span>
            {each.text && <span className="desk__said">{each.text}</span>}
          </li>
        ))}
      </ul>
      <p className="t-small t-2">
        <Time iso={reportedAt} full={formatFullDate}>
          {text.reported(formatWhen(reportedAt))}
        </Time>
      </p>
    </>
  );
}

const restoring = (publishedContentId: string, title: string, scope: `user:${string}`): Choice => ({
  isDanger: false,
  label: text.restore,
  title: text.restoreTitle(title),
  help: text.restoreHelp,
  person: text.owner,
  told: (reason) => notificationKinds.content_restored.text({ title, reason }),
  decide: (call, reason, key) => call(restoreContent, { publishedContentId, reason }, { scope, key }),
});

/** What was decided and why, and the way to undo it. */
function Decided({ reported, ask }: { reported: Reported; ask: (choice: Choice) => void }) {
  const { userId } = useAccount();
  const { decision } = reported;
  if (!decision) return null;
  return (
    <>
      <p>
        <Badge tone={decision.decision === 'kept' ? 'success' : 'danger'}>{text.decisions[decision.decision]}</Badge>
      </p>
      <p className="desk__told">{text.decided(decision.reason, formatWhen(decision.decidedAt))}</p>
      {reported.kind === 'comment' && (
        <Button variant="outline" size="m" href={`/admin-discussions/${reported.content.channelId}`}>
          {text.all}
        </Button>
      )}
      {reported.kind === 'content' && decision.decision === 'removed' && reported.current.state === 'removed' && (
        <Button
          variant="outline"
          size="m"
          onClick={() => ask(restoring(reported.publishedContentId, reported.current.title, `user:${userId}`))}
        >
          {text.restore}
        </Button>
      )}
      {reported.kind === 'person' && reported.current.state === 'suspended' && (
        <Button variant="outline" size="m" href="/admin/people">
          {text.people}
        </Button>
      )}
    </>
  );
}

interface DecideSheetProps extends Asked {
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

function DecideSheet({ subject, choice, open, onClose, reload }: DecideSheetProps) {
  const call = useOnlineCall();
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={choice.title}
      label={choice.label}
      isDanger={choice.isDanger}
      draftKey={`desk-report-${choice.label}-${subject.key}`}
      person={choice.person}
      told={choice.told}
      act={(reason, key) => choice.decide(call, reason, key)}
      onDone={() => {
        showToast({ text: choice.label === text.restore ? text.restored : text.done, kind: 'success' });
        reload();
      }}
    >
      <p className="desk__told">{subject.quote}</p>
      {choice.help && <p className="t-2">{choice.help}</p>}
    </ActSheet>
  );
}
