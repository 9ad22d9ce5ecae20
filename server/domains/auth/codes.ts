import { sql } from 'kysely';
import * as v from 'valibot';
import { CODE_LIFE_MS, CODE_TRIES } from '#contract/limits.ts';
import { newId } from '#contract/ids.ts';
import { EMAIL, E164 } from '#contract/patterns.ts';
import { Problem } from '#contract/problems.ts';
import { messageText } from '#contract/text/auth-messages.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { hashCode, isSame, makeCode } from './secrets.ts';

export type Purpose = 'sign_up' | 'reset';
export type Method = 'text' | 'email';

const CODE_LIFE_MINUTES = CODE_LIFE_MS / 60_000;

/**
 * Normalizes an email address or phone number.
 *
 * @throws Problem `request.invalid` with the field's message.
 */
export const readDestination = (method: Method, text: string): string => {
  const value = method === 'email' ? text.trim().toLowerCase() : text.replace(/\s/g, '');
  const isRight = v.is(v.pipe(v.string(), v.regex(method === 'email' ? EMAIL : E164)), value);
  if (!isRight)
    throw new Problem('request.invalid', {
      message: method === 'email' ? 'Please enter email address' : 'Incorrect number',
      field: 'destinationValue',
    });
  return value;
};

/** Makes a code row. @returns Its id, and the code, of which only a hash is stored. */
export const makeCodeRow = async (
  { config, now }: Services,
  db: Db,
  row: { purpose: Purpose; destination: string; userId?: string },
): Promise<{ codeId: string; code: string }> => {
  const codeId = newId(now().getTime());
  const code = makeCode();
  await db
    .insertInto('confirmation_codes')
    .values({
      id: codeId,
      purpose: row.purpose,
      destination: row.destination,
      user_id: row.userId ?? null,
      code_hash: hashCode(config.secret, codeId, row.destination, code),
      created_at: now(),
      expires_at: new Date(now().getTime() + CODE_LIFE_MS),
    })
    .execute();
  return { codeId, code };
};

/** @throws Error when the mail server or the SMS gateway refuses. */
export const sendCodeMessage = async (
  { config, mail, sms }: Services,
  to: { method: Method; destination: string; purpose: Purpose; firstName?: string },
  codeId: string,
  code: string,
): Promise<void> => {
  if (to.method === 'text')
    return sms.send(to.destination, messageText.codeSms(code, CODE_LIFE_MINUTES, new URL(config.publicUrl).hostname));
  const link = `${config.publicUrl}/reset-password-confirm?via=email&codeId=${codeId}`;
  const words =
    to.purpose === 'reset'
      ? messageText.resetMail(code, link, CODE_LIFE_MINUTES)
      : messageText.signUpMail(code, to.firstName ?? '', CODE_LIFE_MINUTES);
  return mail.send({ to: to.destination, ...words });
};

/**
 * Counts a try and compares the code. The count is committed before the comparison, so it cannot be undone.
 *
 * @returns The row if the code is right, else undefined, also for an unknown id.
 * @throws Problem `auth.code_void` after five tries, `auth.code_expired` after ten minutes.
 */
export const tryCode = async (
  { config, database: { db }, now }: Services,
  purpose: Purpose,
  codeId: string,
  code: string,
) => {
  const tried = await db
    .updateTable('confirmation_codes')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', codeId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', now())
    .returning(['id', 'destination', 'code_hash', 'user_id'])
    .executeTakeFirst();
  if (tried)
    return isSame(tried.code_hash, hashCode(config.secret, codeId, tried.destination, code)) ? tried : undefined;
  const row = await db
    .selectFrom('confirmation_codes')
    .select(['tries'])
    .where('id', '=', codeId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!row) return undefined;
  throw new Problem(row.tries >= CODE_TRIES ? 'auth.code_void' : 'auth.code_expired');
};
