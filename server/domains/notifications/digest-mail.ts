import { digestMail } from '#contract/text/notifications-digest.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import type { Services } from '#server/services.ts';
import { noteMailed, readDigestMail, type DigestItem } from './digests.ts';
import { addressToStop } from './digest-stop.ts';
import { mailPerson } from './reach.ts';

/** Notifications that a mail lists. */
const LISTED = 20;

/** Words of others stay on one line each, so that they cannot look like another notification. */
const oneLine = (words: string): string => words.replace(/\s+/gu, ' ').trim();

/**
 * Mails a digest: its newest unread notifications, each with its link. A job that runs again sends nothing if the mail server had
 * taken the mail; if the answer was lost, the second mail has the first one's id.
 *
 * @throws what the mail server's failure throws, but not for an address that is refused.
 */
export const mailDigest = async (services: Services, digestId: string): Promise<void> => {
  const { database, config, log, now } = services;
  const digest = await readDigestMail(database.db, digestId);
  if (!digest) return;
  const { userId, email: to, items } = digest;
  const paragraph = ({ title, text, link }: DigestItem) =>
    [oneLine(title), oneLine(text), ...(link === null ? [] : [`${config.publicUrl}${link}`])].join('\n');
  const left = items.length - LISTED;
  const stop = addressToStop(config, userId, now());
  try {
    await mailPerson(services, userId, {
      to,
      subject: digestMail.subject(items.length, items[0]!.title),
      heading: digestMail.heading(items.length),
      text: [...items.slice(0, LISTED).map(paragraph), ...(left > 0 ? [digestMail.more(left)] : [])].join('\n\n'),
      button: { label: digestMail.open, address: `${config.publicUrl}/notifications` },
      note: digestMail.note(`${config.publicUrl}/notification-settings`, stop),
      repeatId: digestId,
      unsubscribe: stop,
    });
  } catch (error) {
    if (!(error instanceof RecipientRefused)) throw error;
    log.warn({ err: error, digestId }, 'the address of a digest is refused');
  }
  await noteMailed(database.db, digestId, now());
};
