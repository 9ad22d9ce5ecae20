import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { activate, expireTrials, markFailed, suspend } from '../subscription-states/index.ts';
import { activatePlans, markPlansUnpaid } from '../storage-states/index.ts';
import type { Cause } from '../ledger/index.ts';
import { voidInvoice } from './make.ts';
import { readCarried, readItems, type InvoiceRow } from './rows.ts';
import { tellClosed, tellFailed, tellReady } from './tell.ts';

// What follows when an invoice was paid or a try failed. The caller holds the person's scope.

const DAY_MS = 86_400_000;
/** Retries after the first failure, days. Source: D-186. */
const RETRY_DAYS = [3, 5, 7] as const;

/** When the last retry of a failed invoice is: access stays until then. */
const lastRetry = (failedAt: Date): Date => new Date(failedAt.getTime() + RETRY_DAYS.at(-1)! * DAY_MS);

/** When a failed invoice is charged again; null: it was the last time. */
const nextRetry = (failedAt: Date, now: Date): Date | null => {
  const next = RETRY_DAYS.map((days) => failedAt.getTime() + days * DAY_MS).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
};

/** What an invoice was for has access, and the debts that it carried are paid too. */
export const markPaid = async (db: Db, services: Services, invoice: InvoiceRow, now: Date): Promise<void> => {
  const ids = [invoice.id, ...(await readCarried(db, invoice.id))];
  await sql`update invoices set status = 'paid', paid_at = ${now}, next_attempt_at = null
    where id = any(${sql.val(ids)}::uuid[]) and status in ('open', 'unpaid')`.execute(db);
  const items = await readItems(db, ids);
  await activate(
    db,
    items.map(({ subscriptionId, periodEnd }) => ({ subscriptionId, paidTo: periodEnd })),
    now,
  );
  await activatePlans(db, services, items, now);
  await tellReady(db, services, invoice);
};

/**
 * A try to charge failed, or there was no card. A first invoice is void: nothing began. That of a month is charged again after
 * some days, and access goes on; after the last time it is a debt, and access ends.
 */
export const markUnpaid = async (
  db: Db,
  services: Services,
  invoice: InvoiceRow,
  { cause, now, isOffSession, tryId }: { cause: Cause; now: Date; isOffSession: boolean; tryId: string },
): Promise<void> => {
  if (invoice.status !== 'open') return;
  const items = await readItems(db, [invoice.id]);
  const ids = items.map(({ subscriptionId }) => subscriptionId);
  const failedAt = invoice.failedAt ?? now;
  const next = invoice.kind === 'first' ? null : nextRetry(failedAt, now);
  if (isOffSession && invoice.userId && !invoice.planScope)
    await tellFailed(db, services, invoice.userId, {
      tryId,
      until: next && lastRetry(failedAt),
      isLast: !next && invoice.kind === 'month',
    });
  if (invoice.kind === 'first') {
    await voidInvoice(db, invoice, { cause, now, reason: 'The first payment failed: nothing began.' });
    await expireTrials(db, ids, now);
    return;
  }
  await sql`update invoices set failed_at = ${failedAt}, next_attempt_at = ${next},
      status = ${next ? 'open' : 'unpaid'} where id = ${invoice.id}`.execute(db);
  await markPlansUnpaid(db, services, ids, failedAt);
  if (next) return markFailed(db, ids);
  await tellClosed(db, services, invoice, items, await suspend(db, ids, now));
};
