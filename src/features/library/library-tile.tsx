// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { libraryText, queuedText } from '#contract/text/library-page.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { OutboxEntry } from '#store/database.ts';
import { Badge } from '#ui/badge.tsx';
import { ContentTile, type Selectable } from '#ui/content-tile.tsx';
import { ProblemIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/lazy-overlay.tsx';
import { LaneBar } from '#ui/lane-bar.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { Time } from '#ui/time.tsx';
import { formatBytes, formatFullDate, formatLength } from '#app/format/format.ts';
import { useDatesReady } from '#app/format/use-dates-ready.ts';
import type { ContentMenuProps } from './content-menu.tsx';
import { publicationOf, readinessOf, type Readiness } from './content-query.ts';
import type { OpenContentDialog } from './use-content-dialogs.tsx';
import { once } from '#contract/once.ts';

const ContentMenu = lazyOverlay<ContentMenuProps>(async () => (await import('./content-menu.tsx')).ContentMenu);

export interface LibraryTileProps {
  content: LibraryContent;
  sport: string | undefined;
  queued: OutboxEntry | undefined;
  isSaved: boolean;
  /** The channel that content is being chosen for. */
  channelId: string | undefined;
  onDialog: OpenContentDialog;
  onSelect: (content: LibraryContent) => void;
  selectable: Selectable | undefined;
}

/** A file of the Library: cover, length, size, day, state and actions. */
export function LibraryTile({
  content,
  sport,
  queued,
  isSaved,
  channelId,
  onDialog,
  onSelect,
  selectable,
}: LibraryTileProps) {
  const readiness = readinessOf(content);
  return (
    <ContentTile
      id={content.id}
      title={content.title}
      kind={content.type}
      length={formatLength(content)}
      sport={sport}
      coverSrc={content.thumbnail}
      memberOnly={content.isPublished && content.category === 'member_only'}
      meta={
        <>
          {formatBytes(content.originFileSize)} · <Day iso={content.createdAt} />
        </>
      }
      publication={readiness === 'ready' || content.published ? publicationOf(content) : undefined}
      saved={isSaved}
      queued={queued && (queuedText[queued.call] ?? true)}
      badges={<ReadinessBadge content={content} readiness={readiness} />}
      selectable={selectable}
      onOpen={() => onDialog('preview', [content])}
      menu={
        selectable ? undefined : (
          <RowMenu
            name={content.title}
            of={content.id}
            popup={(state) => (
              <ContentMenu {...state} content={content} channelId={channelId} onDialog={onDialog} onSelect={onSelect} />
            )}
          />
        )
      }
    />
  );
}

const THIS_YEAR = new Date().getFullYear();
const day = once(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }));
const dayAndYear = once(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }));

/** "12 May"; with the year unless it is the current one. */
function Day({ iso }: { iso: string }) {
  const isReady = useDatesReady();
  const date = new Date(iso);
  const format = date.getFullYear() === THIS_YEAR ? day : dayAndYear;
  return (
    <Time iso={iso} full={formatFullDate}>
      {isReady && format().format(date)}
    </Time>
  );
}

function ReadinessBadge({ content, readiness }: { content: LibraryContent; readiness: Readiness }) {
  if (readiness === 'preparing') {
    const words =
      content.encodingProgress > 0 ? libraryText.preparingPercent(content.encodingProgress) : libraryText.preparing;
    return (
      <span className="library-tile__lane">
        <LaneBar thin label={`${content.title}: ${libraryText.preparing}`} state="moving" />
        {words}
      </span>
    );
  }
  if (readiness === 'reviewing') return <Badge tone="info">{libraryText.reviewing}</Badge>;
  if (readiness === 'failed')
    return (
      <Badge tone="danger" icon={<ProblemIcon />}>
        {content.reviewReason ?? libraryText.failedToPrepare}
      </Badge>
    );
  if (readiness === 'rejected')
    return (
      <Badge tone="danger" icon={<ProblemIcon />}>
        {content.reviewReason ?? libraryText.rejected}
      </Badge>
    );
  return null;
}
