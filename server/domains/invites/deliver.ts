import { sql } from 'kysely';
import { inviteMail, inviteMessage } from '#contract/text/invites-mail.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import type { Services } from '#server/services.ts';
import { greetingName } from '../auth/index.ts';
import { statusSql } from '../discounts/index.ts';
import { hasRefused, mailInvited } from '../invited-mail/index.ts';
import { refusalToken } from './refusals.ts';

export interface InviteMessage {
  id: string;
  about: 'invitation' | 'reminder';
  /** Its number among the messages of this invitation: a job that runs again sends nothing twice. */
  send: number;
}

interface Row {
  code: string;
  email: string | null;
  phoneNumber: string | null;
  expiresAt: Date;
  firstName: string;
  username: string;
}

/**
 * Sends the mail or the text message of an invitation. One that was cancelled, used or has expired meanwhile is not sent. An
 * address that the mail server or the SMS gateway refuses is noted: the sender sees it.
 *
 * @throws Error if nothing can be sent now: try again.
 */
export const deliverInvitation = async (services: Services, { id, about, send }: InviteMessage): Promise<void> => {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<Row>`select c.code, c.email, c.phone_number as "phoneNumber", c.expires_at as "expiresAt",
      u.first_name as "firstName", u.username
    from shareable_codes c join users u on u.id = c.sender_id and u.deleted_at is null
    where c.id = ${id} and c.sends_done < ${send} and ${statusSql(now)} = 'pending'`.execute(db);
  const [row] = rows;
  const address = row?.email ?? row?.phoneNumber;
  if (!row || !address) return;
  const facts = {
    // A name of the sender's choice may not write our mails: only a plain short name is named (decision 0059).
    firstName: greetingName(row.firstName),
    username: row.username,
    code: row.code,
    link: `${services.config.publicUrl}/invitation/${row.code}`,
    expiresAt: row.expiresAt,
    // Behind the #: browsers send it to no server, and it is in no log.
    refuseLink: `${services.config.publicUrl}/no-invitations#${refusalToken(services, id)}`,
  };
  let isRefused = await hasRefused(services, db, address);
  if (!isRefused)
    try {
      if (row.email === null) await services.sms.send(address, inviteMessage[about](facts));
      else await mailInvited(services, 'invitation', id, { to: address, ...inviteMail[about](facts) });
    } catch (error) {
      if (!(error instanceof RecipientRefused)) throw error;
      services.log.warn({ id }, 'the address of an invitation was refused');
      isRefused = true;
    }
  await sql`update shareable_codes set sends_done = greatest(sends_done, ${send}::int), is_refused = ${isRefused}
    where id = ${id}`.execute(db);
};
