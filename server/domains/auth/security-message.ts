import type { MailContent } from '#server/adapters/mail-template.ts';
import type { Services } from '#server/services.ts';
import { mailPerson } from '../notifications/index.ts';

export interface SecurityMessage extends MailContent {
  /** The same as a text message. */
  sms: string;
}

/**
 * Sends a message about the safety of an account, after the commit of what happened, as `deliverMessage` does. A failure
 * is only logged: the same is in the person's notifications.
 */
export const sendSecurityMessage = async (
  services: Services,
  userId: string,
  message: SecurityMessage,
  formerEmail?: string,
): Promise<void> => {
  try {
    await deliverMessage(services, userId, message, formerEmail);
  } catch (error) {
    services.log.error({ err: error, userId }, 'security message not sent');
  }
};

/**
 * Sends a message to a person: as a mail if they verified their address, else as a text message, also if mails to the address came
 * back (decision 0133). An address that was not verified may be a stranger's.
 *
 * @param formerEmail A verified address that the account had until now; the message goes there instead.
 * @throws what the sender of mails or text messages throws.
 */
export const deliverMessage = async (
  services: Services,
  userId: string,
  { sms: short, ...words }: SecurityMessage,
  formerEmail?: string,
): Promise<void> => {
  const { database, mail, sms } = services;
  if (formerEmail) return mail.send({ to: formerEmail, ...words });
  const to = await database.db
    .selectFrom('users')
    .select(['email', 'phone_number', 'email_verified_at', 'phone_verified_at', 'email_unreachable_since'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const isTexted = to?.phone_verified_at && (!to.email_verified_at || to.email_unreachable_since);
  if (to?.email_verified_at && !isTexted) return mailPerson(services, userId, { to: to.email, ...words });
  if (isTexted) return sms.send(to.phone_number, short);
};
