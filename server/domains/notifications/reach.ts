import { sql } from 'kysely';
import { newId, userScope } from '#contract/ids.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { readMailReport, type MailReport } from '#server/adapters/mail-report.ts';
import type { Mail } from '#server/adapters/mail.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import { findReturnTokens, isReturnTokenOf, returnAddress } from '#server/adapters/return-address.ts';
import type { Db } from '#server/db/database.ts';
import { inScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { noteInvitedReport } from '../invited-mail/index.ts';
import { notify } from './notify.ts';
import { mergeSettings } from './queries.ts';

/**
 * Sends a mail to a person's verified address. It comes back to us if it cannot be delivered; if the mail server says at once that
 * there is no such mailbox, the person is told in the app. Source: decision 0133.
 *
 * @throws what `send` of the mail sender throws.
 */
export const mailPerson = async (services: Services, userId: string, mail: Mail): Promise<void> => {
  const returnTo = returnAddress(services.config, { kind: 'person', id: userId }, mail.to);
  try {
    await services.mail.send({ ...mail, ...(returnTo && { returnTo }) });
  } catch (error) {
    if (error instanceof RecipientRefused && error.isAddressDead)
      await noteReport(services, userId, 'bounce', (email) => email.toLowerCase() === mail.to.toLowerCase());
    throw error;
  }
};

/**
 * Takes a mail that came back. What is no report, or names no person and no invitation by a token of ours, changes nothing.
 * Source: decision 0133, decision 0135.
 *
 * @param message The whole mail.
 */
export const takeReturnedMail = async (services: Services, message: string): Promise<void> => {
  const { config, log } = services;
  const report = readMailReport(message);
  if (!config.bounces || !report) return log.info({ report }, 'a returned mail says nothing about an address');
  for (const token of findReturnTokens(config.bounces.address, message)) {
    const { kind, id } = token;
    if (kind === 'person') await noteReport(services, id, report, (email) => isReturnTokenOf(config, token, email));
    else await noteInvitedReport(services, { ...token, kind }, report);
  }
};

/** Acts on a report about the address that the person has verified now, and tells them in the app. Once: a repeat changes nothing. */
const noteReport = async (
  services: Services,
  userId: string,
  report: MailReport,
  isAbout: (email: string) => boolean,
): Promise<void> => {
  const scope = userScope(userId);
  const find = (db: Db) =>
    db
      .selectFrom('users')
      .select(['email', 'last_role as lastRole', sql<string>`mask_email(email)`.as('masked')])
      .where('id', '=', userId)
      .where('email_verified_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  // Of a stranger's id nothing is written, not even its counter.
  const known = await find(services.database.db);
  if (!known || !isAbout(known.email)) return;
  await inScopes(services.database.db, [scope], async (tx) => {
    const person = await find(tx);
    if (!person || !isAbout(person.email)) return;
    const isNew = await (report === 'bounce' ? markUnreachable(tx, services, userId) : stopDigests(tx, userId));
    if (!isNew) return;
    const kind = report === 'bounce' ? 'email_unreachable' : 'email_complaint';
    const { title, text, linkTitle } = notificationKinds[kind];
    await notify(tx, services, {
      userId,
      recipientType: person.lastRole === 'learner' ? 'learner' : 'educator',
      kind,
      cause: `${kind}:${newId(services.now().getTime())}`,
      title: title(),
      text: text({ email: person.masked }),
      link: notificationLinks.notificationSettings,
      linkTitle,
    });
  });
};

/** @returns Whether mails went there until now. */
const markUnreachable = async (db: Db, { now }: Services, userId: string): Promise<boolean> => {
  const marked = await db
    .updateTable('users')
    .set({ email_unreachable_since: now() })
    .where('id', '=', userId)
    .where('email_unreachable_since', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
};

/** @returns Whether digests were mailed until now. */
const stopDigests = async (db: Db, userId: string): Promise<boolean> => {
  const { notification_settings: before } = await db
    .selectFrom('users')
    .select('notification_settings')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if ((before as { isMailed?: boolean }).isMailed === false) return false;
  await mergeSettings(db, userId, { isMailed: false });
  return true;
};

/** Lets mails go to the person's address again: they say that it works, or it has just been proved. */
export const forgetUnreachable = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('users')
    .set({ email_unreachable_since: null })
    .where('id', '=', userId)
    .where('email_unreachable_since', 'is not', null)
    .execute();
};
