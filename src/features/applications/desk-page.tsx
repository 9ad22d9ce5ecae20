import { useNavigate } from '@tanstack/react-router';
import { listApplications } from '#contract/applications.ts';
import { listOrganizations } from '#contract/organizations.ts';
import { deskText as text } from '#contract/text/applications-desk.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Time } from '#ui/time.tsx';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { usePages } from '#app/navigation/entries.ts';
import { applicationLine, organizationLine, type DeskLine } from './desk-lines.ts';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskAnswer, DeskView } from '#app/desk/desk-view.tsx';
import { StatusBadge } from './status-badge.tsx';
import { FIRST_WAITING, useDesk } from '#app/desk/use-desk.ts';

const DESK_KINDS = ['applications', 'organizations'] as const;
export type DeskKind = (typeof DESK_KINDS)[number];
/** Those that wait for a decision come first. */
const DESK_STATUSES = ['pending', 'approved', 'denied', 'all'] as const;
export type DeskStatus = (typeof DESK_STATUSES)[number];

const PAGE_SIZE = 50;

interface DeskPageProps {
  kind: DeskKind;
  status: DeskStatus;
}

/** What operators decide about: applications of Creators and organizations, by status, the oldest first. Source: decision 0091. */
export function DeskPage({ kind, status }: DeskPageProps) {
  const navigate = useNavigate();
  const applications = useDesk(listApplications, [FIRST_WAITING]);
  const organizations = useDesk(listOrganizations, [FIRST_WAITING]);
  const go = (next: DeskStatus) =>
    void navigate({
      to: '/admin',
      search: { ...(kind === 'organizations' && { kind }), ...(next !== 'pending' && { status: next }) },
      replace: true,
    });
  return (
    <DeskView desk={applications} title={() => text.title} otherwise="/dashboard">
      {([first]) => (
        <div className="stack">
          <DeskTabs
            selected={kind}
            counts={{ applications: first?.count, organizations: organizations.answers?.[0]?.count }}
          />
          <ChipFilter
            label={text.filter}
            single
            value={[status]}
            onChange={([next]) => go(next!)}
            options={DESK_STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
          />
          {kind === 'applications' ? <Applications status={status} /> : <Organizations status={status} />}
        </div>
      )}
    </DeskView>
  );
}

/** The inputs of the shown pages of a list. */
const useInputs = (kind: DeskKind, status: DeskStatus) => {
  const [pages, more] = usePages(`desk ${kind} ${status}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({
    limit: PAGE_SIZE,
    offset: page * PAGE_SIZE,
    ...(status !== 'all' && { status }),
  }));
  return { inputs, more };
};

function Applications({ status }: { status: DeskStatus }) {
  const { inputs, more } = useInputs('applications', status);
  return (
    <DeskAnswer desk={useDesk(listApplications, inputs)}>
      {(answers) => (
        <Lines
          kind="applications"
          status={status}
          lines={answers.flatMap(({ results }) => results.map(applicationLine))}
          count={answers[0]!.count}
          more={more}
        />
      )}
    </DeskAnswer>
  );
}

function Organizations({ status }: { status: DeskStatus }) {
  const { inputs, more } = useInputs('organizations', status);
  return (
    <DeskAnswer desk={useDesk(listOrganizations, inputs)}>
      {(answers) => (
        <Lines
          kind="organizations"
          status={status}
          lines={answers.flatMap(({ results }) => results.map(organizationLine))}
          count={answers[0]!.count}
          more={more}
        />
      )}
    </DeskAnswer>
  );
}

interface LinesProps extends DeskPageProps {
  lines: readonly DeskLine[];
  /** Length of the whole list. */
  count: number;
  more: () => void;
}

function Lines({ kind, status, lines, count, more }: LinesProps) {
  if (lines.length === 0) return <EmptyState drawing="quiet" title={text.none[status]} />;
  return (
    <>
      {status === 'pending' && <p>{text.waiting(count)}</p>}
      <RowList label={text[kind]}>
        {lines.map((line) => (
          <ListRow
            key={line.id}
            title={line.title}
            text={line.text}
            time={
              <Time iso={line.createdAt} full={formatFullDate}>
                {text.sent(formatWhen(line.createdAt))}
              </Time>
            }
            trailing={line.status !== 'pending' && <StatusBadge status={line.status} />}
            href={line.href}
          />
        ))}
      </RowList>
      {lines.length < count && (
        <Button variant="outline" onClick={more}>
          {text.more}
        </Button>
      )}
    </>
  );
}
