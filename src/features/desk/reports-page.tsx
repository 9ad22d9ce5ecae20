import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { decideReport, listReports, type ReportDecision, type ReportedComment } from '#contract/desk.ts';
import { deskText } from '#contract/text/applications-desk.ts';
import { reportReasons } from '#contract/text/comments.ts';
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

const { reports: text } = deskActText;
const STATUSES = ['open', 'decided'] as const;
type Status = (typeof STATUSES)[number];
const PAGE_SIZE = 50;

/** Reported comments: those that wait for a decision, the oldest first, and those that were decided. Source: decision 0095. */
export function ReportsPage({ status }: { status: Status }) {
  const navigate = useNavigate();
  const [pages, more] = usePages(`reports ${status}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({ status, limit: PAGE_SIZE, offset: page * PAGE_SIZE }));
  const desk = useDesk(listReports, inputs);
  const go = (next: Status) =>
    void navigate({ to: '/admin/reports', search: next === 'open' ? {} : { status: next }, replace: true });
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {(answers) => {
        const { count } = answers[0]!;
        const reported = answers.flatMap(({ results }) => results);
        return (
          <div className="stack">
            <DeskTabs selected="reports" counts={status === 'open' ? { reports: count } : {}} />
            <ChipFilter
              label={text.filter}
              single
              value={[status]}
              onChange={([next]) => go(next!)}
              options={STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
            />
            {reported.length === 0 ? (
              <EmptyState drawing="quiet" title={text.none[status]} />
            ) : (
              <Reported reported={reported} reload={desk.reload} />
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
  about: ReportedComment;
  decision: ReportDecision;
}

function Reported({ reported, reload }: { reported: readonly ReportedComment[]; reload: () => void }) {
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const ask = (about: ReportedComment, decision: ReportDecision) => {
    setAsked({ about, decision });
    setOpen(true);
  };
  return (
    <>
      <ul className="desk__cards" aria-label={text.list}>
        {reported.map((each) => (
          <li key={`${each.content.id} ${each.commentId} ${each.decision?.decidedAt}`} className="card stack-s">
            <Facts reported={each} />
            {each.decision ? (
              <Decided reported={each} />
            ) : (
              <div className="desk__actions">
                <Button variant="outline" onClick={() => ask(each, 'kept')}>
                  {text.keep}
                </Button>
                {each.current !== null && (
                  <Button variant="danger" onClick={() => ask(each, 'hidden')}>
                    {text.hide}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked && <DecideSheet {...asked} open={isOpen} onClose={() => setOpen(false)} reload={reload} />}
    </>
  );
}

/** What was reported, by whom and why. */
function Facts({ reported }: { reported: ReportedComment }) {
  const { author, comment, current, content, reports, reportedAt } = reported;
  return (
    <>
      <h2 className="t-strong">{text.commentBy(author)}</h2>
      <a className="desk__about" href={`/watch-channel?content=${content.id}&channelId=${content.channelId}`}>
        {content.title}
      </a>
      <p className="desk__told">{comment}</p>
      {current === null ? (
        <p className="t-2">{text.gone}</p>
      ) : (
        current !== comment && <p className="desk__told t-2">{text.changed(current)}</p>
      )}
      <ul className="desk__reports t-small t-2">
        {reports.map((each) => (
          <li key={`${each.reporter} ${each.reportedAt}`}>
            <span>{text.by(each.reporter, reportReasons[each.reason])}</span>
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

/** What was decided and why, and the way to undo it. */
function Decided({ reported: { decision, content } }: { reported: ReportedComment }) {
  if (!decision) return null;
  return (
    <>
      <p>
        <Badge tone={decision.decision === 'hidden' ? 'danger' : 'success'}>{text.decisions[decision.decision]}</Badge>
      </p>
      <p className="desk__told">{text.decided(decision.reason, formatWhen(decision.decidedAt))}</p>
      <Button variant="outline" size="m" href={`/admin-discussions/${content.channelId}`}>
        {text.all}
      </Button>
    </>
  );
}

interface DecideSheetProps extends Asked {
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

function DecideSheet({ about, decision, open, onClose, reload }: DecideSheetProps) {
  const { author, comment, content, publishedContentId, commentId } = about;
  const { userId } = useAccount();
  const call = useOnlineCall();
  const isHidden = decision === 'hidden';
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={isHidden ? text.hideTitle(author) : text.keepTitle(author)}
      label={isHidden ? text.hide : text.keep}
      isDanger={isHidden}
      draftKey={`desk-report-${decision}-${publishedContentId}-${commentId}`}
      person={isHidden ? text.both : text.everybody}
      told={(reason) =>
        notificationKinds[isHidden ? 'comment_removed' : 'report_kept'].text({ title: content.title, reason })
      }
      act={(reason, key) =>
        call(decideReport, { publishedContentId, commentId, decision, reason }, { scope: `user:${userId}`, key })
      }
      onDone={() => {
        showToast({ text: text.done, kind: 'success' });
        reload();
      }}
    >
      <p className="desk__told">{comment}</p>
    </ActSheet>
  );
}
