import { AGE_REFUSED_DAYS } from '#contract/limits.ts';
import { ageOn, AGE_MIN } from '#contract/profiles-fields.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import { dayOf } from './age.ts';

const DAY_MS = 86_400_000;

/**
 * Refuses a date of birth below 13, and for some time every other date after it, so that a child cannot try on. Only that it
 * happened is kept, outside of the call's transaction, which ends with the refusal. A person whose date is known has only
 * mistyped it. Called before the scope is locked: the row that this writes is of the same scope. Source: decision 0074.
 *
 * @param known The date of birth that is saved, `YYYY-MM-DD`.
 * @param born The new one.
 * @throws Problem `profile.too_young`
 */
export const checkAge = async (
  { services, db, now }: CallContext,
  userId: string,
  known: string | null,
  born: string,
): Promise<void> => {
  const isTooYoung = ageOn(born, dayOf(now)) < AGE_MIN;
  const refused = () => services.database.db.updateTable('users').set({ age_refused_at: now }).where('id', '=', userId);
  if (isTooYoung && known === null) await refused().execute();
  if (isTooYoung) throw new Problem('profile.too_young');
  if (known !== null) return;
  const { age_refused_at: at } = await db
    .selectFrom('users')
    .select('age_refused_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (at && now.getTime() - at.getTime() < AGE_REFUSED_DAYS * DAY_MS) throw new Problem('profile.too_young');
};
