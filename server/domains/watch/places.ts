import { sql } from 'kysely';
import { BEGUN_MAX, BEGUN_MS, BEGUN_SHARE, WATCH_PLACES_MAX, WATCHED_SHARE } from '#contract/watch-places.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { Handler, Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

/** A device whose clock is ahead must not win over every later place. */
const notLater = (at: string, now: Date): Date => new Date(Math.min(Date.parse(at), now.getTime()));

/**
 * Keeps the place unless a later one is known. One of an item that the person may not watch is ignored without a problem: a
 * refusal would hold up what the device sends about the item after it.
 */
const keepPlace: Handler<'watch.keepPlace'> = async (
  { db, session, now },
  { publishedContentId: id, positionMs, watchedAt },
) => {
  const { scope, userId } = session;
  // Also makes changes of one person wait for each other, so that two at once cannot keep too many.
  await raiseScopes(db, [scope]);
  await sql`insert into watch_places (scope, user_id, publication_id, position_ms, watched_at)
    select ${scope}, ${userId}, ${id}, ${positionMs}, ${notLater(watchedAt, now)} where may_watch(${userId}, ${id})
    on conflict (scope, publication_id) do update set position_ms = excluded.position_ms, watched_at = excluded.watched_at
      where excluded.watched_at > watch_places.watched_at`.execute(db);
  await sql`delete from watch_places where scope = ${scope} and publication_id in (
      select publication_id from watch_places where scope = ${scope} order by watched_at desc, publication_id offset ${WATCH_PLACES_MAX})`.execute(
    db,
  );
};

const removeBegun: Handler<'watch.removeBegun'> = async (
  { db, session, now },
  { publishedContentId: id, removedAt },
) => {
  const at = notLater(removedAt, now);
  await sql`update watch_places set removed_at = ${at}
    where scope = ${session.scope} and publication_id = ${id} and (removed_at is null or removed_at < ${at})`.execute(
    db,
  );
};

/** What was begun; of what is locked, unpublished, hidden or deleted only the ids, so that devices stop showing it. */
const listBegun: Handler<'watch.begun'> = ({ db, session: { scope, userId } }) =>
  answerJson(
    db,
    sql`with open as (
        select l.id, l.item, w.position_ms, w.watched_at, w.removed_at, (l.item #>> '{content,duration}')::float * 1000 as ms
        from watch_places w join listed_publications l on l.id = w.publication_id
        where w.scope = ${scope} and not is_locked(${userId}, l.id, l.pricing)),
      begun as (
        select item, watched_at from open
        where (removed_at is null or watched_at > removed_at)
          and position_ms >= least(${BEGUN_MS}::float, ms * ${BEGUN_SHARE}::float) and position_ms < ms * ${WATCHED_SHARE}::float
        order by watched_at desc limit ${BEGUN_MAX})
      select json_build_object(
        'count', (select count(*) from begun),
        'results', coalesce((select json_agg(list_item(item, false) order by watched_at desc) from begun), '[]'),
        'closed', coalesce((select json_agg(w.publication_id) from watch_places w
          where w.scope = ${scope} and not exists (select 1 from open o where o.id = w.publication_id)), '[]'))`,
  );

export const placeHandlers = {
  'watch.keepPlace': keepPlace,
  'watch.removeBegun': removeBegun,
  'watch.begun': listBegun,
} satisfies Handlers;
