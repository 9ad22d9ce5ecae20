import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Me, Role } from '#contract/rows.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

/** The person's own row (contract/rows.ts, Me). @throws Problem `access.not_found` */
export const readMe = async (db: Db, userId: string): Promise<Me> => {
  const result = await sql<{ row: Me }>`select row from own_me where scope = ${userScope(userId)}`.execute(db);
  return found(result.rows[0]).row;
};

const ROLE_KEYS = [
  'lastLoginedRole',
  'isLearner',
  'isEducator',
  'isOrganization',
  'isAdmin',
  'isEducatorRoleAvailable',
  'learnerId',
  'educatorId',
];
const ROLES = sql.raw(ROLE_KEYS.map((key) => `'${key}', row->'${key}'`).join(', '));
const readRoles = ({ session, db }: CallContext) =>
  answerJson(
    db,
    sql`select json_build_object(${ROLES}, 'organizationId', row->'organizations'->0->'id')
      from own_me where scope = ${session.scope}`,
  );

const setLastRole = async ({ session, db }: CallContext, { lastLoginedRole }: { lastLoginedRole: Role }) => {
  const isOwned = {
    learner: session.isLearner,
    educator: session.isEducator,
    organization: session.organizationScopes.length > 0,
  }[lastLoginedRole];
  if (!isOwned) throw new Problem('role.not_owned');
  await raiseScopes(db, [session.scope]);
  await db
    .updateTable('users')
    .set({ last_role: lastLoginedRole })
    .where('id', '=', session.userId)
    .where('last_role', '<>', lastLoginedRole)
    .execute();
  return readMe(db, session.userId);
};

/** Another person's record is answered like a missing one. */
const setLearner = async ({ session, db }: CallContext, { id }: { id: string }) => {
  const row = await db
    .updateTable('users')
    .set({ first_time_learner: false })
    .where('id', '=', session.userId)
    .where('learner_id', '=', id)
    .where('is_learner', '=', true)
    .returning('first_time_learner as first')
    .executeTakeFirst();
  return { id, firstTimeLogin: found(row).first };
};

const setEducator = async ({ session, db }: CallContext, { educatorId }: { educatorId: string }) => {
  const row = await db
    .updateTable('users')
    .set({ first_time_educator: false })
    .where('id', '=', session.userId)
    .where('educator_id', '=', educatorId)
    .where('is_educator', '=', true)
    .returning('first_time_educator as first')
    .executeTakeFirst();
  return { educatorId, firstTimeLogin: found(row).first };
};

export const usersHandlers: AreaHandlers<'users'> = {
  'users.me': {
    because: 'first paint: every landing screen of a device that has no row of the person yet',
    // By scope, which has an index: the id of the view is text.
    statement: () => ({ text: `select row from own_me where scope = 'user:' || $1::uuid`, values: [] }),
  },
  'users.roles': readRoles,
  'users.setLastRole': setLastRole,
  'users.setLearner': setLearner,
  'users.setEducator': setEducator,
};
