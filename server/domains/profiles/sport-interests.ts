import { sql } from 'kysely';
import { OTHER_ROLE } from '#contract/profiles-sports.ts';
import type { SportInterest } from '#contract/rows.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { saveRoles, type RolesInSport } from '../sports/index.ts';
import { isOwnerOf, readStored } from './read.ts';

/** Sports of a scope in order. */
export const interestsOf = async (db: Db, scope: string, withInactive = false): Promise<SportInterest[]> => {
  const { rows } = await sql<{ row: SportInterest }>`select row from own_sport_interests
    where scope = ${scope} and (${withInactive} or (row->>'isActive')::boolean) order by (row->>'position')::int, id`.execute(
    db,
  );
  return rows.map(({ row }) => row);
};
const listOf = (results: SportInterest[]) => ({ count: results.length, results });

type Involvement = { role: string; participationLevel?: string | null | undefined };
/** The levels of each role, in the form in which roles are saved. */
const toMapping = (involvement: readonly Involvement[]): RolesInSport['mapping'] => {
  const levels = Map.groupBy(involvement, ({ role }) => role);
  return [...levels].map(([role, entries]) => ({
    ...(role.startsWith(OTHER_ROLE) ? { customRoleName: role.slice(OTHER_ROLE.length) } : { roleId: role }),
    participationLevelIds: entries.flatMap(({ participationLevel }) => participationLevel ?? []),
  }));
};

type Items = readonly { id: string; sportId: string; sportInvolvement: readonly Involvement[] }[];
const save = ({ db, scope, session }: CallContext, items: Items) =>
  saveRoles(
    db,
    { scope, userId: scope === session.scope ? session.userId : null },
    items.map(({ id, sportId, sportInvolvement }) => ({ id, sportId, mapping: toMapping(sportInvolvement) })),
  );

/** Only sports that the profile has; a row keeps its sport. */
const update: Handler<'profiles.updateSportInterests'> = async (context, { items }) => {
  const { db, scope } = context;
  await raiseScopes(db, [scope]);
  for (const { id, sportId } of items)
    found(
      await db
        .selectFrom('sport_interests')
        .select('id')
        .where('id', '=', id)
        .where('scope', '=', scope)
        .where('sport_id', '=', sportId)
        .executeTakeFirst(),
    );
  return save(context, items);
};

/** Named sports come first, in this order; others keep theirs behind them. */
const reorder: Handler<'profiles.reorderSportInterests'> = async ({ db, scope }, { sport_interest_list: ids }) => {
  await raiseScopes(db, [scope]);
  await sql`update sport_interests i set position = o.at from (
      select id, row_number() over (order by array_position(${sql.val(ids)}::uuid[], id), position, id) - 1 as at
      from sport_interests where scope = ${scope}) o
    where i.id = o.id and i.scope = ${scope} and i.position <> o.at`.execute(db);
  return listOf(await interestsOf(db, scope));
};

const remove: Handler<'profiles.deleteSportInterests'> = async ({ db, scope }, { sport_interest_list: ids }) => {
  await raiseScopes(db, [scope]);
  await db.deleteFrom('sport_interests').where('scope', '=', scope).where('id', 'in', ids).execute();
};

const list: Handler<'profiles.sportInterests'> = async (context, { include_inactive, ...of }) => {
  const stored = await readStored(context, of);
  const isOwner = isOwnerOf(context, stored);
  if (!isOwner && !stored.row.visibility.sportsInterest) return listOf([]);
  return listOf(await interestsOf(context.db, stored.row.scope, isOwner && include_inactive === 'true'));
};

/** Each role once, under the name that the person gave it. Source: SPO-030. */
const listRoles: Handler<'profiles.sportRoles'> = async (context, { sports_profile_id: anyId }) => {
  const stored = await readStored(context, { anyId });
  if (!isOwnerOf(context, stored) && !stored.row.visibility.sportsInterest) return { count: 0, results: [] };
  return answerJson(
    context.db,
    sql`with named as (select distinct on (i.each->>'role', i.each->>'roleName') i.each->>'role' as id, i.each->>'roleName' as name
        from sport_interests s cross join lateral jsonb_array_elements(s.involvement) as i(each)
        where s.scope = ${stored.row.scope} and s.is_active)
      select json_build_object('count', count(*), 'results', coalesce(json_agg(
        json_build_object('id', n.id, 'name', n.name, 'sportRoleRule', r.rule) order by r.position, n.name), '[]'))
      from named n join sport_roles r on r.id = n.id`,
  );
};

export const sportInterestHandlers = {
  'profiles.sportRoles': listRoles,
  'profiles.sportInterests': list,
  'profiles.createSportInterests': (context, { items }) => save(context, items),
  'profiles.updateSportInterests': update,
  'profiles.reorderSportInterests': reorder,
  'profiles.deleteSportInterests': remove,
} satisfies Handlers;
