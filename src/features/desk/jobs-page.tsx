import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listJobs, retryJob, type FailedJob } from '#contract/desk.ts';
import { deskJobsText } from '#contract/text/desk-jobs.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Time } from '#ui/time.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskList } from '#app/desk/desk-list.tsx';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { usePages } from '#app/navigation/entries.ts';
import { ActSheet } from './act-sheet.tsx';

const { jobs: text } = deskJobsText;
const PAGE_SIZE = 25;
const STATES = ['given_up', 'waiting'] as const;
type State = FailedJob['state'];

/** Work of the server that failed: what it tries again by itself, and what an operator starts again. Source: decision 0125. */
export function JobsPage({ state }: { state: State }) {
  const [pages, more] = usePages(`jobs ${state}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({ state, limit: PAGE_SIZE, offset: page * PAGE_SIZE }));
  const desk = useDesk(listJobs, inputs);
  const [asked, setAsked] = useState<FailedJob>();
  const [isOpen, setOpen] = useState(false);
  const ask = (job: FailedJob) => {
    setAsked(job);
    setOpen(true);
  };
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {(answers) => {
        const { count } = answers[0]!;
        const jobs = answers.flatMap(({ results }) => results);
        return (
          <div className="stack">
            <DeskTabs selected="jobs" />
            <States state={state} />
            {count === 0 ? (
              <EmptyState drawing="quiet" title={text.none[state]} />
            ) : (
              <>
                <p className="t-2">{text.help[state]}</p>
                <DeskList label={text.list} counted={text.count(count)} count={count} rows={jobs} more={more}>
                  {(job) => <JobCard key={job.id} job={job} ask={ask} />}
                </DeskList>
              </>
            )}
            {asked && <RetrySheet job={asked} open={isOpen} onClose={() => setOpen(false)} reload={desk.reload} />}
          </div>
        );
      }}
    </DeskView>
  );
}

function States({ state }: { state: State }) {
  const navigate = useNavigate();
  return (
    <ChipFilter
      label={text.filter}
      single
      value={[state]}
      onChange={([next]) =>
        void navigate({ to: '/admin/jobs', search: next === 'waiting' ? { state: next } : {}, replace: true })
      }
      options={STATES.map((value) => ({ value, label: text.states[value] }))}
    />
  );
}

const nameOf = ({ job }: Pick<FailedJob, 'job'>): string => text.kinds[job] ?? job;

function JobCard({ job, ask }: { job: FailedJob; ask: (job: FailedJob) => void }) {
  const { id, tries, since, gaveUpAt, problem } = job;
  return (
    <li className="card stack-s">
      <h2 className="t-strong">{nameOf(job)}</h2>
      <p className="desk__told">{problem || text.noProblem}</p>
      <p className="t-small t-2">
        <Time iso={since} full={formatFullDate}>
          {text.since(formatWhen(since))}
        </Time>
        {' · '}
        {text.tries(tries)}
        {gaveUpAt && (
          <>
            {' · '}
            <Time iso={gaveUpAt} full={formatFullDate}>
              {text.gaveUp(formatWhen(gaveUpAt))}
            </Time>
          </>
        )}
      </p>
      <p className="desk__told t-small t-2">{text.id(id)}</p>
      {gaveUpAt && (
        <Button variant="outline" size="m" onClick={() => ask(job)}>
          {text.retry}
        </Button>
      )}
    </li>
  );
}

interface RetrySheetProps {
  job: FailedJob;
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

function RetrySheet({ job, open, onClose, reload }: RetrySheetProps) {
  const { userId } = useAccount();
  const call = useOnlineCall();
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={text.retryTitle(nameOf(job))}
      label={text.retry}
      draftKey={`desk-job-${job.id}`}
      act={async (reason, key) => {
        try {
          await call(retryJob, { id: job.id, reason }, { scope: `user:${userId}`, key });
        } catch (error) {
          // Another operator may have been faster: the list shows it behind the refusal.
          reload();
          throw error;
        }
      }}
      onDone={() => {
        showToast({ text: text.retried, kind: 'success' });
        reload();
      }}
    >
      <p>{text.retryHelp}</p>
    </ActSheet>
  );
}
