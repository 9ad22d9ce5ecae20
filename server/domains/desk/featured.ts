import { sql, type RawBuilder } from 'kysely';
import type { FeaturedOfDesk } from '#contract/desk.ts';
import { FEATURED_FOUND_MAX, FEATURED_MAX } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { likeWords } from '#server/db/like-words.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { IS_ON_EXPLORE } from '../explore/index.ts';

/** Subject of an act that is about the whole list. */
const ORDER = 'order';

/** Channels and playlists `x`, each with its channel `c`, its sport `sp`, its Creator `u` and its place in `e`. */
const selectRows = async (db: Db, where: RawBuilder<unknown>): Promise<FeaturedOfDesk[]> => {
  const { rows } = await sql<FeaturedOfDesk>`select x.id, x.kind, x.title, x.cover_image as "coverImage",
      c.id as "channelId", c.name as "channelName", sp.id as "sportId", sp.name as "sportName",
      u.first_name || ' ' || u.last_name as "educatorName",
      (select o.name from organizations o where 'org:' || o.id = c.scope) as "organizationName",
      n.free as "freeItems", n.all_items - n.free as "memberOnlyItems", e.id is not null as "isFeatured",
      case when ${IS_ON_EXPLORE} and n.all_items > 0 then null
        when u.is_suspended or u.deleted_at is not null then 'creator'
        when not c.active then 'channel'
        when not sp.is_active then 'sport'
        else 'contents' end as "hiddenBecause"
    from (select 'channel' as kind, id, name as title, cover_image, id as channel_id from channels
        union all select 'playlist', id, title, cover_image, channel_id from playlists) x
      join channels c on c.id = x.channel_id join sports sp on sp.id = c.sport_id join users u on u.id = c.author_id
      left join featured e on e.channel_id = x.id or e.playlist_id = x.id
      cross join lateral (select count(*)::int as all_items, count(*) filter (where p.pricing = 'free')::int as free
        from publications p where p.channel_id = c.id and (x.kind = 'channel' or p.playlist_id = x.id) and p.is_live and not p.is_deleted) n
    where ${where}`.execute(db);
  return rows;
};

const readList = async (db: Db) => ({
  results: await selectRows(db, sql`e.id is not null order by e.position, e.id`),
});

/** Until the end of the transaction nobody else changes the list. */
const lockList = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('featured', 0))`.execute(db);
};

const search: Handler<'desk.findFeaturable'> = async ({ db }, { search: words }) => ({
  results: await selectRows(
    db,
    sql`lower(x.title || ' ' || c.name || ' ' || u.first_name || ' ' || u.last_name) like all (${sql.val(likeWords(words))}::text[])
      and ${IS_ON_EXPLORE} and n.all_items > 0
      order by lower(x.title), x.id limit ${FEATURED_FOUND_MAX}`,
  ),
});

const feature: Handler<'desk.setFeatured'> = async ({ db, session, now }, { id, featured, reason }) => {
  await lockList(db);
  const row = found((await selectRows(db, sql`x.id = ${id}`))[0]);
  const { results } = await readList(db);
  if (row.isFeatured === featured) return { results };
  if (featured) {
    if (row.hiddenBecause) throw new Problem('desk.featured_hidden');
    if (results.length >= FEATURED_MAX) throw new Problem('desk.featured_full');
    const [channelId, playlistId] = row.kind === 'channel' ? [id, null] : [null, id];
    await sql`insert into featured (channel_id, playlist_id, position)
      select ${channelId}, ${playlistId}, coalesce(max(position) + 1, 0) from featured`.execute(db);
  } else await sql`delete from featured where channel_id = ${id} or playlist_id = ${id}`.execute(db);
  await recordOperatorAct(db, {
    actorId: session.userId,
    act: featured ? 'featured.added' : 'featured.removed',
    subject: { kind: 'featured', id },
    reason,
    now,
  });
  return readList(db);
};

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);

const order: Handler<'desk.orderFeatured'> = async ({ db, session, now }, { ids, was, reason }) => {
  await lockList(db);
  const { results } = await readList(db);
  const present = results.map(({ id }) => id);
  if (isSame(ids, present)) return { results };
  if (!isSame(was, present)) throw new Problem('desk.featured_changed');
  if (!isSame(ids.toSorted(), present.toSorted()))
    throw new Problem('request.invalid', { message: 'names other rows than the list has', field: 'ids' });
  await sql`update featured e set position = o.place
    from unnest(${sql.val(ids)}::uuid[]) with ordinality o (id, place) where o.id in (e.channel_id, e.playlist_id)`.execute(
    db,
  );
  const after = await readList(db);
  const titles = (rows: readonly FeaturedOfDesk[]) => rows.map(({ title }) => title).join(', ');
  await recordOperatorAct(db, {
    actorId: session.userId,
    act: 'featured.ordered',
    subject: { kind: 'featured', id: ORDER },
    detail: { before: titles(results), after: titles(after.results) },
    reason,
    now,
  });
  return after;
};

/** What Explore shows first; every change is one of the whole list, so one operator waits for another. Source: D-197, decision 0130. */
export const featuredHandlers = {
  'desk.featured': ({ db }) => readList(db),
  'desk.findFeaturable': search,
  'desk.setFeatured': feature,
  'desk.orderFeatured': order,
} satisfies Handlers;
