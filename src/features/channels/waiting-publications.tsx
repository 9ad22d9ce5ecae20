import { channelText } from '#contract/text/channels-page.ts';
import { ListRow } from '#ui/list-row.tsx';
import { RowList } from '#ui/row-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Cover } from '#ui/cover.tsx';
import { useLive } from '#app/data/use-live.ts';
import { useQueued } from '#app/data/use-queued.ts';

/** The owner's publications that others cannot see yet: not sent, or still being processed. */
export function WaitingPublications({ channelId }: { channelId: string }) {
  const queued = useQueued();
  const waiting = useLive(
    (db) =>
      db.publications
        .where('channelId')
        .equals(channelId)
        .filter((row) => !row.isLive && !row.isDeleted)
        .toArray(),
    [channelId],
  );
  if (!waiting || waiting.length === 0) return null;
  return (
    <section>
      <SectionHeading>{channelText.waitingTitle}</SectionHeading>
      <RowList label={channelText.waitingTitle}>
        {waiting.map((publication) => (
          <ListRow
            key={publication.id}
            title={publication.title}
            text={queued.has(publication.id) ? undefined : channelText.preparing}
            queued={queued.has(publication.id)}
            leading={
              <Cover
                className="channel-page__thumb"
                id={publication.id}
                src={publication.coverImage}
                kind={publication.type}
              />
            }
          />
        ))}
      </RowList>
    </section>
  );
}
