import { Problem } from '#contract/problems.ts';
import type { Role } from '#contract/rows.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { found, type CallContext, type Handlers } from '#server/calls/context.ts';
import { readOwn } from '../auth/sign-in.ts';

/** By scope, which has an index; the view's id is text. */
const OWN = `from own_me where scope = 'user:' || $1::uuid`;
const ME = `select row ${OWN}`;

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
const ROLES = `select json_build_object(${ROLE_KEYS.map((key) => `'${key}', row->'${key}'`).join(', ')},
  'organizationId', row->'organizations'->0->'id') ${OWN}`;

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
  return readOwn(db, session.userId);
};

/** Somebody else's record is told like a missing one. */
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

export const meHandlers: Handlers = {
  'users.me': { statement: () => ({ text: ME, values: [] }) },
  'users.roles': { statement: () => ({ text: ROLES, values: [] }) },
  'users.setLastRole': setLastRole,
  'users.setLearner': setLearner,
  'users.setEducator': setEducator,
};
