import type { WatchDetail } from '#contract/channels.ts';
import { Problem } from '#contract/problems.ts';
import { VIEW_LATE_MS, viewTimeMs } from '#contract/view-time.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import { MEDIA_FILES, mediaIdOf, signMedia } from '../media/index.ts';
import { readViewRule } from '../pages/index.ts';
import { placeHandlers } from './places.ts';
import { readWatched, readWatchRow } from './queries.ts';
import { addView, findDoubt, noteUncounted, type View } from './views.ts';

export { readWatched, type Watched } from './queries.ts';

/**
 * A published content. The answer has addresses of media only for people who may watch it (D-285).
 *
 * @throws Problem `publish.not_published`.
 */
const readDetail: Handler<'watch.detail'> = async ({ db, services, session, now }, { publishedId }) => {
  const row = await readWatchRow(db, session.userId, publishedId);
  if (!row) throw new Problem('publish.not_published');
  const { isPrepared, mediaKey, ...shown } = row;
  const closed: WatchDetail = {
    ...shown,
    url: null,
    progressiveUrl: null,
    progressiveSize: null,
    waveform: null,
    urlExpiresAt: null,
    ...(row.locked && { accessEndsAt: null }),
  };
  if (row.locked || !isPrepared || mediaKey === null) return closed;
  const { base, expiresAt } = signMedia(services, mediaIdOf(mediaKey), now);
  const { main, progressive } = MEDIA_FILES[row.type];
  return {
    ...closed,
    url: `${base}/${main}`,
    urlExpiresAt: expiresAt,
    waveform: row.waveform,
    progressiveUrl: `${base}/${progressive}`,
    progressiveSize: row.progressiveSize,
  };
};

/**
 * Counts a view. One that is too short, too late, the owner's own, or that nobody can have watched is ignored without a
 * problem, and noted (D-206, D-349).
 *
 * @throws Problem `view.counted` within a day of the last one.
 */
const countView: Handler<'watch.countView'> = async (
  { db, services, session, now },
  { publishedContentId, watchedMs, watchedAt },
) => {
  const watched = found(await readWatched(db, session.userId, publishedContentId));
  // An operator in the person's account looks around: that is no view of theirs (decision 0114).
  if (!session.isInPerson) return undefined;
  // A device whose clock is ahead must not block the views of the time until then.
  const at = new Date(Math.min(new Date(watchedAt).getTime(), now.getTime()));
  if (now.getTime() - at.getTime() > VIEW_LATE_MS) return undefined;
  // Views that are dated before there was anything to watch are the first view of it, so that one delivery counts no more than one.
  const watchable = new Date(Math.max(at.getTime(), watched.watchableFrom.getTime()));
  const view: View = { userId: session.userId, publishedId: publishedContentId, watchedAt: watchable, watchedMs, now };
  if (watched.isOwner) return noteUncounted(db, view, 'own');
  if (watchedMs < viewTimeMs(watched.durationMs, await readViewRule(db))) return noteUncounted(db, view, 'too_short');
  const doubt = await findDoubt(db, view);
  if (doubt) return noteUncounted(db, view, doubt);
  if (await addView(db, view)) return undefined;
  // The problem rolls this transaction back, so the note has one of its own. Nobody waits for it: it is a statistic.
  services.background.run(() =>
    noteUncounted(services.database.db, view, 'repeated').catch((error: unknown) =>
      services.log.error({ err: error }, 'a repeated view could not be noted'),
    ),
  );
  throw new Problem('view.counted');
};

/** The watch page: a content and its views. */
export const watchHandlers: AreaHandlers<'watch'> = {
  'watch.detail': readDetail,
  'watch.viewConfig': ({ db }) => readViewRule(db),
  'watch.countView': countView,
  ...placeHandlers,
};
