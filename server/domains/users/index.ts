import { sql } from 'kysely';
import { organizationScope, userScope } from '#contract/ids.ts';
import { PublicPerson } from '#contract/users.ts';
import { Problem } from '#contract/problems.ts';
import type { Me, Role } from '#contract/rows.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { listUsers } from './list.ts';
import { recordHandlers } from './records.ts';

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
const keysOf = (keys: readonly string[]) => sql.raw(keys.map((key) => `'${key}', row->'${key}'`).join(', '));
const ROLES = keysOf(ROLE_KEYS);
const PUBLIC = keysOf(Object.keys(PublicPerson.entries));
const readRoles = ({ session, db }: CallContext) =>
  answerJson(
    db,
    sql`select json_build_object(${ROLES}, 'organizationId', row->'organizations'->0->'id')
      from own_me where scope = ${session.scope}`,
  );

/** The organization to act for, if the person administers it. @throws Problem `role.not_owned` */
const chosen = ({ session }: CallContext, organizationId: string | undefined): { organization_id?: string } => {
  if (organizationId === undefined) return {};
  if (!session.organizationScopes.includes(organizationScope(organizationId))) throw new Problem('role.not_owned');
  return { organization_id: organizationId };
};

const setLastRole = async (
  context: CallContext,
  { lastLoginedRole, actFor }: { lastLoginedRole: Role; actFor?: string | undefined },
) => {
  const { session, db, request, now } = context;
  const isOwned = {
    learner: session.isLearner,
    educator: session.isEducator,
    organization: session.organizationScopes.length > 0,
  }[lastLoginedRole];
  if (!isOwned) throw new Problem('role.not_owned');
  const choice = chosen(context, actFor);
  await raiseScopes(db, [session.scope]);
  if (choice.organization_id !== undefined)
    await db.updateTable('users').set(choice).where('id', '=', session.userId).execute();
  const changed = await db
    .updateTable('users')
    .set({ last_role: lastLoginedRole })
    .where('id', '=', session.userId)
    .where('last_role', '<>', lastLoginedRole)
    .returning('id')
    .executeTakeFirst();
  if (changed)
    await recordAccountEvent(db, {
      userId: session.userId,
      kind: 'role_changed',
      userAgent: request.header('user-agent'),
      at: now,
      detail: { role: lastLoginedRole },
    });
  return readMe(db, session.userId);
};

const readPerson = ({ db }: CallContext, { userId }: { userId: string }) =>
  answerJson(
    db,
    sql`select json_build_object(${PUBLIC}) from own_me
      where scope = ${userScope(userId)} and exists (select 1 from users u where u.id = ${userId} and not u.is_suspended and u.deleted_at is null)`,
  );

export const usersHandlers: AreaHandlers<'users'> = {
  'users.me': {
    because: 'first paint: every landing screen of a device that has no row of the person yet',
    // By scope, which has an index: the id of the view is text.
    statement: () => ({ text: `select row from own_me where scope = 'user:' || $1::uuid`, values: [] }),
  },
  'users.roles': readRoles,
  'users.setLastRole': setLastRole,
  'users.read': readPerson,
  'users.list': listUsers,
  ...recordHandlers,
};
