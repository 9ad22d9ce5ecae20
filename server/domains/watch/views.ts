import { sql } from 'kysely';
import { MAX_PLAYBACK_RATE, VIEW_EVERY_MS, VIEWS_PER_DAY_MAX } from '#contract/view-time.ts';
import type { Db } from '#server/db/database.ts';

/** A view that a device reports. */
export interface View {
  userId: string;
  publishedId: string;
  watchedAt: Date;
  watchedMs: number;
  now: Date;
}

/**
 * Why a view does not count: the owner's own; a second one within a day; watched for too short a time; more than a person can
 * have watched in the time; more views of a day than a person can have. Source: D-204, D-206, D-349.
 */
export type Uncounted = 'own' | 'repeated' | 'too_short' | 'too_fast' | 'too_many';

/** Clocks and reports are a little late, ms. */
const TOLERANCE_MS = 15_000;

/** UTC. Views belong to the day on which they are counted: what was watched offline may arrive later. */
const dayOf = ({ now }: View): string => now.toISOString().slice(0, 10);

/** Why nobody can have watched this: the time since the person's last view is too short, or there are too many of them. */
export const findDoubt = async (
  db: Db,
  { userId, publishedId, watchedAt, watchedMs }: View,
): Promise<Uncounted | undefined> => {
  const { rows } = await sql<{ last: Date | null; ofDay: number }>`select
      (select max(watched_at) from views where user_id = ${userId} and watched_at <= ${watchedAt}
        and publication_id <> ${publishedId}) as last,
      (select count(*)::int from views where user_id = ${userId}
        and watched_at > ${watchedAt}::timestamptz - make_interval(secs => ${VIEW_EVERY_MS / 1000}) and watched_at <= ${watchedAt}) as "ofDay"`.execute(
    db,
  );
  const { last, ofDay } = rows[0]!;
  if (ofDay >= VIEWS_PER_DAY_MAX) return 'too_many';
  const least = watchedMs / MAX_PLAYBACK_RATE - TOLERANCE_MS;
  return last !== null && watchedAt.getTime() - last.getTime() < least ? 'too_fast' : undefined;
};

/**
 * Counts a view unless the person has one within a day of it, before or after: what was watched offline arrives late. A view
 * pays the Creator if the person paid for the sport when it was watched.
 *
 * @returns Whether it was counted.
 */
export const addView = async (db: Db, view: View): Promise<boolean> => {
  const { userId, publishedId, watchedAt, watchedMs, now } = view;
  // Two devices that send at once: the second waits and then sees the first one's view.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`view:${publishedId}:${userId}`}, 0))`.execute(db);
  const seconds = VIEW_EVERY_MS / 1000;
  const added = await sql`insert into views (publication_id, user_id, watched_at, watched_ms, counted_at)
    select ${publishedId}, ${userId}, ${watchedAt}, ${watchedMs}, ${now}
    where not exists (select 1 from views where publication_id = ${publishedId} and user_id = ${userId}
      and watched_at > ${watchedAt}::timestamptz - make_interval(secs => ${seconds}) and watched_at < ${watchedAt}::timestamptz + make_interval(secs => ${seconds}))
    returning 1`.execute(db);
  if (added.rows.length === 0) return false;
  await sql`insert into publication_stats (publication_id, views) values (${publishedId}, 1)
    on conflict (publication_id) do update set views = publication_stats.views + 1`.execute(db);
  await sql`insert into view_days (publication_id, day, counted, paying, watched_ms)
    select p.id, ${dayOf(view)}::date, 1, pays_for(${userId}, c.sport_id, ${watchedAt})::int, ${watchedMs}
      from publications p join channels c on c.id = p.channel_id where p.id = ${publishedId}
    on conflict (publication_id, day) do update set counted = view_days.counted + 1, paying = view_days.paying + excluded.paying,
      watched_ms = view_days.watched_ms + excluded.watched_ms`.execute(db);
  return true;
};

/** Notes that a view was not counted, and why, without whose it was. */
export const noteUncounted = async (db: Db, view: View, why: Uncounted): Promise<undefined> => {
  await sql`insert into view_days (publication_id, day, ${sql.ref(why)}) values (${view.publishedId}, ${dayOf(view)}, 1)
    on conflict (publication_id, day) do update set ${sql.ref(why)} = view_days.${sql.ref(why)} + 1`.execute(db);
};
