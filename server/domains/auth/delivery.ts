import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import type { Services } from '#server/services.ts';
import { sendCodeMessage, type Method, type Purpose } from './codes.ts';

/** How long the outcome of an attempt says something about the next one. */
const OUTCOME_LIFE_MS = 15 * 60_000;

/** What can be logged of a failure: never a message, since it may name the recipient. */
const reasonOf = (error: unknown) => {
  const facts = error instanceof RecipientRefused ? error.cause : error;
  const { code, responseCode, command } = (facts ?? {}) as { code?: string; responseCode?: number; command?: string };
  return { reason: code ?? (error as Error).name, responseCode, command };
};

/** A refused recipient, or a limit of ours, says nothing about others: the channel works, and a retry changes nothing. */
const isOnlyTheirs = (error: unknown): boolean => error instanceof RecipientRefused || error instanceof Problem;

/**
 * Sends a code, and records how that ended.
 *
 * @throws What `send` throws.
 */
export const recordDelivery = async (
  { database: { db }, log, now }: Services,
  codeId: string,
  send: () => Promise<void>,
): Promise<void> => {
  const record = (column: 'sent_at' | 'failed_at') =>
    db
      .updateTable('confirmation_codes')
      .set({ [column]: now() })
      .where('id', '=', codeId)
      .execute();
  try {
    await send();
    await record('sent_at');
  } catch (error) {
    log.error({ ...reasonOf(error), codeId }, 'code not sent');
    await record(isOnlyTheirs(error) ? 'sent_at' : 'failed_at');
    throw error;
  }
};

const methodOf = (destination: string): Method => (destination.startsWith('+') ? 'text' : 'email');

/**
 * Sends the code of a row, once; a row that was sent, used or has expired is passed over. Without an account nothing is
 * sent: then only the channel is tried, so that what `isDelayed` answers does not depend on whether there is one.
 *
 * @throws Error if the channel does not work now: try again.
 */
export const deliverCode = async (services: Services, codeId: string): Promise<void> => {
  const row = await services.database.db
    .selectFrom('confirmation_codes')
    .select(['destination', 'purpose', 'user_id'])
    .where('id', '=', codeId)
    .where('sent_at', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', services.now())
    .executeTakeFirst();
  if (!row) return;
  const { destination } = row;
  const method = methodOf(destination);
  const purpose = row.purpose as Purpose;
  // A code for a new address says nothing about the person's present one.
  const owner = purpose === 'reset' && row.user_id ? { ownerId: row.user_id } : {};
  const to = { method, destination, purpose, ...owner };
  try {
    await recordDelivery(services, codeId, () =>
      row.user_id ? sendCodeMessage(services, to, codeId) : (method === 'text' ? services.sms : services.mail).check(),
    );
  } catch (error) {
    if (!isOnlyTheirs(error)) throw error;
  }
};

/** Whether codes by this method cannot be sent at the moment, by the last attempt for anybody. */
export const isDelayed = async ({ database: { db }, now }: Services, method: Method): Promise<boolean> => {
  const since = new Date(now().getTime() - OUTCOME_LIFE_MS);
  const { rows } = await sql<{ failed: boolean }>`select coalesce(failed_at > sent_at, sent_at is null) as failed
    from confirmation_codes
    where created_at > ${since} and greatest(sent_at, failed_at) > ${since} and starts_with(destination, '+') = ${method === 'text'}
    order by greatest(sent_at, failed_at) desc limit 1`.execute(db);
  return rows[0]?.failed ?? false;
};
