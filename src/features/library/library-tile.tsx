// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode } from 'react';
import { ENCODING } from '#contract/encoding.ts';
import { libraryText, queuedText } from '#contract/text/library-page.ts';
import { preparingText, preparingWords } from '#contract/text/upload-preparing.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { OutboxEntry } from '#store/database.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { ContentTile, type Selectable } from '#ui/tiles/content-tile.tsx';
import { ProblemIcon } from '#ui/icons.ts';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { Time } from '#ui/time.tsx';
import { formatFileSize, formatFullDate, formatLength } from '#app/format/format.ts';
import { useDatesReady } from '#app/format/use-dates-ready.ts';
import { publicationOf, readinessOf, type PublicationState, type Readiness } from './content-query.ts';
import { trueNowMs } from '#store/server-time.ts';
import { once } from '#contract/once.ts';

export interface LibraryTileProps {
  content: LibraryContent;
  /** With the ending of the file where another one would look alike. */
  title: string;
  sport: string | undefined;
  queued: OutboxEntry | undefined;
  isSaved: boolean;
  onOpen: (content: LibraryContent) => void;
  /** What is at the tile's corner: its menu. */
  menu: ReactNode;
  selectable: Selectable | undefined;
}

/** A file of the Library: cover, length, size, day, state and actions. */
export function LibraryTile(props: LibraryTileProps) {
  const { content, title, sport, queued, isSaved, onOpen, menu, selectable } = props;
  const readiness = readinessOf(content);
  return (
    <ContentTile
      id={content.id}
      title={title}
      kind={content.type}
      length={formatLength(content)}
      sport={sport}
      coverSrc={content.thumbnail}
      memberOnly={content.isPublished && content.category === 'member_only'}
      meta={
        <>
          {content.originFileSize > 0 && <>{formatFileSize(content.originFileSize)} · </>}
          <Day iso={content.createdAt} />
        </>
      }
      publication={publicationShown(content, readiness)}
      saved={isSaved}
      queued={queued && (queuedText[queued.call] ?? true)}
      badges={
        <>
          <ReadinessBadge content={content} title={title} readiness={readiness} />
          {readiness === 'ready' && content.better && <Badge tone="info">{preparingText.better}</Badge>}
          {readiness === 'ready' && content.trim && <EditBadge {...content.trim} minutesLeft={content.minutesLeft} />}
          {isPlanned(content, readiness) && <Badge tone="info">{libraryText.planned}</Badge>}
          {isHeld(content) && (
            <Badge tone="warn" icon={<ProblemIcon />}>
              {libraryText.held}
            </Badge>
          )}
          {content.published?.removedReason && (
            <Badge tone="danger" icon={<ProblemIcon />}>
              {libraryText.takenDown(content.published.removedReason)}
            </Badge>
          )}
          {isScheduled(content, readiness) && <Badge tone="info">{libraryText.scheduled}</Badge>}
        </>
      }
      selectable={selectable}
      onOpen={() => onOpen(content)}
      menu={selectable ? undefined : menu}
    />
  );
}

const isPlanned = (content: LibraryContent, readiness: Readiness): boolean =>
  (readiness === 'preparing' || readiness === 'reviewing') &&
  publicationOf(content) === 'on-channel' &&
  !isHeld(content) &&
  !isTakenDown(content);

/** An operator removed it, and it goes on no channel (decision 0122). */
const isTakenDown = ({ published }: LibraryContent): boolean => typeof published?.removedReason === 'string';

/** Its edit was not made, so it waits for its owner's word (decision 0064). */
const isHeld = ({ published }: LibraryContent): boolean => published?.isHeld === true && !published.isDeleted;

/** What is published now may be dated after this device's idea of now: planned is only what is further ahead, ms. */
const PLANNED_FROM_MS = 60_000;

/** Its publication is dated with the time that was planned; once it is live, its content is sent again with the real one. */
const isScheduled = (content: LibraryContent, readiness: Readiness): boolean =>
  readiness === 'ready' &&
  publicationOf(content) === 'on-channel' &&
  !isHeld(content) &&
  !isTakenDown(content) &&
  Date.parse(content.published?.publishedAt ?? '') > trueNowMs() + PLANNED_FROM_MS;

/** Not "On Channel" before it is there: until the file is ready, its publication waits. */
const publicationShown = (content: LibraryContent, readiness: Readiness): PublicationState | undefined => {
  const state = publicationOf(content);
  if (isScheduled(content, readiness) || isHeld(content) || isTakenDown(content)) return undefined;
  if (readiness === 'ready') return state;
  return state === 'removed' ? state : undefined;
};

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

type EditBadgeProps = NonNullable<LibraryContent['trim']> & Pick<LibraryContent, 'minutesLeft'>;

/** The edit or the new file that will replace the file, which can be used until then; or why it failed. Source: D-140. */
function EditBadge({ status, progress, reason, isFile, minutesLeft }: EditBadgeProps) {
  if (status < 0)
    return (
      <Badge tone="danger" icon={<ProblemIcon />}>
        {reason}
      </Badge>
    );
  const waiting = isFile ? libraryText.newFileWaiting : libraryText.editWaiting;
  if (reason !== null || progress === 0) return <Badge tone="info">{reason ?? waiting}</Badge>;
  const done = isFile ? libraryText.newFilePercent(progress) : libraryText.editPercent(progress);
  return <Badge tone="info">{minutesLeft ? `${done}, ${preparingText.left(minutesLeft)}` : done}</Badge>;
}

interface ReadinessBadgeProps extends Pick<LibraryTileProps, 'content' | 'title'> {
  readiness: Readiness;
}

function ReadinessBadge({ content, title, readiness }: ReadinessBadgeProps) {
  if (readiness === 'preparing' && content.reviewReason) return <Badge tone="info">{content.reviewReason}</Badge>;
  if (readiness === 'preparing' && content.encodingStatus === ENCODING.queued)
    return <Badge tone="info">{preparingText.waiting}</Badge>;
  if (readiness === 'preparing') {
    const percent = content.encodingProgress;
    return (
      <span className="library-tile__lane">
        <LaneBar
          thin
          label={`${title}: ${preparingText.working}`}
          value={percent}
          state={percent > 0 ? 'steady' : 'moving'}
        />
        {preparingWords(content)}
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
