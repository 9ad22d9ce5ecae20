import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { found, type CallContext } from '#server/calls/context.ts';
import { isBlockedBetween } from '../blocks/index.ts';
import { checkAddress, countMessage } from '../invites/index.ts';
import { noticeRole } from './notice.ts';

const isAdmin = async ({ db }: CallContext, organizationId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('organization_admins')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

interface Invited {
  organizationId: string;
  userId: string | null;
  email: string | null;
}

/** Two at once become one; one that has expired begins again. @throws Problem `organization.invited`, `invite.undelivered` */
const add = async ({ db, session, now }: CallContext, { organizationId, userId, email }: Invited): Promise<string> => {
  await sql`delete from admin_invitations where organization_id = ${organizationId} and expires_at <= ${now}
    and (email = ${email}::citext or (email is null and user_id = ${userId}))`.execute(db);
  const { rows } = await sql<{ id: string }>`insert into admin_invitations
      (id, organization_id, user_id, email, invited_by, created_at, expires_at)
    values (${newId(now.getTime())}, ${organizationId}, ${userId}, ${email}, ${session.userId}, ${now},
      ${now}::timestamptz + interval '1 month')
    on conflict do nothing returning id`.execute(db);
  if (rows[0]) return rows[0].id;
  const { rows: back } = await sql`select 1 from admin_invitations where organization_id = ${organizationId}
    and email = ${email}::citext and undelivered_at is not null`.execute(db);
  throw new Problem(back.length > 0 ? 'invite.undelivered' : 'organization.invited');
};

const tellInvited = ({ db, services }: CallContext, id: string, organizationId: string, userId: string) =>
  noticeRole(db, services, { userId, kind: 'admin_invited', cause: `admin-invited:${id}`, organizationId });

/**
 * Invites an address by mail. Whether it belongs to an account is answered the same, so that an address tells nothing.
 *
 * @throws Problem why it is not invited.
 */
export const inviteAddress = async (context: CallContext, organizationId: string, email: string): Promise<void> => {
  const { db, services, session } = context;
  await countMessage(context, { email });
  await checkAddress(context, email);
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('is_registration_complete', '=', true)
    .executeTakeFirst();
  // Administrators see each other's addresses anyway.
  if (member && (await isAdmin(context, organizationId, member.id))) throw new Problem('organization.is_admin');
  // The same as of somebody who refused: nobody learns of a block.
  if (member && (await isBlockedBetween(db, session.userId, member.id))) throw new Problem('invite.opted_out');
  const id = await add(context, { organizationId, userId: member?.id ?? null, email });
  if (member) await tellInvited(context, id, organizationId, member.id);
  await services.jobs.send(db, 'admin.invite', { id });
};

/**
 * Invites a person of the picker by a notification, and by mail if they verified an address.
 *
 * @throws Problem why they are not invited; `access.not_found` for a person whom the picker does not show.
 */
export const invitePerson = async (context: CallContext, organizationId: string, userId: string): Promise<void> => {
  const { db, services, session } = context;
  const person = await db
    .selectFrom('users')
    .select(['id'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('is_suspended', '=', false)
    .where('is_registration_complete', '=', true)
    .executeTakeFirst();
  found(person);
  if (await isBlockedBetween(db, session.userId, userId)) throw new Problem('access.not_found');
  if (await isAdmin(context, organizationId, userId)) throw new Problem('organization.is_admin');
  await countMessage(context, {});
  const id = await add(context, { organizationId, userId, email: null });
  await tellInvited(context, id, organizationId, userId);
  await services.jobs.send(db, 'admin.invite', { id });
};
