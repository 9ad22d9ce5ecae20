import { sql } from 'kysely';
import * as v from 'valibot';
import { Email, PhoneNumber } from '#contract/forms.ts';
import { CODE_LIFE_MS, CODE_TRIES } from '#contract/limits.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { messageText } from '#contract/text/auth-messages.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { knownDevice } from './known-device.ts';
import { countCode, countText } from './limits.ts';
import { mailPerson } from '../notifications/index.ts';
import { codeOf, hashCode, isSame } from './secrets.ts';

/** `change`: confirms a new address or number of an account. */
export type Purpose = 'sign_up' | 'reset' | 'change';
export type Method = 'text' | 'email';

const CODE_LIFE_MINUTES = CODE_LIFE_MS / 60_000;

const DESTINATION = { email: Email, text: PhoneNumber } as const;

/**
 * Normalizes an email address or phone number by the rule of its form.
 *
 * @throws Problem `request.invalid` with the field's message.
 */
export const readDestination = (method: Method, text: string): string => {
  const { issues, output } = v.safeParse(DESTINATION[method], text);
  if (issues) throw new Problem('request.invalid', { message: issues[0].message, field: 'destinationValue' });
  return output;
};

/** Makes a code row, in which only a hash of the code is stored. @returns Its id. */
export const makeCodeRow = async (
  { config, now }: Services,
  db: Db,
  row: { purpose: Purpose; destination: string; userId?: string },
): Promise<string> => {
  const codeId = newId(now().getTime());
  await db
    .insertInto('confirmation_codes')
    .values({
      id: codeId,
      purpose: row.purpose,
      destination: row.destination,
      user_id: row.userId ?? null,
      code_hash: hashCode(config.secret, codeId, row.destination, codeOf(config.secret, codeId)),
      created_at: now(),
      expires_at: new Date(now().getTime() + CODE_LIFE_MS),
    })
    .execute();
  return codeId;
};

/** @throws Problem `auth.code_limit` for too many texts, RecipientRefused, or another Error when the mail server or the gateway fails. */
export const sendCodeMessage = async (
  services: Services,
  to: { method: Method; destination: string; purpose: Purpose; firstName?: string; ownerId?: string },
  codeId: string,
): Promise<void> => {
  const { config, mail, sms } = services;
  const code = codeOf(config.secret, codeId);
  if (to.method === 'text') await countText(services, to.destination);
  if (to.method === 'text')
    return sms.send(to.destination, messageText.codeSms(code, CODE_LIFE_MINUTES, new URL(config.publicUrl).hostname));
  const link = `${config.publicUrl}/reset-password-confirm?via=email&codeId=${codeId}`;
  const words = {
    reset: () => messageText.resetMail(code, link, CODE_LIFE_MINUTES),
    sign_up: () => messageText.signUpMail(code, to.firstName ?? '', CODE_LIFE_MINUTES),
    change: () => messageText.changeCodeMail(code, CODE_LIFE_MINUTES),
  };
  const message = { to: to.destination, ...words[to.purpose]() };
  return to.ownerId ? mailPerson(services, to.ownerId, message) : mail.send(message);
};

/**
 * Tells a person who has an account that somebody asked for a sign-up code with their address. The answer to the caller
 * is the same as with a code. Source: D-67.
 */
export const sendHasAccount = async (
  services: Services,
  { method, destination }: { method: Method; destination: string },
): Promise<void> => {
  const { publicUrl } = services.config;
  if (method === 'email') return services.mail.send({ to: destination, ...messageText.hasAccountMail(publicUrl) });
  await countText(services, destination);
  return services.sms.send(destination, messageText.hasAccountSms(publicUrl));
};

/**
 * Counts a try and compares the code. The count is committed before the comparison, so it cannot be undone.
 *
 * @returns The row if the code is right, else undefined, also for an unknown id.
 * @throws Problem `auth.code_void` after five tries, `auth.code_expired` after ten minutes, `request.too_often` after 20
 *   wrong ones in a day for this destination.
 */
export const tryCode = async (
  { services, request }: Pick<CallContext, 'services' | 'request'>,
  purpose: Purpose,
  codeId: string,
  code: string,
) => {
  const { config, now } = services;
  const { db } = services.database;
  const rows = { id: codeId, purpose };
  const find = () =>
    db
      .selectFrom('confirmation_codes')
      .select(['destination', 'user_id', 'tries'])
      .where((is) => is.and(rows))
      .executeTakeFirst();
  const row = await find();
  if (!row) return undefined;
  const device = knownDevice({ services, request }, row.user_id ?? undefined);
  const takeBack = await countCode(services, { purpose, destination: row.destination }, device);
  const tried = await db
    .updateTable('confirmation_codes')
    .set({ tries: sql`tries + 1` })
    .where((is) => is.and(rows))
    .where('used_at', 'is', null)
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', now())
    .returning(['id', 'destination', 'code_hash', 'user_id'])
    .executeTakeFirst();
  const isRight = tried && isSame(tried.code_hash, hashCode(config.secret, codeId, tried.destination, code));
  // What was not compared is no guess.
  if (isRight || !tried) await takeBack();
  // Read again: tries at the same time may have used the last ones up.
  if (!tried) throw new Problem((await find())!.tries >= CODE_TRIES ? 'auth.code_void' : 'auth.code_expired');
  return isRight ? tried : undefined;
};
