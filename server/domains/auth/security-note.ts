import { newId } from '#contract/ids.ts';
import { messageText } from '#contract/text/auth-messages.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { notify } from '../notifications/index.ts';
import { sendSecurityMessage } from './security-message.ts';

export type SecurityChange = keyof typeof messageText.security;

/** Changes that open nothing: without a mail. */
const NOT_MAILED: ReadonlySet<SecurityChange> = new Set(['passkey_deleted']);

/**
 * Records a change of what opens an account, and tells its owner: in the account history, by a notification that leads
 * there, and, unless it opens nothing, by mail or text message once the change is committed. Source: D-341, D-89.
 *
 * @param formerEmail The address before this change, where a thief of the account does not read it; by default the
 *   message goes where the person verified that they read it.
 */
export const noteSecurity = async (
  { services, request, afterCommit }: CallContext,
  db: Db,
  userId: string,
  change: SecurityChange,
  formerEmail?: string,
): Promise<void> => {
  const words = messageText.security[change];
  const at = services.now();
  const person = await db.selectFrom('users').select('last_role').where('id', '=', userId).executeTakeFirstOrThrow();
  await recordAccountEvent(db, { userId, kind: change, userAgent: request.header('user-agent'), at });
  await notify(db, services, {
    userId,
    recipientType: person.last_role === 'learner' ? 'learner' : 'educator',
    kind: 'security',
    cause: `${change}:${newId(at.getTime())}`,
    ...words,
    link: notificationLinks.history,
    linkTitle: messageText.passwordChanged.linkTitle,
  });
  if (NOT_MAILED.has(change)) return;
  const message = messageText.securityMail(words, `${services.config.publicUrl}/reset-password-email`);
  afterCommit(() => sendSecurityMessage(services, userId, message, formerEmail));
};
