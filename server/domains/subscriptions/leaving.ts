import { sql } from 'kysely';
import { billingAfter } from '#contract/text/notifications-billing.ts';
import { Problem } from '#contract/problems.ts';
import { found, type Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { preferredCard } from '../cards/index.ts';
import { dayName, lockPerson } from '../invoices/index.ts';
import { tell } from './billing/tell.ts';
import { isCurrent, readOwn, readWire, type SubscriptionRow } from './rows.ts';

/** A subscription that cost nothing, as it was before the account was deleted. */
export interface EndedSubscription {
  id: string;
  type: string;
}

/**
 * Ends the subscriptions of a person who deletes the account: a paid one is cancelled and runs until the end of its paid
 * time, all others end now. What is still open is not charged any more (billing). Source: D-90.
 *
 * @returns Those that ended now.
 */
export const endSubscriptions = async (db: Db, userId: string, now: Date): Promise<EndedSubscription[]> => {
  await sql`update subscriptions set status = 'cancellation', canceled_at = coalesce(canceled_at, ${now}), suspended_at = null
    where user_id = ${userId} and type = 'subscribed' and status is distinct from 'cancellation'`.execute(db);
  const { rows } = await sql<EndedSubscription>`with was as (
      select id, type from subscriptions where user_id = ${userId} and type not in ('subscribed', 'expired') for update)
    update subscriptions s set type = 'expired' from was where s.id = was.id returning was.id, was.type`.execute(db);
  return rows;
};

/** For a subscription `s`: the payment of a month that goes on is open. */
const isMonthOpen = (now: Date) => sql`exists (select 1 from invoice_items t join invoices i on i.id = t.invoice_id
  where t.subscription_id = s.id and not t.is_void and t.period_end > ${now} and i.kind = 'month' and i.status = 'open')`;

/**
 * Cancels the paid sports of a suspended person, as if they had left each: no new month is charged. One that has begun stays
 * owed, and a trial ends at its time without a charge. The caller has locked the person. Source: decision 0120.
 */
export const cancelPaid = async (db: Db, userId: string, now: Date): Promise<void> => {
  await sql`update subscriptions s set canceled_at = ${now},
      status = case when s.status = 'payment_error' or ${isMonthOpen(now)} then 'payment_error' else 'cancellation' end
    where s.user_id = ${userId} and s.type = 'subscribed' and s.canceled_at is null and s.status is distinct from 'suspended'`.execute(
    db,
  );
};

/** Takes up again what cost nothing, until its own end. */
export const resumeSubscriptions = async (db: Db, ended: readonly EndedSubscription[]): Promise<void> => {
  await sql`update subscriptions s set type = e.type from unnest(${sql.val(ended.map(({ id }) => id))}::uuid[],
      ${sql.val(ended.map(({ type }) => type))}::text[]) as e(id, type)
    where s.id = e.id and s.type = 'expired'`.execute(db);
};

/** A row that has had its one trial, or was paid, is kept as ended: there is no second trial. Source: D-184. */
const endNow = async (db: Db, { id, trialUsed, type }: SubscriptionRow): Promise<void> => {
  if (trialUsed || type === 'subscribed')
    await sql`update subscriptions set type = 'expired', status = null, canceled_at = null, suspended_at = null where id = ${id}`.execute(
      db,
    );
  else await sql`delete from subscriptions where id = ${id}`.execute(db);
};

/** A month has begun whose payment failed, or is on its way: the provider may not have answered yet. */
const isBilled = async (db: Db, { id, status }: SubscriptionRow, now: Date): Promise<boolean> => {
  if (status === 'payment_error') return true;
  const { rows } = await sql`select 1 from subscriptions s where s.id = ${id} and ${isMonthOpen(now)}`.execute(db);
  return rows.length > 0;
};

/** What follows a cancellation: the days of a paid month, or the tries to charge one that has begun. */
const afterLeaving = ({ paidTo }: SubscriptionRow, isOwing: boolean): string =>
  isOwing || paidTo === null ? billingAfter.leftOwing : billingAfter.leftUntil(dayName(new Date(paidTo.getTime() - 1)));

/**
 * Leaves a sport. A paid one runs until the end of its paid month and is not renewed; one whose payment failed runs while that is
 * tried again, because its month has begun. A trial, a Beta sport, a waitlist and what is suspended end at once. A cancelled one
 * stays so. Source: SUB-044, SUB-075; D-184, D-185, D-187, D-252.
 *
 * @throws Problem `access.not_found` without a subscription, `subscription.not_leavable` for a Creator's own.
 */
export const leave: Handler<'subscriptions.remove'> = async (
  { services, session: { userId }, db, now },
  { sportId },
) => {
  await lockPerson(db, userId);
  const row = await readOwn(db, userId, sportId);
  // A place on the waitlist of a sport that has opened can be left too.
  const own = found(row && (isCurrent(row, now) || row.type === 'waitlist') ? row : undefined);
  if (own.type === 'educator') throw new Problem('subscription.not_leavable');
  if (own.type !== 'subscribed' || own.status === 'suspended') {
    await endNow(db, own);
    if (own.type === 'subscribed')
      await tell(db, services, 'subscription_left', own, { of: now, after: billingAfter.leftClosed });
    return null;
  }
  const isOwing = await isBilled(db, own, now);
  const { rows } =
    await sql`update subscriptions set canceled_at = ${now}, status = ${isOwing ? 'payment_error' : 'cancellation'}
    where id = ${own.id} and canceled_at is null returning id`.execute(db);
  if (rows.length > 0)
    await tell(db, services, 'subscription_left', own, { of: now, after: afterLeaving(own, isOwing) });
  return readWire(db, userId, own.id);
};

/**
 * Takes a cancellation back before its end: nothing is charged now, the next month is billed again. Source: SUB-043.
 *
 * @throws Problem `subscription.not_cancelled`, `subscription.card_needed`, `subscription.consent_needed`.
 */
export const resubscribe: Handler<'subscriptions.resubscribe'> = async (
  { session: { userId }, db, now },
  { sportId, consent },
) => {
  await lockPerson(db, userId);
  const own = found(await readOwn(db, userId, sportId));
  if (own.type !== 'subscribed' || own.canceledAt === null || !isCurrent(own, now))
    throw new Problem('subscription.not_cancelled');
  if (!(await preferredCard(db, userId))) throw new Problem('subscription.card_needed');
  if (!consent) throw new Problem('subscription.consent_needed');
  await sql`update subscriptions set canceled_at = null, consented_at = ${now},
      status = case when status = 'cancellation' then null else status end where id = ${own.id}`.execute(db);
  return { trialSubscription: false, isFree: false, subscription: await readWire(db, userId, own.id), payment: null };
};
