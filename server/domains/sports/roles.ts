import { sql } from 'kysely';
import type * as v from 'valibot';
import type { ParsedInputOf } from '#contract/call.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { SportInterest, SportInvolvement } from '#contract/rows.ts';
import type { createRoles as createRolesCall, RoleMapping } from '#contract/sports.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { found, type CallContext, type Handlers } from '#server/calls/context.ts';

/** The role whose name the person writes. Source: D-331. */
const OTHER_ROLE = 'other';

type Involvement = v.InferOutput<typeof SportInvolvement>;

interface KnownRole {
  id: string;
  name: string;
  rule: string;
  levels: Map<string, string>;
}

/** A sport with the roles to save in it. */
export interface RolesInSport {
  /** The id of a new row. */
  id: string;
  sportId: string;
  mapping: readonly RoleMapping[];
}

/**
 * Saves roles in sports; they replace the earlier roles in the same sport.
 *
 * @param userId The person, null for an organization.
 * @throws Problem `sport.no_role`, `sport.level_missing`; `access.not_found` for an unknown sport and for the id of a row
 *   of another scope or sport.
 */
export const saveRoles = async (
  db: Db,
  { scope, userId }: { scope: string; userId: string | null },
  items: readonly RolesInSport[],
): Promise<{ count: number; results: SportInterest[] }> => {
  const roles = await readRoles(db);
  await raiseScopes(db, [scope]);
  for (const { id, sportId, mapping } of items) {
    found(
      await db
        .selectFrom('sports')
        .select('id')
        .where('id', '=', sportId)
        .where('is_active', '=', true)
        .executeTakeFirst(),
    );
    const involvement = JSON.stringify(mapping.flatMap((each) => toInvolvement(roles, each)));
    // An id of another person's row, or of another sport's, is refused by the primary key.
    await sql`insert into sport_interests (id, scope, user_id, sport_id, involvement, position)
      select ${id}, ${scope}, ${userId}, ${sportId}, ${involvement}::jsonb, coalesce(max(position) + 1, 0)
      from sport_interests where scope = ${scope}
      on conflict (scope, sport_id) do update set involvement = excluded.involvement, is_active = true`.execute(db);
  }
  const saved = await sql<{ row: SportInterest }>`select row from own_sport_interests
    where scope = ${scope} and row->>'sportId' = any(${sql.val(items.map(({ sportId }) => sportId))}::text[])
    order by (row->>'position')::int`.execute(db);
  return { count: saved.rows.length, results: saved.rows.map(({ row }) => row) };
};

const createRoles = ({ session, db }: CallContext, { items }: ParsedInputOf<typeof createRolesCall>) =>
  saveRoles(
    db,
    session,
    items.map(({ id, sportId, sportRoleParticipationLevelMapping: mapping }) => ({
      id: id ?? newId(),
      sportId,
      mapping,
    })),
  );

const readRoles = async (db: Db): Promise<Map<string, KnownRole>> => {
  const rows = await db
    .selectFrom('sport_roles as r')
    .leftJoin('sport_role_levels as rl', 'rl.role_id', 'r.id')
    .leftJoin('sport_levels as l', 'l.id', 'rl.level_id')
    .select(['r.id', 'r.name', 'r.rule', 'l.id as levelId', 'l.name as levelName'])
    .orderBy('rl.position')
    .execute();
  const roles = new Map<string, KnownRole>();
  for (const { id, name, rule, levelId, levelName } of rows) {
    const role = roles.get(id) ?? { id, name, rule, levels: new Map() };
    if (levelId && levelName) role.levels.set(levelId, levelName);
    roles.set(id, role);
  }
  return roles;
};

/** One entry per level, or one without a level if the role has none. */
const toInvolvement = (
  roles: Map<string, KnownRole>,
  { roleId, customRoleName, participationLevelIds }: RoleMapping,
): Involvement[] => {
  const role = roles.get(roleId ?? (customRoleName ? OTHER_ROLE : ''));
  if (!role) throw new Problem('sport.no_role');
  const roleName = customRoleName ?? role.name;
  if (role.rule === 'levels_required' && participationLevelIds.length === 0)
    throw new Problem('sport.level_missing', { role: roleName });
  if (participationLevelIds.length === 0)
    return [{ role: role.id, participationLevel: null, roleName, participationLevelName: null }];
  return [...new Set(participationLevelIds)].map((levelId) => {
    const levelName = role.levels.get(levelId);
    if (!levelName)
      throw new Problem('request.invalid', {
        message: `${roleName} has no level ${levelId}.`,
        field: 'participationLevelIds',
      });
    return { role: role.id, participationLevel: levelId, roleName, participationLevelName: levelName };
  });
};

export const roleHandlers = { 'sports.createRoles': createRoles } satisfies Handlers;
