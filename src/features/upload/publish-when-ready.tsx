import { unpublish } from '#contract/publications.ts';
import { publishWhenReadyText as text } from '#contract/text/upload.ts';
import type { AccountDatabase, OutboxEntry } from '#store/database.ts';
import { discard } from '#store/outbox/enqueue.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChannelIcon } from '#ui/icons.ts';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { formatFullDate } from '#app/format/format.ts';
import { useLive } from '#app/data/use-live.ts';

interface Planned {
  publicationId: string;
  channelName: string;
  /** The time it is planned for. */
  publishAt: string | null;
  /** The change that still waits on this device; undefined once the server has it. */
  entry: OutboxEntry | undefined;
}

/** What is planned for a file: its publication, which is made before the file is ready. Null if there is none. */
const readPlanned = async (db: AccountDatabase, contentId: string): Promise<Planned | null> => {
  const publication = await db.publications
    .where('contentId')
    .equals(contentId)
    .filter((row) => !row.isDeleted)
    .first();
  if (!publication) return null;
  const channel = await db.channels.get(publication.channelId);
  const entry = await db.outbox
    .where('state')
    .equals('waiting')
    .filter(({ call, input }) => call === 'publications.publish' && input['id'] === publication.id)
    .first();
  return { publicationId: publication.id, channelName: channel?.name ?? '', publishAt: publication.publishAt, entry };
};

/**
 * Publishes a file once it is ready: offers it, or says that it will happen and takes it back. Works offline: the change
 * waits on this device for its upload, later on the server for the preparation. Source: D-360.
 */
export function PublishWhenReady({ job }: { job: StoredUploadJob }) {
  const { db } = useAccount();
  const act = useAct();
  const planned = useLive((live) => readPlanned(live, job.id), [job.id]);
  if (planned === undefined) return null;
  if (planned === null) {
    return (
      <Button
        variant="tonal"
        size="m"
        className="publish-when-ready"
        icon={<ChannelIcon className="icon-s" />}
        href={`/publish-content/${job.id}`}
        aria-label={text.offerFor(job.name)}
      >
        {text.offer}
      </Button>
    );
  }
  const takeBack = async () => {
    const { entry, publicationId } = planned;
    // Never tried, so it is as if it was not made. Otherwise the server may have it.
    const discarded = entry ? await discard(db, entry.id, true) : [];
    if (discarded.length === 0) await act(unpublish, { publishedId: publicationId });
  };
  return (
    <div className="publish-when-ready">
      <p className="t-small">
        {planned.publishAt
          ? text.plannedAt(planned.channelName, formatFullDate(planned.publishAt))
          : text.planned(planned.channelName)}
      </p>
      <Button variant="ghost" size="m" onClick={() => void takeBack()} aria-label={text.takeBackFor(job.name)}>
        {text.takeBack}
      </Button>
    </div>
  );
}
