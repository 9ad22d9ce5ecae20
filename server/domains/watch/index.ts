import { PAGE_SIZE } from '#contract/limits.ts';
import type { WatchDetail } from '#contract/channels.ts';
import { Problem } from '#contract/problems.ts';
import { VIEW_LATE_MS, viewTimeMs } from '#contract/view-time.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import { DOCUMENT, signMedia } from '../media/index.ts';
import { readViewRule } from '../pages/index.ts';
import { addView, readWatched, readWatchRow } from './queries.ts';
import { createRating, updateRating } from '../ratings/ratings.ts';

/** Names of what is served below a content's signed address. */
const FILES = {
  video: { main: 'master.m3u8', progressive: 'video.mp4' },
  audio: { main: 'master.m3u8', progressive: 'audio.m4a' },
  text: { main: DOCUMENT, progressive: DOCUMENT },
} as const;

/**
 * A published content. Addresses of media only for who may watch it; for everybody else there is none to find anywhere
 * in the answer (D-285).
 *
 * @throws Problem `publish.not_published`.
 */
const readDetail: Handler<'watch.detail'> = async ({ db, services, session, now }, { publishedId }) => {
  const row = await readWatchRow(db, session.userId, publishedId);
  if (!row) throw new Problem('publish.not_published');
  const { isPrepared, ...shown } = row;
  const closed: WatchDetail = {
    ...shown,
    url: null,
    progressiveUrl: null,
    progressiveSize: null,
    waveform: null,
    urlExpiresAt: null,
  };
  if (row.locked || !isPrepared) return closed;
  const { base, expiresAt } = signMedia(services, row.contentId, now);
  const { main, progressive } = FILES[row.type];
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
 * Counts a view. What is too short, too late or an owner's own is passed over without a word (D-206).
 *
 * @throws Problem `view.counted` within a day of the last one.
 */
const countView: Handler<'watch.countView'> = async (
  { db, session, now },
  { publishedContentId, watchedMs, watchedAt },
) => {
  const watched = found(await readWatched(db, session.userId, publishedContentId));
  // A clock that runs ahead must not reserve the time to come.
  const at = new Date(Math.min(new Date(watchedAt).getTime(), now.getTime()));
  if (watched.isOwner || now.getTime() - at.getTime() > VIEW_LATE_MS) return;
  if (watchedMs < viewTimeMs(watched.durationMs, await readViewRule(db))) return;
  if (!(await addView(db, session.userId, publishedContentId, at, watchedMs))) throw new Problem('view.counted');
};

/** The watch page: the content, its views, its ratings and their comments. */
export const watchHandlers: Handlers = {
  'watch.detail': readDetail,
  'watch.viewConfig': ({ db }) => readViewRule(db),
  'watch.countView': countView,
  'ratings.read': {
    statement: ({ publishedContentId }) => ({
      text: `select (rating_means($3::uuid) || jsonb_build_object(
        'contentItemRatings', (select r.row -> 'contentItemRatings' from own_ratings r where r.publication_id = $3::uuid and r.user_id = $1::uuid),
        'comment', (select r.row -> 'comment' from own_ratings r where r.publication_id = $3::uuid and r.user_id = $1::uuid)))::json`,
      values: [publishedContentId],
    }),
  },
  'ratings.create': createRating,
  'ratings.update': updateRating,
  'ratings.comments': {
    statement: ({ publishedContentId, page }) => ({
      text: `with chosen as (select r.user_id, r.comment, r.updated_at, round((r.relevance + r.helpful + r.engaging) / 3.0, 1)::float as stars
          from ratings r where r.publication_id = $3::uuid and r.comment is not null)
        select json_build_object('count', (select count(*) from chosen), 'results', coalesce((select json_agg(json_build_object(
            'id', c.user_id, 'name', u.first_name || ' ' || u.last_name, 'userPhoto', u.user_photo, 'comment', c.comment,
            'createdAt', iso(c.updated_at), 'stars', c.stars) order by c.updated_at desc, c.user_id)
          from (select * from chosen order by updated_at desc, user_id limit ${PAGE_SIZE} offset $4::int) c join users u on u.id = c.user_id), '[]'))`,
      values: [publishedContentId, (page - 1) * PAGE_SIZE],
    }),
  },
};
