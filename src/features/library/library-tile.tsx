import { libraryText, queuedText } from '#contract/text/library.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { OutboxEntry } from '#store/database.ts';
import { Badge } from '#ui/badge.tsx';
import { ContentTile, type Selectable } from '#ui/content-tile.tsx';
import { ProblemIcon } from '#ui/icons.ts';
import { LaneBar } from '#ui/lane-bar.tsx';
import { RowMenu, type RowMenuItem } from '#ui/row-menu.tsx';
import { formatBytes, formatFullDate, formatLength } from '../../app/format.ts';
import { publicationOf, readinessOf, type Readiness } from './content-query.ts';

export interface LibraryTileProps {
  content: LibraryContent;
  sport: string | undefined;
  queued: OutboxEntry | undefined;
  isSaved: boolean;
  items: readonly RowMenuItem[];
  onOpen: () => void;
  selectable: Selectable | undefined;
}

/** One file of the Library: its picture, length, size, day, where it stands, and what can be done with it. */
export function LibraryTile({ content, sport, queued, isSaved, items, onOpen, selectable }: LibraryTileProps) {
  const readiness = readinessOf(content);
  return (
    <ContentTile
      id={content.id} title={content.title} kind={content.type} length={formatLength(content)} sport={sport}
      coverSrc={content.thumbnail} memberOnly={content.isPublished && content.category === 'member_only'}
      meta={<>{formatBytes(content.originFileSize)} · <Day iso={content.createdAt} /></>}
      publication={readiness === 'ready' || content.published ? publicationOf(content) : undefined}
      saved={isSaved} queued={queued && (queuedText[queued.call] ?? true)}
      badges={<ReadinessBadge content={content} readiness={readiness} />}
      selectable={selectable} onOpen={onOpen}
      menu={selectable ? undefined : <RowMenu name={content.title} items={items} />}
    />
  );
}

const THIS_YEAR = new Date().getFullYear();
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** "12 May"; with the year if it is another one. */
function Day({ iso }: { iso: string }) {
  const date = new Date(iso);
  const format = date.getFullYear() === THIS_YEAR ? day : dayAndYear;
  return <time dateTime={iso} title={formatFullDate(iso)}>{format.format(date)}</time>;
}

function ReadinessBadge({ content, readiness }: { content: LibraryContent; readiness: Readiness }) {
  if (readiness === 'preparing') {
    const words = content.encodingProgress > 0 ? libraryText.preparingPercent(content.encodingProgress) : libraryText.preparing;
    return <span className="library-tile__lane"><LaneBar thin label={`${content.title}: ${libraryText.preparing}`} state="moving" />{words}</span>;
  }
  if (readiness === 'reviewing') return <Badge tone="info">{libraryText.reviewing}</Badge>;
  if (readiness === 'failed') return <Badge tone="danger" icon={<ProblemIcon />}>{libraryText.failedToPrepare}</Badge>;
  if (readiness === 'rejected') return <Badge tone="danger" icon={<ProblemIcon />}>{content.reviewReason ?? libraryText.rejected}</Badge>;
  return null;
}
