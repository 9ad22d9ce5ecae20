import { useState } from 'react';
import { savedText } from '#contract/text/watch-saved.ts';
import type { SavedMedia, SavedSet, SaveJob } from '#store/database.ts';
import { percentOf, retrySaves } from '#store/saved/jobs.ts';
import { isPlayable, leaseEndMs } from '#store/saved/lease.ts';
import { endSet, removeSaved } from '#store/saved/sets.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useAccount } from '#app/data/account.ts';
import { useLive } from '#app/data/use-live.ts';
import { formatBytes, formatDate } from '#app/format/format.ts';
import { watchAddress } from '#app/navigation/watch-address.ts';

/** Everything that is saved for offline watching, with its size and its end, and what is being saved. Source: decision 0086. */
export function SavedSection() {
  const { db } = useAccount();
  const [asks, setAsks] = useState(false);
  const found = useLive(
    async (live) => ({
      // Own files that were downloaded belong to the Library.
      copies: await live.savedMedia.filter(({ lease }) => lease !== undefined).toArray(),
      jobs: await live.saveJobs.toArray(),
      sets: await live.savedSets.toArray(),
    }),
    [],
  );
  if (!found) return null;
  const { copies, jobs, sets } = found;
  const usedBytes = [...copies.map(({ bytes }) => bytes), ...jobs.map(({ received }) => received)].reduce(
    (sum, bytes) => sum + bytes,
    0,
  );
  const isEmpty = copies.length + jobs.length + sets.length === 0;
  const removeAll = async () => {
    setAsks(false);
    for (const { id } of sets) await endSet(db, id);
    for (const { id } of [...jobs, ...copies]) await removeSaved(db, id);
  };
  return (
    <section className="stack-s" aria-labelledby="saved">
      <SectionHeading id="saved">{savedText.title}</SectionHeading>
      <p className="t-small t-2">{isEmpty ? savedText.none : savedText.used(copies.length, formatBytes(usedBytes))}</p>
      {!isEmpty && (
        <>
          <RowList labelledBy="saved">
            {sets.map((set) => (
              <SetRow key={set.id} set={set} />
            ))}
            {jobs
              .toSorted((a, b) => a.addedAtMs - b.addedAtMs)
              .map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            {copies
              .toSorted((a, b) => b.savedAtMs - a.savedAtMs)
              .map((copy) => (
                <CopyRow key={copy.id} copy={copy} />
              ))}
          </RowList>
          <Button variant="outline" size="m" className="sync-storage__now" onClick={() => setAsks(true)}>
            {savedText.removeAll}
          </Button>
        </>
      )}
      <LazyConfirmDialog
        open={asks}
        title={savedText.removeAllTitle}
        description={savedText.removeAllBody(formatBytes(usedBytes))}
        confirmLabel={savedText.removeAll}
        danger
        focusAfter="saved"
        onConfirm={() => void removeAll()}
        onCancel={() => setAsks(false)}
      />
    </section>
  );
}

const textOf = ({ count, wanted }: SavedSet): string => {
  if (wanted === 0) return savedText.keepsNothing;
  return count === null ? savedText.keepsAll : savedText.keepsNext(count);
};

function SetRow({ set }: { set: SavedSet }) {
  const { db } = useAccount();
  return (
    <ListRow
      title={set.title}
      text={textOf(set)}
      trailing={
        <Button
          variant="outline"
          size="m"
          aria-label={`${savedText.stopList}: ${set.title}`}
          onClick={() => void endSet(db, set.id)}
        >
          {savedText.stopList}
        </Button>
      }
    />
  );
}

function JobRow({ job }: { job: SaveJob }) {
  const { db } = useAccount();
  const percent = percentOf(job);
  const items = [
    ...(job.problem === null ? [] : [{ label: savedText.tryAgain, onSelect: () => void retrySaves(db, [job.id]) }]),
    { label: savedText.stop, danger: true, onSelect: () => void removeSaved(db, job.id) },
  ];
  return (
    <ListRow
      title={job.title}
      text={
        <>
          {job.problem === null ? savedText.saving(percent) : savedText.problems[job.problem]}
          {job.problem === null && <LaneBar thin label={savedText.savingOf(job.title)} value={percent} />}
        </>
      }
      trailing={<RowMenu name={job.title} of={job.id} items={items} />}
    />
  );
}

function CopyRow({ copy }: { copy: SavedMedia }) {
  const { db } = useAccount();
  const { id, detail, bytes, lease } = copy;
  const title = detail?.title ?? savedText.item;
  const until = lease && formatDate(new Date(leaseEndMs(lease)).toISOString());
  return (
    <ListRow
      title={title}
      text={
        <Facts
          facts={[
            formatBytes(bytes),
            copy.height !== undefined && savedText.lines(copy.height),
            until && (isPlayable(copy) ? savedText.until(until) : savedText.over),
          ]}
        />
      }
      href={detail && watchAddress(detail)}
      trailing={
        <RowMenu
          name={title}
          of={id}
          items={[{ label: savedText.remove, danger: true, onSelect: () => void removeSaved(db, id) }]}
        />
      }
    />
  );
}
