import type { ParsedInputOf } from '#contract/call.ts';
import type { AccountSettings, changeAccountSettings } from '#contract/account.ts';
import { USERNAME_WAIT_DAYS } from '#contract/limits.ts';
import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { isReservedName } from '../auth/index.ts';
import { recordAccountEvent } from './events.ts';

const DAY_MS = 86_400_000;

/** The account settings record of a person. Source: PRO-035. */
export const readAccountSettings = (db: Db, userId: string): Promise<AccountSettings> =>
  db
    .selectFrom('users')
    .select((e) => [
      'username',
      'email',
      'phone_number as phoneNumber',
      'communication_method as communicationMethod',
      'first_name as firstName',
      'last_name as lastName',
      e('email_verified_at', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
      e('phone_verified_at', 'is not', null).$castTo<boolean>().as('isPhoneVerified'),
    ])
    .where('id', '=', userId)
    .$narrowType<Pick<AccountSettings, 'communicationMethod'>>()
    .executeTakeFirstOrThrow();

const change = async ({ db, session }: CallContext, input: ParsedInputOf<typeof changeAccountSettings>) => {
  const { firstName, lastName, communicationMethod } = input;
  const changed = {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(communicationMethod !== undefined && { communication_method: communicationMethod }),
  };
  if (Object.keys(changed).length > 0)
    await db.updateTable('users').set(changed).where('id', '=', session.userId).execute();
  return readAccountSettings(db, session.userId);
};

/** A username changes once in 30 days; the one in use may be sent again. Source: D-88. */
const changeUsername = async (context: CallContext, { username }: { username: string }) => {
  const { db, session, request, now } = context;
  const { userId } = session;
  // Two changes at the same time wait for each other, so that only one of them passes.
  await raiseScopes(db, [userScope(userId)]);
  const before = await db
    .selectFrom('users')
    .select(['username', 'username_changed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (before.username === username) return readAccountSettings(db, userId);
  const again = (before.username_changed_at?.getTime() ?? 0) + USERNAME_WAIT_DAYS * DAY_MS;
  if (again > now.getTime())
    throw new Problem('account.username_wait', { days: Math.ceil((again - now.getTime()) / DAY_MS) });
  if (isReservedName(username)) throw new Problem('auth.username_taken');
  await db.updateTable('users').set({ username, username_changed_at: now }).where('id', '=', userId).execute();
  await recordAccountEvent(db, {
    userId,
    kind: 'username_changed',
    userAgent: request.header('user-agent'),
    at: now,
    detail: { from: before.username, to: username },
  });
  return readAccountSettings(db, userId);
};

export const settingsHandlers = {
  'account.settings': ({ db, session }: CallContext) => readAccountSettings(db, session.userId),
  'account.change': change,
  'account.changeUsername': changeUsername,
} satisfies Handlers;
