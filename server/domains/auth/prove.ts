import { sql } from 'kysely';
import type { Deletion } from '#contract/account-leaving.ts';
import { DELETION_UNDO_DAYS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { knownDevice } from './known-device.ts';
import { hashToken, isPassword } from './secrets.ts';
import { countTry, tryPassword } from './try-password.ts';

const DAY_MS = 86_400_000;

/**
 * Finds an account by username or email; a username has no `@`. Of several accounts that claim an address, the one that
 * verified it counts, else the first; a deleted one comes last. Source: D-57.
 */
const findAccount = (db: Db, name: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_suspended', 'deleted_at'])
    .where(name.includes('@') ? 'email' : 'username', '=', name)
    .orderBy(sql`deleted_at is not null`)
    .orderBy(sql`email_verified_at is null`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/**
 * The account of a name and its password. An unknown name and a wrong password get the same answer and take the same
 * time; wrong tries are limited.
 *
 * @throws Problem `auth.wrong_login`, `auth.too_many_logins`, `server.busy`
 */
export const proveAccount = async (context: CallContext, name: string, password: string): Promise<Account> => {
  const { services, db, request } = context;
  const account = await findAccount(db, name);
  const isRight = await tryPassword(services, request.client, {
    account: account?.id ?? hashToken(name.toLowerCase()),
    device: knownDevice(context, account?.id),
    password,
    hash: account?.password_hash,
  });
  if (!isRight || !account) throw new Problem('auth.wrong_login');
  return account;
};

interface PasswordCheck {
  /** The refusal of a wrong password. */
  refusal?: 'account.wrong_password' | 'account.wrong_current_password';
  /** Whether what the password is asked for was just done, and its answer was lost. @param hash Of the password in use. */
  isRepeat?: (hash: string) => Promise<boolean>;
}

/**
 * Checks the password of the signed-in person: the one way to do it. Wrong tries count like those of a sign-in, in
 * buckets of their own, so that strangers who guess cannot keep the owner from it.
 *
 * @throws Problem `refusal`, `auth.too_many_logins`, `server.busy`
 */
export const checkOwnPassword = async (
  context: CallContext,
  password: string,
  { refusal = 'account.wrong_password', isRepeat }: PasswordCheck = {},
): Promise<'right' | 'repeat'> => {
  const { services, db, request, session } = context;
  const { userId } = session;
  const { password_hash: hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const proof = { account: `account:${userId}`, device: knownDevice(context, userId), password, hash };
  const outcome = await countTry(services, request.client, proof, async () => {
    if (await isRepeat?.(hash)) return 'repeat';
    return (await isPassword(services, 'known', password, hash)) ? 'right' : undefined;
  });
  if (!outcome) throw new Problem(refusal);
  return outcome;
};

/** What a deleted account answers to a sign-in. Source: D-90. */
export const deletionOf = (deletedAt: Date): Deletion => ({
  deletedAt: deletedAt.toISOString(),
  restorableUntil: new Date(deletedAt.getTime() + DELETION_UNDO_DAYS * DAY_MS).toISOString(),
});
