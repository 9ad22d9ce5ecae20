import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { RefundCard } from '#contract/storage.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { applyRefund, askProvider, requireProvider } from '../invoices/index.ts';
import type { Action, Quote } from './quote.ts';

/** 14 business days. Source: STO-026. */
const EXPECTED_DAYS = 20;

interface Change {
  scope: string;
  userId: string;
  changeId: string;
  action: Exclude<Action, 'purchase'>;
  planIndex: number;
  /** The plan whose payment comes first; null: at once. */
  planId: string | null;
  now: Date;
}

/** Keeps what is given back by a change, and sends the job that does it unless a payment comes first. */
export const keepRefunds = async (
  db: Db,
  services: Services,
  { refunds, isRefundable }: Quote,
  { scope, userId, changeId, action, planIndex, planId, now }: Change,
): Promise<void> => {
  if (!isRefundable) return;
  for (const { attemptId, unused, tax, fee, amount } of refunds)
    await sql`insert into storage_refunds (id, scope, user_id, change_id, action, plan_index, plan_id, attempt_id, unused, tax, fee, amount,
        state, created_at)
      values (${newId(now.getTime())}, ${scope}, ${userId}, ${changeId}, ${action}, ${planIndex}, ${planId}, ${attemptId}, ${unused}, ${tax},
        ${fee}, ${amount}, ${planId ? 'planned' : 'due'}, ${now})`.execute(db);
  if (planId === null) await services.jobs.send(db, 'storage.refund', { changeId });
};

/** A bank has decided a dispute by then; a refund that is refused for longer will never be made. */
const REFUSED_DAYS = 120;

interface DueRefund {
  id: string;
  amount: number;
  attemptId: string;
  paymentId: string;
  providerId: string | null;
  createdAt: Date;
}

const endRefund = (db: Db, id: string, state: 'failed' | 'succeeded') =>
  sql`update storage_refunds set state = ${state} where id = ${id} and state = 'due'`.execute(db);

/**
 * What becomes of a refund that the provider refused, so that it surely was not made. If part of the charge was given back elsewhere
 * meanwhile, it is made smaller, or fails if nothing is left. Else it stays due: the bank holds the money of a disputed charge, or the
 * other refund is not booked yet.
 *
 * @returns The amount to ask for next, cents; undefined to ask for nothing more now.
 */
const shrinkRefused = async (
  { database: { db }, log, now }: Services,
  { id, amount, attemptId, createdAt }: DueRefund,
): Promise<number | undefined> => {
  const { rows } = await sql<{ left: number }>`select coalesce(sum(amount), 0)::bigint as left from invoice_movements
    where attempt_id = ${attemptId} and kind in ('charge', 'refund', 'refund_failure')`.execute(db);
  const { left } = rows[0]!;
  const isLate = now().getTime() - createdAt.getTime() > REFUSED_DAYS * 86_400_000;
  if (left <= 0 || isLate) {
    log.error({ refundId: id, amount, left }, 'refund of a storage plan is not possible');
    await endRefund(db, id, 'failed');
    return undefined;
  }
  if (left >= amount) return undefined;
  await sql`update storage_refunds set amount = ${left} where id = ${id} and state = 'due'`.execute(db);
  return left;
};

/** A refund of another amount is another request, so the amount is part of the key. */
const askRefund = async (services: Services, { id, amount, paymentId, providerId }: DueRefund) => {
  const provider = requireProvider(services);
  return askProvider(services, () =>
    providerId
      ? provider.readRefund(providerId)
      : provider.refund({ paymentId, amount, metadata: { storageRefundId: id } }, `${id}-${amount}`),
  );
};

const sendOne = async (services: Services, due: DueRefund): Promise<void> => {
  const { db } = services.database;
  const { id } = due;
  let refund: Awaited<ReturnType<typeof askRefund>>;
  try {
    refund = await askRefund(services, due);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'payment.provider' || due.providerId) throw error;
    const amount = await shrinkRefused(services, due);
    if (amount === undefined) throw error;
    refund = await askRefund(services, { ...due, amount });
  }
  await sql`update storage_refunds set provider_id = ${refund.id} where id = ${id}`.execute(db);
  await applyRefund(services, refund, 'job');
  const isFailed = refund.status === 'failed' || refund.status === 'canceled';
  if (isFailed || refund.movement) await endRefund(db, id, isFailed ? 'failed' : 'succeeded');
};

/**
 * Gives back what is due, of one change or of all. Its id and amount are the provider's key, so a repeat gives back nothing more. One
 * that is not possible now delays no other.
 *
 * @throws Problem `payment.unavailable`, `payment.provider` of the first that was not made: it stays due, and the next billing repeats it.
 */
export const sendRefunds = async (services: Services, changeId: string | null = null): Promise<void> => {
  if (!services.payments) return;
  const { rows } = await sql<DueRefund>`select r.id, r.amount, r.attempt_id as "attemptId", a.payment_id as "paymentId",
      r.provider_id as "providerId", r.created_at as "createdAt"
    from storage_refunds r join invoice_attempts a on a.id = r.attempt_id
    where r.state = 'due' and (${changeId}::uuid is null or r.change_id = ${changeId}::uuid) order by r.created_at, r.id`.execute(
    services.database.db,
  );
  const problems: Problem[] = [];
  for (const row of rows)
    await sendOne(services, row).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
    });
  if (problems[0]) throw problems[0];
};

/** Where a refund goes, each card once. */
const cardsOfChange = async (db: Db, changeId: string): Promise<RefundCard[]> => {
  const { rows } = await sql<RefundCard>`select a.card_id as id, min(a.card_brand) as brand, min(a.card_last4) as last4,
      sum(r.amount)::bigint as amount
    from storage_refunds r join invoice_attempts a on a.id = r.attempt_id
    where r.change_id = ${changeId} group by a.card_id order by amount desc, a.card_id`.execute(db);
  return rows;
};

/** The refund of a change as clients get it; undefined without one. */
export const refundOfChange = async (db: Db, changeId: string) => {
  const { rows } = await sql<{
    tax: number;
    fee: number;
    refund: number;
    parts: number;
    failed: number;
    succeeded: number;
    at: Date | null;
  }>`select coalesce(sum(tax), 0)::bigint as tax, coalesce(sum(fee), 0)::bigint as fee, coalesce(sum(amount), 0)::bigint as refund,
      count(*)::int as parts, (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state = 'succeeded'))::int as succeeded, min(created_at) as at
    from storage_refunds where change_id = ${changeId}`.execute(db);
  const { tax, fee, refund, parts, failed, succeeded, at } = rows[0]!;
  if (parts === 0 || at === null) return undefined;
  const status = failed > 0 ? 'failed' : succeeded === parts ? 'succeeded' : 'pending';
  return {
    id: changeId,
    tax,
    transactionFee: fee,
    refund,
    status: status as 'failed' | 'succeeded' | 'pending',
    expectedBy: new Date(at.getTime() + EXPECTED_DAYS * 86_400_000).toISOString(),
    cards: await cardsOfChange(db, changeId),
  };
};

/** The last change of a kind that gave something back. */
export const findLastChange = async (
  db: Db,
  scope: string,
  { action, planIndex }: { action: string; planIndex: number },
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`select change_id as id from storage_refunds
    where scope = ${scope} and action = ${action} and plan_index = ${planIndex} order by created_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
};
