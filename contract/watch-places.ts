import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Instant, Nothing, integer, listOf } from './patterns.ts';
import { ContentListItem } from './sports.ts';

/** Places kept per person; the oldest ones are dropped. */
export const WATCH_PLACES_MAX = 200;
/** Items in the row Continue watching. */
export const BEGUN_MAX = 20;
/** From this share of its length on an item counts as watched to its end. */
export const WATCHED_SHARE = 0.95;
/** An item counts as begun once this much of it was passed, ms; of a short one, this share. */
export const BEGUN_MS = 10_000;
export const BEGUN_SHARE = 0.05;

/** Whether an item was begun and not watched to its end. `durationMs` is null for a text, which has no place. */
export const isBegun = (positionMs: number, durationMs: number | null): boolean =>
  durationMs !== null &&
  durationMs > 0 &&
  positionMs >= Math.min(BEGUN_MS, durationMs * BEGUN_SHARE) &&
  positionMs < durationMs * WATCHED_SHARE;

/** Whether a place is in the row: it was not removed from there, or was watched again since. */
export const isListedPlace = ({ watchedAt, removedAt }: { watchedAt: string; removedAt: string | null }): boolean =>
  removedAt === null || watchedAt > removedAt;

export const keepPlace = defineCall({
  id: 'watch.keepPlace',
  method: 'PUT',
  path: '/watch-places/{publishedContentId}',
  may: 'registered',
  input: v.object({ publishedContentId: Id, positionMs: integer(0, 86_400_000), watchedAt: Instant }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Remember where you stopped',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'watchPlaces' }],
      names: [{ table: 'publications', by: 'publishedContentId' }],
    },
  },
  summary: 'Remembers where the person stopped; the place that was watched last wins, whenever it arrives',
});
export const removeBegun = defineCall({
  id: 'watch.removeBegun',
  method: 'POST',
  path: '/watch-places/{publishedContentId}/remove',
  may: 'registered',
  input: v.object({ publishedContentId: Id, removedAt: Instant }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Remove from Continue watching',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'watchPlaces', by: 'publishedContentId' }],
      names: [{ table: 'publications', by: 'publishedContentId' }],
    },
  },
  summary: 'Takes an item out of Continue watching until it is watched again; its place is kept',
});
export const listBegun = defineCall({
  id: 'watch.begun',
  method: 'GET',
  path: '/watch-places',
  may: 'registered',
  input: v.object({}),
  output: v.object({
    ...listOf(ContentListItem).entries,
    /** Further items with a place that may not be watched now: locked, unpublished, hidden or deleted. */
    closed: v.array(Id),
  }),
  problems: [],
  offline: 'cache',
  summary:
    'Items that the person began and did not finish, latest first; of those that may not be watched now only the ids',
});
