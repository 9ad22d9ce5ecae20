import { sql, type RawBuilder } from 'kysely';
import { organizationScope, userScope } from '#contract/ids.ts';
import type { Admin, AdminRole } from '#contract/organizations.ts';
import { Problem } from '#contract/problems.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { noticeRole } from '../admin-invitations/index.ts';
import { endAdministration } from './leaving.ts';

/** The organization of the input must be the one that the call is made for: another one is answered like a missing one. */
export const requireActing = ({ scope }: CallContext, id: string): void => {
  found(scope === organizationScope(id) ? id : null);
};

/** Who has deleted the account is no administrator that anybody sees, until they undo it. */
const selectAdmins = async (db: Db, id: string, rest: RawBuilder<unknown>): Promise<Admin[]> => {
  const { rows } = await sql<Admin>`select u.id, a.role, u.first_name as "firstName", u.last_name as "lastName",
      u.email::text as email, u.user_photo as "userPhoto", coalesce((
        select json_agg(json_build_object('id', s.id, 'name', s.name) order by i.position, s.position)
        from sport_interests i join sports s on s.id = i.sport_id where i.user_id = u.id and i.is_active), '[]') as "sportInterests"
    from organization_admins a join users u on u.id = a.user_id and u.deleted_at is null
    where a.organization_id = ${id} and ${rest}`.execute(db);
  return rows;
};

/** The Owner first, then by name. Source: ADM-013, ADM-023. */
const list: Handler<'organizations.admins'> = async (context, { id, page, limit }) => {
  requireActing(context, id);
  const { db } = context;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from organization_admins a join users u on u.id = a.user_id and u.deleted_at is null
    where a.organization_id = ${id}`.execute(db);
  const results = await selectAdmins(
    db,
    id,
    sql`true order by a.role = 'Owner' desc, lower(u.first_name || ' ' || u.last_name), u.id
      limit ${limit} offset ${(page - 1) * limit}`,
  );
  return { count: rows[0]!.count, results };
};

/**
 * The roles of the caller and of another administrator. The counter of the organization's scope is raised first: of two
 * changes at once the second waits here, and then sees what the first did.
 *
 * @throws Problem `access.not_found` for somebody who is no administrator.
 */
const lockRoles = async (context: CallContext, id: string, adminId: string) => {
  requireActing(context, id);
  const { db, session } = context;
  await raiseScopes(db, [organizationScope(id), userScope(session.userId), userScope(adminId)]);
  const { rows } = await sql<{ userId: string; role: AdminRole }>`select a.user_id as "userId", a.role
    from organization_admins a join users u on u.id = a.user_id and u.deleted_at is null
    where a.organization_id = ${id}`.execute(db);
  const roleOf = (userId: string) => found(rows.find((row) => row.userId === userId)).role;
  return { own: roleOf(session.userId), theirs: roleOf(adminId) };
};

const setRole = async (db: Db, id: string, userId: string, role: AdminRole): Promise<void> => {
  await db
    .updateTable('organization_admins')
    .set({ role })
    .where('organization_id', '=', id)
    .where('user_id', '=', userId)
    .execute();
};

const changeRole: Handler<'organizations.changeAdminRole'> = async (
  context,
  { id, adminId, role, ownership_transfer: isTransfer },
) => {
  const { db, session, services, now, wake } = context;
  const { own, theirs } = await lockRoles(context, id, adminId);
  if (own !== 'Owner') throw new Problem('access.denied');
  if (theirs !== role) {
    // There is exactly one Owner, so the role of the other one changes as well. Source: D-236.
    if (role === 'Admin') throw new Problem('organization.owner_needed');
    if (!isTransfer)
      throw new Problem('request.invalid', { message: 'Confirm the transfer.', field: 'ownership_transfer' });
    await setRole(db, id, session.userId, 'Admin');
    await setRole(db, id, adminId, 'Owner');
    // The own rows of both show the roles: the trigger gives them a new version.
    await sql`update users set scope = scope where id in (${session.userId}, ${adminId})`.execute(db);
    const about = { organizationId: id, cause: `ownership:${id}:${now.getTime()}` };
    await noticeRole(db, services, { ...about, userId: adminId, kind: 'ownership_transferred' });
    await noticeRole(db, services, { ...about, userId: session.userId, kind: 'admin_role_changed', role: 'Admin' });
    wake(userScope(adminId));
    wake(userScope(session.userId));
  }
  return found((await selectAdmins(db, id, sql`u.id = ${adminId}`))[0]);
};

const remove: Handler<'organizations.removeAdmin'> = async (context, { id, adminId }) => {
  const { db, session, services, now, wake } = context;
  const { own, theirs } = await lockRoles(context, id, adminId);
  const isLeaving = adminId === session.userId;
  if (own !== 'Owner' && !isLeaving) throw new Problem('access.denied');
  if (theirs === 'Owner') throw new Problem('organization.owner_needed');
  await endAdministration(db, id, adminId);
  if (!isLeaving)
    await noticeRole(db, services, {
      userId: adminId,
      kind: 'admin_removed',
      cause: `admin-removed:${id}:${now.getTime()}`,
      organizationId: id,
    });
  wake(userScope(adminId));
  return undefined;
};

export const adminHandlers = {
  'organizations.admins': list,
  'organizations.changeAdminRole': changeRole,
  'organizations.removeAdmin': remove,
} satisfies Handlers;
