import type { ParsedInputOf } from '#contract/call.ts';
import type { changePassword as changePasswordCall } from '#contract/account.ts';
import { userScope } from '#contract/ids.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import {
  checkNewPassword,
  checkOwnPassword,
  endOtherSessions,
  hashPassword,
  isPassword,
  noteSecurity,
  ownWords,
  renewTokens,
} from '../auth/index.ts';

/** A change whose answer was lost is repeated within this time, by the browser or by the person. */
const REPEAT_WITHIN_MS = 2 * 60_000;

const readPerson = ({ db, session }: CallContext) =>
  db
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName', 'username', 'email'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();

const wasJustChanged = async ({ db, session, now }: CallContext): Promise<boolean> =>
  (await db
    .selectFrom('account_events')
    .select('id')
    .where('user_id', '=', session.userId)
    .where('kind', '=', 'password_changed')
    .where('created_at', '>', new Date(now.getTime() - REPEAT_WITHIN_MS))
    .executeTakeFirst()) !== undefined;

/**
 * Changes the password, which needs the current one; all other sessions end. Wrong tries count like those of sign-in, in buckets
 * of their own. Source: D-88.
 *
 * @throws Problem `account.wrong_current_password`, `auth.too_many_logins`, `auth.password_weak`, `auth.password_mismatch`
 */
const changePassword = async (context: CallContext, input: ParsedInputOf<typeof changePasswordCall>) => {
  const { services, db, session } = context;
  const { userId, sessionId } = session;
  checkNewPassword(input.password1, input.password2);
  // A change at the same time waits, and then finds that the current password is another one.
  await raiseScopes(db, [userScope(userId)]);
  const outcome = await checkOwnPassword(context, input.currentPassword, {
    refusal: 'account.wrong_current_password',
    isRepeat: async (hash) => (await wasJustChanged(context)) && isPassword(services, 'known', input.password1, hash),
  });
  if (outcome === 'right') {
    checkNewPassword(input.password1, input.password2, ownWords(await readPerson(context)));
    const passwordHash = await hashPassword(services, 'known', input.password1);
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    await endOtherSessions(services, db, { userId, sessionId });
    await noteSecurity(context, db, userId, 'password_changed');
  }
  return renewTokens(context, session);
};

export const passwordHandlers = { 'account.changePassword': changePassword } satisfies Handlers;
