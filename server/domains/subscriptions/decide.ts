import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { found } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { isCurrent, isOnTrial, readAll, type SubscriptionRow } from './rows.ts';

export type Kind = 'trial-free' | 'beta-free' | 'waitlist' | 'paid';
export interface Decision {
  kind: Kind;
  /** The row of the sport; an id of a new one without it. */
  existing: SubscriptionRow | undefined;
  sport: { id: string; sportId: string; sportName: string };
}

/** The kind of subscription that the person would get now. @param seen The type that they saw. @throws Problem why the person cannot subscribe. */
export const decide = async (
  db: Db,
  {
    userId,
    sportId,
    now,
    seen,
  }: { userId: string; sportId: string; now: Date; seen?: SubscriptionRow['sportType'] | undefined },
): Promise<Decision> => {
  const { sport_type: sportType, name: sportName } = found(
    await db
      .selectFrom('sports')
      .select(['sport_type', 'name'])
      .where('id', '=', sportId)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  );
  const all = await readAll(db, userId);
  const existing = all.find((row) => row.sportId === sportId);
  if (existing && isCurrent(existing, now)) throw new Problem('subscription.exists');
  if (seen && seen !== sportType) throw new Problem('subscription.sport_changed');
  const decision = { existing, sport: { id: existing?.id ?? newId(now.getTime()), sportId, sportName } };
  if (sportType === 'WaitList') return { kind: 'waitlist', ...decision };
  if (sportType === 'Launched') return { kind: existing?.trialUsed ? 'paid' : 'trial-free', ...decision };
  if (all.some(({ type }) => type === 'beta-free')) throw new Problem('subscription.second_beta');
  return { kind: 'beta-free', ...decision };
};

/** The trial that a person wants to pay for now. @throws Problem `subscription.not_upgradable`. */
export const decideUpgrade = async (
  db: Db,
  { userId, sportId, now }: { userId: string; sportId: string; now: Date },
): Promise<Decision> => {
  const existing = (await readAll(db, userId)).find((row) => row.sportId === sportId);
  if (!existing || !isOnTrial(existing, now)) throw new Problem('subscription.not_upgradable');
  return { kind: 'paid', existing, sport: existing };
};
