import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { mailPerson } from './reach.ts';
import { mailOf } from './settings.ts';

/** A notification that is mailed, and to whom. */
const readMail = (db: Db, notificationId: string) =>
  db
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.kind', 'n.title', 'n.text', 'n.link', 'n.link_title as linkTitle', 'u.id as userId', 'u.email'])
    .where('n.id', '=', notificationId)
    .where('u.email_verified_at', 'is not', null)
    .where('u.email_unreachable_since', 'is', null)
    // Money that comes back concerns a person also after the account was deleted; access does not.
    .where(({ eb, or }) => or([eb('u.deleted_at', 'is', null), eb('n.kind', 'in', ['refund_sent', 'refund_failed'])]))
    .executeTakeFirst();

/**
 * Mails a notification to its recipient, if they verified an address: its words, what to do, and its link as the button. One that
 * the person deleted meanwhile was read.
 *
 * @throws what the mail server's failure throws, but not for an address that is refused.
 */
export const mailNotice = async (services: Services, notificationId: string): Promise<void> => {
  const { database, config, log } = services;
  const notice = await readMail(database.db, notificationId);
  const words = notice && mailOf(notice.kind);
  if (!words) return;
  const { email: to, title, text, link, linkTitle } = notice;
  try {
    await mailPerson(services, notice.userId, {
      to,
      subject: words.subject(title),
      heading: title,
      text: `${text}\n\n${words.more}`,
      ...(link && linkTitle && { button: { label: linkTitle, address: `${config.publicUrl}${link}` } }),
      note: words.note,
    });
  } catch (error) {
    if (!(error instanceof RecipientRefused)) throw error;
    log.warn({ err: error, notificationId }, 'the address of a notification is refused');
  }
};
