import { channelText } from '#contract/text/channel.ts';
import { ListRow } from '#ui/list-row.tsx';
import { RowList } from '#ui/row-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Cover } from '#ui/cover.tsx';
import { useLive } from '../../app/use-live.ts';

/** What the owner has published here but others do not see yet: waiting for the network, or still being prepared. */
export function WaitingPublications({ channelId }: { channelId: string }) {
  const waiting = useLive(async (db) => {
    const publications = await db.publications.where('channelId').equals(channelId).filter((row) => !row.isLive && !row.isDeleted).toArray();
    const queued = new Set((await db.outbox.where('state').equals('waiting').toArray()).flatMap((entry) => entry.keys));
    return publications.map((publication) => ({ publication, isQueued: queued.has(publication.id) }));
  }, [channelId]);
  if (!waiting || waiting.length === 0) return null;
  return (
    <section>
      <SectionHeading>{channelText.waitingTitle}</SectionHeading>
      <RowList label={channelText.waitingTitle}>
        {waiting.map(({ publication, isQueued }) => (
          <ListRow key={publication.id} title={publication.title} text={isQueued ? undefined : channelText.preparing} queued={isQueued}
            leading={<Cover className="channel-page__thumb" id={publication.id} src={publication.coverImage} kind={publication.type} />} />
        ))}
      </RowList>
    </section>
  );
}

