import { sql } from 'kysely';
import { billingAfter } from '#contract/text/notifications-billing.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { dayName } from '#server/domains/invoices/index.ts';
import { trialEnd } from '../preview.ts';
import { readAll, type SubscriptionRow } from '../rows.ts';
import { DISCOUNT_NOTICE_DAYS, SUSPENDED_DAYS, TRIAL_NOTICE_DAYS } from './due.ts';
import { announceCard } from './cards.ts';
import { tell } from './tell.ts';
import { isCharged } from './trials.ts';

const DAY_MS = 86_400_000;
/** "3 days", of what is left. A job that was late says what is true now. */
const daysUntil = (at: Date, now: Date): string => {
  const days = Math.ceil((at.getTime() - now.getTime()) / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
};
const inDays = (now: Date, days: number): number => now.getTime() + days * DAY_MS;

const end = async (db: Db, services: Services, row: SubscriptionRow): Promise<void> => {
  await sql`update subscriptions set type = 'expired', status = null, suspended_at = null where id = ${row.id}`.execute(
    db,
  );
  await tell(db, services, 'subscription_ended', row, { of: row.paidTo ?? services.now() });
};

/** A Beta sport was launched: its free trial begins by itself, or ends at once for one who has had it. Source: SUB-003, D-273. */
const launch = async (db: Db, services: Services, row: SubscriptionRow): Promise<void> => {
  const now = services.now();
  if (row.trialUsed) return end(db, services, row);
  await sql`update subscriptions set type = 'trial-free', trial_to = ${trialEnd(now)}, trial_used = true where id = ${row.id}`.execute(
    db,
  );
  await tell(db, services, 'sport_launched', row, { of: now });
};

const isOver = ({ type, status, paidTo }: SubscriptionRow, now: Date): boolean =>
  type === 'subscribed' && status === 'cancellation' && paidTo !== null && paidTo <= now;
const isLaunched = ({ type, sportType }: SubscriptionRow): boolean => type === 'beta-free' && sportType === 'Launched';

const announce = async (db: Db, services: Services, row: SubscriptionRow): Promise<void> => {
  const now = services.now();
  const { type, trialTo, discountEndAt, code } = row;
  const isTrial = type === 'trial' || type === 'trial-free';
  if (isTrial && trialTo && trialTo > now && trialTo.getTime() <= inDays(now, TRIAL_NOTICE_DAYS))
    await tell(db, services, 'trial_ending', row, {
      of: trialTo,
      days: daysUntil(trialTo, now),
      after: (await isCharged(db, services, row.userId)) ? billingAfter.trialPaid : billingAfter.trialFree,
    });
  const isEnding =
    type === 'subscribed' &&
    code !== null &&
    discountEndAt !== null &&
    discountEndAt > now &&
    discountEndAt.getTime() <= inDays(now, DISCOUNT_NOTICE_DAYS);
  if (!isEnding) return;
  await tell(db, services, 'discount_ending', row, {
    of: discountEndAt,
    date: dayName(new Date(discountEndAt.getTime() - 1)),
  });
};

/** What time alone changes, without money: launches, cancellations and suspensions that end, and notices before an end. */
export const passTime = async (db: Db, services: Services, userId: string): Promise<void> => {
  const now = services.now();
  const suspended = await sql<{
    id: string;
  }>`select id from subscriptions where user_id = ${userId} and type = 'subscribed'
    and status = 'suspended' and suspended_at <= ${now}::timestamptz - make_interval(days => ${SUSPENDED_DAYS}::int)`.execute(
    db,
  );
  const ended = new Set(suspended.rows.map(({ id }) => id));
  for (const row of await readAll(db, userId)) {
    if (isLaunched(row)) await launch(db, services, row);
    else if (isOver(row, now) || ended.has(row.id)) await end(db, services, row);
    else await announce(db, services, row);
  }
  await announceCard(db, services, userId);
};
