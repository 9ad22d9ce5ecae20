import { sql } from 'kysely';
import type { Subscription } from '#contract/rows.ts';
import { found } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

/** A subscription as billing sees it. */
export interface SubscriptionRow {
  id: string;
  userId: string;
  sportId: string;
  sportName: string;
  sportType: 'Launched' | 'Beta' | 'WaitList';
  type: 'subscribed' | 'educator' | 'trial' | 'trial-free' | 'beta-free' | 'waitlist' | 'expired';
  status: 'cancellation' | 'payment_error' | 'suspended' | null;
  canceledAt: Date | null;
  trialTo: Date | null;
  paidTo: Date | null;
  trialUsed: boolean;
  code: string | null;
  codeUnit: 'currency' | 'percent' | null;
  codeValue: number | null;
  codeMonths: number | null;
  discountEndAt: Date | null;
  requestKey: string | null;
}
const COLUMNS = sql`s.id, s.user_id as "userId", s.sport_id as "sportId", sp.name as "sportName", sp.sport_type as "sportType", s.type, s.status,
  s.canceled_at as "canceledAt", s.trial_to as "trialTo", s.paid_to as "paidTo", s.trial_used as "trialUsed", s.code,
  s.code_unit as "codeUnit", s.code_value as "codeValue", s.code_months as "codeMonths", s.discount_end_at as "discountEndAt",
  s.request_key as "requestKey"`;

/** All subscriptions of a person, whatever their state, by sport. */
export const readAll = async (db: Db, userId: string): Promise<SubscriptionRow[]> => {
  const { rows } =
    await sql<SubscriptionRow>`select ${COLUMNS} from subscriptions s join sports sp on sp.id = s.sport_id
    where s.user_id = ${userId} order by s.sport_id`.execute(db);
  return rows;
};

/** The row of a person's sport. */
export const readOwn = async (db: Db, userId: string, sportId: string): Promise<SubscriptionRow | undefined> =>
  (await readAll(db, userId)).find((row) => row.sportId === sportId);

/** The row as devices see it. */
export const readWire = async (db: Db, userId: string, id: string): Promise<Subscription> => {
  const { rows } = await sql<{ row: Subscription }>`select row from own_subscriptions
    where scope = ${`user:${userId}`} and id = ${id}`.execute(db);
  return found(rows[0]).row;
};

/** A trial that runs. */
export const isOnTrial = ({ type, trialTo }: Pick<SubscriptionRow, 'type' | 'trialTo'>, now: Date): boolean =>
  (type === 'trial' || type === 'trial-free') && trialTo !== null && trialTo > now;

/** Whether a subscription counts as one: not a trial that is over, nor a place on the waitlist of a sport that has opened. */
export const isCurrent = (row: SubscriptionRow, now: Date): boolean => {
  const { type, status, paidTo, sportType } = row;
  if (type === 'expired') return false;
  if (type === 'trial' || type === 'trial-free') return isOnTrial(row, now);
  if (type === 'subscribed' && status === 'cancellation') return paidTo !== null && paidTo > now;
  return type !== 'waitlist' || sportType === 'WaitList';
};
