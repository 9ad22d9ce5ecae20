import type { Publication } from '#contract/rows.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { heldText, removedText, scheduleText } from '#contract/text/publications.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { formatFullDate } from '#app/format/format.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { PublicationMenu } from '#app/lists/publication-menu.tsx';
import { useQueued } from '#app/data/use-queued.ts';

const waitsFor = ({ publishAt, isHeld, removedReason }: Publication): string =>
  removedReason
    ? removedText.short(removedReason)
    : isHeld
      ? heldText.why
      : publishAt
        ? scheduleText.goesLive(formatFullDate(publishAt))
        : channelText.preparing;

/** The owner's publications that others cannot see yet: not sent, still being processed, or planned for a time. */
export function WaitingPublications({ channelId }: { channelId: string }) {
  const queued = useQueued();
  const waiting = useOwnRows(
    async (db) => {
      const rows = await db.publications
        .where('channelId')
        .equals(channelId)
        .filter((row) => !row.isLive && !row.isDeleted)
        .toArray();
      const contents = await db.contents.bulkGet(rows.map(({ contentId }) => contentId));
      return rows.map((row, at) => ({ ...row, picture: row.coverImage ?? contents[at]?.thumbnail }));
    },
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
            text={waitsFor(publication)}
            queued={queued.has(publication.id)}
            trailing={<PublicationMenu publication={publication} />}
            leading={
              <Cover
                className="channel-page__thumb"
                id={publication.id}
                src={publication.picture}
                kind={publication.type}
              />
            }
          />
        ))}
      </RowList>
    </section>
  );
}
