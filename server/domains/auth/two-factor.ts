import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { commonText } from '#contract/text/common.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** Codes of the 30 seconds before and after count too: clocks differ, and people type slowly. */
const WINDOW = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RECOVERY_CODE_LENGTH = 10;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'two-factor', 32));

/** Encrypts an authenticator's secret for its person: another person's row cannot hold it. */
const seal = (serverSecret: string, userId: string, plain: Uint8Array): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(serverSecret), iv).setAAD(Buffer.from(userId));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
};

/** @throws Error if the server's secret was replaced, or the row changed. */
const unseal = (serverSecret: string, userId: string, sealed: string): Buffer => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(serverSecret), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
};

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: commonText.product,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

const hashRecoveryCode = (secret: string, userId: string, code: string): string =>
  createHmac('sha256', secret).update(`recovery:${userId}:${code}`).digest('base64url');

const makeRecoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => BASE32[byte % BASE32.length]).join('');

/**
 * Makes a secret for an authenticator app, which asks for nothing until a code of it confirms it. A second start replaces
 * the first.
 *
 * @throws Problem `account.two_factor_on`
 */
export const startTwoFactor = async (
  { config, now }: Services,
  db: Db,
  { userId, username }: { userId: string; username: string },
): Promise<{ secret: string; address: string }> => {
  const secret = randomBytes(SECRET_BYTES);
  const sealed = seal(config.secret, userId, secret);
  const saved = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret: sealed, created_at: now() })
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet({ secret: sealed, created_at: now(), last_step: 0 })
        .where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!saved) throw new Problem('account.two_factor_on');
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, address: totp.toString() };
};

/** Whether a sign-in with a password needs a code. */
export const hasTwoFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/**
 * Spends a code of the authenticator app: each counts once.
 *
 * @throws Problem `auth.wrong_code`, or `auth.code_used` for one that counted before, or a code before that one.
 */
export const spendAppCode = async ({ config, now }: Services, db: Db, userId: string, code: string): Promise<void> => {
  const row = await db.selectFrom('two_factor').select('secret').where('user_id', '=', userId).executeTakeFirst();
  if (!row) throw new Problem('auth.wrong_code');
  const timestamp = now().getTime();
  const delta = totpOf(unseal(config.secret, userId, row.secret)).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) throw new Problem('auth.wrong_code');
  const step = Math.floor(timestamp / (PERIOD_S * 1000)) + delta;
  const used = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw new Problem('auth.code_used');
};

/**
 * Spends a code of the authenticator app, or a recovery code.
 *
 * @returns Which of the two it was.
 * @throws Problem `auth.wrong_code`, `auth.code_used`
 */
export const spendCode = async (
  services: Services,
  db: Db,
  userId: string,
  code: string,
): Promise<'app' | 'recovery'> => {
  if (/^\d{6}$/.test(code)) {
    await spendAppCode(services, db, userId, code);
    return 'app';
  }
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: services.now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(services.config.secret, userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw new Problem('auth.wrong_code');
  return 'recovery';
};

/** Replaces the recovery codes. @returns The new ones, in two halves of five; only their hashes are stored. */
export const replaceRecoveryCodes = async ({ config }: Services, db: Db, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(config.secret, userId, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
};
