import { sql } from 'kysely';
import { organizationScope, userScope } from '#contract/ids.ts';
import type { AdminInvitation } from '#contract/organizations.ts';
import { Problem } from '#contract/problems.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { acceptable, inviteAddress, invitePerson } from '../admin-invitations/index.ts';
import { readMe } from '../users/index.ts';
import { requireActing } from './admins.ts';

interface Failure {
  of: string;
  code: string;
  message: string;
}

/** Invites one after the other; who cannot be invited does not stop the others. */
const inviteAll = async (
  context: CallContext,
  id: string,
  all: readonly string[],
  invite: (one: string) => Promise<void>,
) => {
  requireActing(context, id);
  const invited: string[] = [];
  const errors: Failure[] = [];
  for (const one of new Set(all)) {
    try {
      await invite(one);
      invited.push(one);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      errors.push({ of: one, code: error.code, message: error.message });
    }
  }
  return { invited, errors };
};

const isOwner = (id: string, userId: string) =>
  sql`exists (select 1 from organization_admins a where a.organization_id = ${id} and a.user_id = ${userId} and a.role = 'Owner')`;

/** Waiting invitations of an organization. */
const list: Handler<'organizations.adminInvitations'> = async (context, { id, limit, offset }) => {
  requireActing(context, id);
  const { db, now, session } = context;
  const waiting = sql`i.organization_id = ${id} and i.expires_at > ${now}`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from admin_invitations i
    where ${waiting}`.execute(db);
  // Whether an address belongs to an account is not told.
  const page = await sql<AdminInvitation>`select i.id, i.email::text as email,
      case when i.email is null then u.first_name || ' ' || u.last_name end as name,
      iso(i.created_at) as "createdAt", iso(i.expires_at) as "expiresAt",
      iso(i.undelivered_at) as "undeliveredAt",
      coalesce(i.invited_by = ${session.userId}, false) or ${isOwner(id, session.userId)} as "mayCancel"
    from admin_invitations i left join users u on u.id = i.user_id where ${waiting}
    order by i.created_at desc, i.id limit ${limit} offset ${offset}`.execute(db);
  return { count: rows[0]!.count, results: page.rows };
};

const cancel: Handler<'organizations.cancelAdminInvitation'> = async (context, { id, invitationId }) => {
  requireActing(context, id);
  const { db, session } = context;
  const { rows } = await sql`delete from admin_invitations i where i.id = ${invitationId} and i.organization_id = ${id}
    and (i.invited_by = ${session.userId} or ${isOwner(id, session.userId)}) returning i.id`.execute(db);
  found(rows[0]);
  return undefined;
};

const answer: Handler<'organizations.answerAdminInvitation'> = async (context, { invitationId, isAccepted }) => {
  const { db, session, now, wake } = context;
  const { userId } = session;
  const [named] = await acceptable(db, userId, now, sql`i.id = ${invitationId}`);
  const { organizationId } = found(named);
  await raiseScopes(db, [organizationScope(organizationId), userScope(userId)]);
  // It may have been taken back, or the person removed, while this waited.
  const [invitation] = await acceptable(db, userId, now, sql`i.id = ${invitationId} for update of i`);
  found(invitation);
  await sql`delete from admin_invitations i using users u where u.id = ${userId} and i.organization_id = ${organizationId}
    and (i.user_id = u.id or i.id = ${invitationId})`.execute(db);
  if (isAccepted) {
    await db
      .insertInto('organization_admins')
      .values({ organization_id: organizationId, user_id: userId, role: 'Admin' })
      .onConflict((on) => on.doNothing())
      .execute();
    // Also gives the person's own row, which names the organization, a new version.
    await db.updateTable('users').set({ is_organization: true }).where('id', '=', userId).execute();
    wake(userScope(userId));
  }
  return readMe(db, userId);
};

export const invitationHandlers = {
  'organizations.inviteAdministrator': async (context, { email }) => {
    await inviteAddress(context, context.scope.slice('org:'.length), email);
    return { errors: [] };
  },
  'organizations.inviteAdminsByEmails': (context, { id, emails }) =>
    inviteAll(context, id, emails, (email) => inviteAddress(context, id, email)),
  'organizations.inviteAdminsByUsers': (context, { id, user_ids: people }) =>
    inviteAll(context, id, people, (userId) => invitePerson(context, id, userId)),
  'organizations.adminInvitations': list,
  'organizations.cancelAdminInvitation': cancel,
  'organizations.ownAdminInvitations': async ({ db, session, now }) => {
    const rows = await acceptable(db, session.userId, now);
    return {
      count: rows.length,
      results: rows.map(({ id, organizationName, invitedBy, expiresAt }) => ({
        id,
        organizationName,
        invitedBy,
        expiresAt: expiresAt.toISOString(),
      })),
    };
  },
  'organizations.answerAdminInvitation': answer,
} satisfies Handlers;
