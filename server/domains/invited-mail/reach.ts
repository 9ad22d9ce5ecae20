import { sql, type RawBuilder } from 'kysely';
import type { MailReport } from '#server/adapters/mail-report.ts';
import type { Mail } from '#server/adapters/mail.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import { isReturnTokenOf, returnAddress, type ReturnKind, type ReturnToken } from '#server/adapters/return-address.ts';
import type { Services } from '#server/services.ts';
import { refuseAddress } from './refusals.ts';

export type InvitedKind = Exclude<ReturnKind, 'person'>;

/** Where each kind keeps its address. */
const PLACES: Record<InvitedKind, { table: RawBuilder<unknown>; email: RawBuilder<unknown> }> = {
  invitation: { table: sql`shareable_codes`, email: sql`email` },
  admin_invitation: { table: sql`admin_invitations`, email: sql`email` },
  guardian: { table: sql`guardian_requests`, email: sql`guardian_email` },
};

const markUndelivered = async ({ database, now }: Services, kind: InvitedKind, id: string): Promise<void> => {
  await sql`update ${PLACES[kind].table} set undelivered_at = ${now()} where id = ${id} and undelivered_at is null`.execute(
    database.db,
  );
};

/**
 * Sends a mail to an address that belongs to nobody here yet. It comes back to us if it cannot be delivered. If the mail server
 * says at once that there is no such mailbox, that is kept, for who asked for the mail. Source: decision 0135.
 *
 * @throws what `send` of the mail sender throws.
 */
export const mailInvited = async (services: Services, kind: InvitedKind, id: string, mail: Mail): Promise<void> => {
  const returnTo = returnAddress(services.config, { kind, id }, mail.to);
  try {
    await services.mail.send({ ...mail, ...(returnTo && { returnTo }) });
  } catch (error) {
    if (error instanceof RecipientRefused && error.isAddressDead) await markUndelivered(services, kind, id);
    throw error;
  }
};

/** Acts on a report about a mail to an address that was invited. A token that does not fit its row changes nothing. */
export const noteInvitedReport = async (
  services: Services,
  token: ReturnToken & { kind: InvitedKind },
  report: MailReport,
): Promise<void> => {
  const { db } = services.database;
  const { table, email } = PLACES[token.kind];
  const { rows } = await sql<{ email: string }>`select ${email}::text as email from ${table}
    where id = ${token.id} and ${email} is not null`.execute(db);
  const address = rows[0]?.email;
  if (address === undefined || !isReturnTokenOf(services.config, token, address)) return;
  if (report === 'complaint') await refuseAddress(services, db, address);
  // A guardian who calls it spam is not asked again either, and a consent is no invitation.
  if (report === 'bounce' || token.kind === 'guardian') await markUndelivered(services, token.kind, token.id);
};
