import { sql } from 'kysely';
import type { WatchDetail } from '#contract/channels.ts';
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
  /** Before it nobody can have watched: the item was not published, or the person had no account. */
  watchableFrom: Date;
}

/** The facts of a publication that counting and rating need. */
export const readWatched = async (db: Db, userId: string, publishedId: string): Promise<Watched | undefined> => {
  const rows = await sql<Watched>`
    select acts_for(${userId}, p.scope) as "isOwner", p.scope, p.channel_id as "channelId", p.title, c.duration * 1000 as "durationMs",
      coalesce(p.cover_image, c.thumbnail) as picture, ch.sport_id as "sportId",
      greatest(p.published_at, (select u.created_at from users u where u.id = ${userId})) as "watchableFrom"
    from publications p join contents c on c.id = p.content_id join channels ch on ch.id = p.channel_id
    where p.id = ${publishedId} and not p.is_deleted`.execute(db);
  return rows.rows[0];
};
