import { sql } from 'kysely';
import type { WatchDetail } from '#contract/channels.ts';
import { VIEW_EVERY_MS } from '#contract/view-time.ts';
import type { Db } from '#server/db/database.ts';

/** The watch page without the addresses of media, which the caller signs. */
export type WatchRow = Omit<WatchDetail, 'url' | 'progressiveUrl' | 'urlExpiresAt'> & {
  isPrepared: boolean;
  mediaKey: string | null;
};

/** @returns Undefined if the content is not published or its channel is hidden from the viewer. */
export const readWatchRow = async (db: Db, userId: string, publishedId: string): Promise<WatchRow | undefined> => {
  const rows = await sql<{ row: WatchRow | null }>`select watch_detail(${userId}, ${publishedId}) as row`.execute(db);
  return rows.rows[0]?.row ?? undefined;
};

export interface Watched {
  isOwner: boolean;
  scope: string;
  channelId: string;
  title: string;
  /** Null for text. */
  durationMs: number | null;
  /** Its cover, else its poster frame, waveform or first page. */
  picture: string | null;
  sportId: string;
}

/** The facts of a publication that counting and rating need. */
export const readWatched = async (db: Db, userId: string, publishedId: string): Promise<Watched | undefined> => {
  const rows = await sql<Watched>`
    select acts_for(${userId}, p.scope) as "isOwner", p.scope, p.channel_id as "channelId", p.title, c.duration * 1000 as "durationMs",
      coalesce(p.cover_image, c.thumbnail) as picture, ch.sport_id as "sportId"
    from publications p join contents c on c.id = p.content_id join channels ch on ch.id = p.channel_id
    where p.id = ${publishedId} and not p.is_deleted`.execute(db);
  return rows.rows[0];
};

/**
 * Counts a view unless the person has one within a day of it, before or after: what was watched offline arrives late.
 *
 * @returns Whether it was counted.
 */
export const addView = async (
  db: Db,
  userId: string,
  publishedId: string,
  watchedAt: Date,
  watchedMs: number,
): Promise<boolean> => {
  // Two devices that send at once: the second waits and then sees the first one's view.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`view:${publishedId}:${userId}`}, 0))`.execute(db);
  const seconds = VIEW_EVERY_MS / 1000;
  const added = await sql`insert into views (publication_id, user_id, watched_at, watched_ms)
    select ${publishedId}, ${userId}, ${watchedAt}, ${watchedMs}
    where not exists (select 1 from views where publication_id = ${publishedId} and user_id = ${userId}
      and watched_at > ${watchedAt}::timestamptz - make_interval(secs => ${seconds}) and watched_at < ${watchedAt}::timestamptz + make_interval(secs => ${seconds}))
    returning 1`.execute(db);
  if (added.rows.length === 0) return false;
  await sql`insert into publication_stats (publication_id, views) values (${publishedId}, 1)
    on conflict (publication_id) do update set views = publication_stats.views + 1`.execute(db);
  return true;
};
