import { Problem } from '#contract/problems.ts';
import { messageText } from '#contract/text/auth-messages.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { notify } from '../notifications/index.ts';
import { makeCodeRow, readDestination, tryCode, type Method } from './codes.ts';
import { isDelayed } from './delivery.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { countCodeCheck, countSend } from './limits.ts';
import { checkNewPassword, ownWords } from './passwords.ts';
import { hashPassword, hashToken, isPassword, isSame, makeToken } from './secrets.ts';
import { sendSecurityMessage } from './security-message.ts';
import { endAllSessions } from './sessions.ts';

/** Source: D-66. */
const RESET_TOKEN_LIFE_MS = 15 * 60_000;
/** A request whose answer was lost is repeated within this time, by the browser or by the person. */
const REPEAT_WITHIN_MS = 2 * 60_000;

/**
 * Sends a reset code if there is such an account, by a job that is retried. The answer, its time and the job are the same
 * if there is none: then a code is made that is not sent. Source: D-64, D-65, decision 0025.
 */
const requestReset = async (context: CallContext, input: { communicationMethod: Method; destinationValue: string }) => {
  const { services, db, request } = context;
  const method = input.communicationMethod;
  const destination = readDestination(method, input.destinationValue);
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(method === 'email' ? 'email' : 'phone_number', '=', destination)
    // A contact that was not verified resets nothing. Source: D-57.
    .where(method === 'email' ? 'email_verified_at' : 'phone_verified_at', 'is not', null)
    .executeTakeFirst();
  await countSend(services, request.client, { purpose: 'reset', destination }, knownDevice(context, user?.id));
  const codeId = await db.transaction().execute(async (tx) => {
    const made = await makeCodeRow(services, tx, {
      purpose: 'reset',
      destination,
      ...(user ? { userId: user.id } : {}),
    });
    await services.jobs.send(tx, 'code.send', { codeId: made });
    return made;
  });
  return { codeId };
};

const verifyReset = async (
  context: CallContext,
  input: { confirmationCodeFromUser: string; confirmationCodeId: string },
) => {
  const { services, db, request } = context;
  await countCodeCheck(services, request.client);
  const right = await tryCode(context, 'reset', input.confirmationCodeId, input.confirmationCodeFromUser);
  if (!right?.user_id) return { correct: false };
  const token = makeToken();
  await db
    .updateTable('confirmation_codes')
    .set({ verified_at: services.now(), reset_token_hash: hashToken(token) })
    .where('id', '=', right.id)
    .execute();
  return { correct: true, resetToken: `${right.id}.${token}` };
};

/** Sets the new password, ends every session and notifies the person. */
const completeReset = async (
  context: CallContext,
  input: { resetToken: string; password1: string; password2: string },
) => {
  const { services, db, request, afterCommit } = context;
  checkNewPassword(input.password1, input.password2);
  const { codeId, userId, isUsed } = await readResetToken(services, db, input.resetToken);
  // Strangers' wrong tries must not keep the person from signing in with the new password.
  rememberDevice(context, userId);
  if (isUsed) return confirmRepeat(context, codeId, input.password1);
  checkNewPassword(input.password1, input.password2, await readOwnWords(db, userId));
  const passwordHash = await hashPassword(services, 'known', input.password1);
  const user = await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('confirmation_codes')
      .set({ used_at: services.now() })
      .where('id', '=', codeId)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!used) return undefined;
    const changed = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .returning('last_role')
      .executeTakeFirstOrThrow();
    await endAllSessions(services, tx, userId);
    await recordAccountEvent(tx, {
      userId,
      kind: 'password_changed',
      userAgent: request.header('user-agent'),
      at: services.now(),
      detail: { byCode: true },
    });
    await notify(tx, services, {
      userId,
      recipientType: changed.last_role === 'learner' ? 'learner' : 'educator',
      kind: 'security',
      cause: `password_changed:${codeId}`,
      ...messageText.passwordChanged,
      link: notificationLinks.history,
    });
    return changed;
  });
  if (!user) return confirmRepeat(context, codeId, input.password1);
  afterCommit(() => {
    const message = messageText.passwordChangedMail(`${services.config.publicUrl}/reset-password-email`);
    services.background.run(() => sendSecurityMessage(services, userId, message));
  });
  return undefined;
};

const readOwnWords = async (db: CallContext['db'], userId: string): Promise<readonly string[]> =>
  ownWords(
    await db
      .selectFrom('users')
      .select(['first_name as firstName', 'last_name as lastName', 'username', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  );

/**
 * Answers a repeat: the same token and password again, a moment later, get the same answer.
 *
 * @throws Problem `auth.reset_used` for any other use of a used token.
 */
const confirmRepeat = async (
  { services, db, now }: CallContext,
  codeId: string,
  password: string,
): Promise<undefined> => {
  const row = await db
    .selectFrom('confirmation_codes as code')
    .innerJoin('users as owner', 'owner.id', 'code.user_id')
    .select('owner.password_hash as hash')
    .where('code.id', '=', codeId)
    .where('code.used_at', '>', new Date(now.getTime() - REPEAT_WITHIN_MS))
    .executeTakeFirst();
  if (!row || !(await isPassword(services, 'known', password, row.hash))) throw new Problem('auth.reset_used');
};

const readResetToken = async (
  { now }: CallContext['services'],
  db: CallContext['db'],
  text: string,
): Promise<{ codeId: string; userId: string; isUsed: boolean }> => {
  const [codeId, token] = text.split('.');
  if (!codeId || !token || !/^[0-9a-f-]{36}$/.test(codeId)) throw new Problem('auth.reset_used');
  const row = await db
    .selectFrom('confirmation_codes')
    .select(['id', 'user_id', 'reset_token_hash', 'used_at'])
    .where('id', '=', codeId)
    .where('purpose', '=', 'reset')
    .where('verified_at', '>', new Date(now().getTime() - RESET_TOKEN_LIFE_MS))
    .executeTakeFirst();
  if (!row?.user_id || !row.reset_token_hash || !isSame(row.reset_token_hash, hashToken(token)))
    throw new Problem('auth.reset_used');
  return { codeId: row.id, userId: row.user_id, isUsed: row.used_at !== null };
};

export const resetHandlers = {
  'auth.requestReset': requestReset,
  'auth.verifyReset': verifyReset,
  'auth.completeReset': completeReset,
  'auth.delivery': async ({ services }, { communicationMethod }) => ({
    isDelayed: await isDelayed(services, communicationMethod),
  }),
} satisfies Handlers;
