import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { hashToken } from './secrets.ts';

/** How long a challenge, or the second step of a sign-in, can be answered. */
export const CHALLENGE_LIFE_MS = 10 * 60_000;

export type ChallengePurpose = 'passkey_new' | 'passkey_sign_in' | 'second_step' | 'operator_login';

interface Challenge {
  purpose: ChallengePurpose;
  /** What the answer must contain. Only its hash is stored. */
  value: string;
  userId?: string;
  /** How long it can be answered, ms. */
  lifeMs?: number;
}

/** Stores a challenge. Housekeeping deletes expired ones. */
export const keepChallenge = async (
  { now }: Services,
  db: Db,
  { purpose, value, userId, lifeMs = CHALLENGE_LIFE_MS }: Challenge,
) => {
  await db
    .insertInto('sign_in_challenges')
    .values({
      id: newId(now().getTime()),
      purpose,
      user_id: userId ?? null,
      value_hash: hashToken(value),
      created_at: now(),
      expires_at: new Date(now().getTime() + lifeMs),
    })
    .execute();
};

/**
 * Takes a challenge, so that it cannot be answered again.
 *
 * @param db With `database.counters` it stays taken when the call is refused later.
 * @returns False if there is none: it was answered, it expired, it is another person's, or of another purpose.
 */
export const takeChallenge = async ({ now }: Services, db: Db, { purpose, value, userId }: Challenge) => {
  const taken = await db
    .deleteFrom('sign_in_challenges')
    .where('value_hash', '=', hashToken(value))
    .where('purpose', '=', purpose)
    .where('user_id', userId === undefined ? 'is' : '=', userId ?? null)
    .where('expires_at', '>', now())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
};

/** Whether a challenge can be answered still. */
export const hasChallenge = async (
  { now }: Services,
  db: Db,
  { purpose, value, userId }: Challenge & { userId: string },
) =>
  (await db
    .selectFrom('sign_in_challenges')
    .select('id')
    .where('value_hash', '=', hashToken(value))
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .executeTakeFirst()) !== undefined;
