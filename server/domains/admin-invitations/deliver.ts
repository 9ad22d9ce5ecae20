import { sql } from 'kysely';
import { adminInviteMail } from '#contract/text/organizations-mail.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import type { Services } from '#server/services.ts';
import { greetingName } from '../auth/index.ts';
import { hasRefused, mailInvited } from '../invited-mail/index.ts';
import { refusalToken } from '../invites/index.ts';
import { mailPerson } from '../notifications/index.ts';

/** Letters, digits and what stands between words: nothing that a mail program turns into a link. */
const PLAIN = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} '’&()-]{1,59}$/u;

interface Row {
  email: string;
  organization: string;
  firstName: string | null;
  /** The person who was picked from the list; null where an address was invited. */
  pickedId: string | null;
  hasAccount: boolean;
  expiresAt: Date;
}

/**
 * Mails an invitation to administer an organization, once. One that was cancelled, answered or has expired meanwhile is not
 * mailed, and an address that the mail server refuses is left alone.
 *
 * @throws Error if nothing can be sent now: try again.
 */
export const deliverAdminInvitation = async (services: Services, id: string): Promise<void> => {
  const { db } = services.database;
  const { rows } =
    await sql<Row>`select coalesce(i.email, u.email)::text as email, o.name as organization, b.first_name as "firstName",
      i.user_id is not null as "hasAccount", case when i.email is null then i.user_id end as "pickedId", i.expires_at as "expiresAt"
    from admin_invitations i join organizations o on o.id = i.organization_id and o.status = 'approved'
      left join users b on b.id = i.invited_by and b.deleted_at is null
      left join users u on u.id = i.user_id and u.email_verified_at is not null and u.deleted_at is null
    where i.id = ${id} and coalesce(i.email, u.email) is not null and not i.is_mailed and i.expires_at > ${services.now()}`.execute(
      db,
    );
  const [row] = rows;
  if (!row || (await hasRefused(services, db, row.email))) return;
  const { publicUrl } = services.config;
  const page = '/organization-invitations';
  const mail = {
    to: row.email,
    ...adminInviteMail({
      ...row,
      // Names of the sender's choice may not write our mails (decision 0059).
      organization: PLAIN.test(row.organization) ? row.organization : '',
      inviter: greetingName(row.firstName ?? ''),
      link: row.hasAccount ? `${publicUrl}${page}` : `${publicUrl}/sign-up?next=${encodeURIComponent(page)}`,
      refuseLink: `${publicUrl}/no-invitations#${refusalToken(services, id)}`,
    }),
  };
  try {
    // What becomes of the address of a person who was picked concerns them, not the organization.
    if (row.pickedId) await mailPerson(services, row.pickedId, mail);
    else await mailInvited(services, 'admin_invitation', id, mail);
  } catch (error) {
    if (!(error instanceof RecipientRefused)) throw error;
    services.log.warn({ id }, 'the address of an invitation to administer was refused');
  }
  await sql`update admin_invitations set is_mailed = true where id = ${id}`.execute(db);
};
