import { sql } from 'kysely';
import type { ProviderDispute, ProviderMovement, ProviderRefund } from '#server/adapters/payments/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { post, splitByLargestRemainder, type Cause, type Line } from '../ledger/index.ts';
import { holdDisputed, resumeDisputed } from '../subscription-states/index.ts';
import { tellDispute, tellRefund } from './tell.ts';
import { lockPerson, readAttempt, readInvoiceRow, readItems, type AttemptRow, type InvoiceRow } from './rows.ts';

// What the provider booked goes into our books as it is: amounts, fees and currency are the provider's. A movement is booked once,
// by its id, whichever event or job reports it.

/** Money given back, cents, over all refunds of an invoice so far. */
const readRefunded = async (db: Db, invoiceId: string): Promise<number> => {
  const { rows } = await sql<{ refunded: number }>`select coalesce(-sum(m.amount), 0)::bigint as refunded
    from invoice_movements m join invoice_attempts a on a.id = m.attempt_id
    where m.invoice_id = ${invoiceId} and m.kind in ('refund', 'refund_failure') and a.refund_state is null`.execute(
    db,
  );
  return rows[0]!.refunded;
};

/** The parts of a refund, so that the parts of all refunds together are those of their sum. */
const refundLines = async (db: Db, { id, subtotal, tax, debt }: InvoiceRow, amount: number): Promise<Line[]> => {
  const before = await readRefunded(db, id);
  const weights = [
    { id: 'revenue', weight: subtotal + debt },
    { id: 'tax', weight: tax },
  ];
  const split = (refunded: number) => splitByLargestRemainder(Math.max(0, refunded), weights);
  const [now, former] = [split(before - amount), split(before)];
  const part = (kind: 'revenue' | 'tax') => now.get(kind)! - former.get(kind)!;
  return [
    { kind: 'revenue', amount: part('revenue') },
    { kind: 'tax', amount: part('tax') },
  ];
};

const linesOf = async (
  db: Db,
  movement: ProviderMovement,
  invoice: InvoiceRow,
  attempt: AttemptRow,
): Promise<Line[]> => {
  const { kind, amount, fee, net } = movement;
  const ours: Line[] = [
    { kind: 'provider', amount: net },
    { kind: 'provider_fees', amount: fee },
  ];
  if (kind === 'dispute' || kind === 'dispute_reversal') return [...ours, { kind: 'disputes', amount: -amount }];
  if ((kind === 'refund' || kind === 'refund_failure') && !attempt.refundState)
    return [...ours, ...(await refundLines(db, invoice, amount))];
  const owed: Line = invoice.userId
    ? { kind: 'receivable', userId: invoice.userId, amount: -amount }
    : { kind: 'written_off', amount: -amount };
  return [...ours, owed];
};

const REASONS: Record<ProviderMovement['kind'], string> = {
  charge: 'A payment of an invoice.',
  refund: 'A payment was given back.',
  refund_failure: 'A refund failed: the money came back to us.',
  dispute: 'A payment is disputed: the bank took the money.',
  dispute_reversal: 'A dispute was won: the bank gave the money back.',
  transfer: 'A transfer of a payment.',
  transfer_reversal: 'A transfer of a payment came back.',
  other: 'Another movement of a payment.',
};

/** Books a movement of an attempt. The caller holds the person's scope. @returns False for a repeat. */
export const bookMovement = async (
  db: Db,
  movement: ProviderMovement,
  { invoice, attempt, cause }: { invoice: InvoiceRow; attempt: AttemptRow; cause: Cause },
): Promise<boolean> => {
  const { id, kind, amount, fee, net, currency, createdAt } = movement;
  const known = await sql`select 1 from invoice_movements where id = ${id}`.execute(db);
  if (known.rows.length > 0) return false;
  const lines = await linesOf(db, movement, invoice, attempt);
  await sql`insert into invoice_movements (id, invoice_id, attempt_id, kind, amount, fee, net, currency, at)
    values (${id}, ${invoice.id}, ${attempt.id}, ${kind}, ${amount}, ${fee}, ${net}, ${currency}, ${createdAt})`.execute(
    db,
  );
  await post(db, {
    key: `movement:${id}`,
    cause,
    reason: `${REASONS[kind]} Invoice ${invoice.number}.`,
    currency,
    occurredAt: createdAt,
    lines,
  });
  return true;
};

/** Runs a change of the attempt that made a payment, under the lock of its person. @returns False for a payment that is not ours. */
const withAttempt = async (
  { database, wake }: Services,
  paymentId: string,
  work: (db: Db, invoice: InvoiceRow, attempt: AttemptRow) => Promise<void>,
): Promise<boolean> => {
  const { rows } = await sql<{ id: string; userId: string | null }>`select a.id, i.user_id as "userId"
    from invoice_attempts a join invoices i on i.id = a.invoice_id where a.payment_id = ${paymentId}`.execute(
    database.db,
  );
  const [found] = rows;
  if (!found) return false;
  await database.db.transaction().execute(async (tx) => {
    if (found.userId) await lockPerson(tx, found.userId);
    const attempt = (await readAttempt(tx, found.id))!;
    await work(tx, (await readInvoiceRow(tx, attempt.invoiceId))!, attempt);
  });
  if (found.userId) wake.notify([`user:${found.userId}`]);
  return true;
};

/**
 * Books a refund and, if it failed, that the money came back.
 *
 * @returns False for a refund of a payment that is not ours.
 */
export const applyRefund = (
  services: Services,
  refund: Pick<ProviderRefund, 'paymentId' | 'movement'> & { reversal?: ProviderMovement | null },
  cause: Cause = 'webhook',
): Promise<boolean> =>
  withAttempt(services, refund.paymentId, async (db, invoice, attempt) => {
    for (const movement of [refund.movement, refund.reversal ?? null])
      if (movement && (await bookMovement(db, movement, { invoice, attempt, cause })))
        await tellRefund(db, services, { invoice, attempt, movement });
  });

/**
 * Books a dispute. While the bank holds the money, what it paid for is suspended; won, it goes on.
 *
 * @returns False for a dispute of a payment that is not ours.
 */
export const applyDispute = (
  services: Services,
  { paymentId, movements }: Pick<ProviderDispute, 'paymentId' | 'movements'>,
  cause: Cause = 'webhook',
): Promise<boolean> =>
  withAttempt(services, paymentId, async (db, invoice, attempt) => {
    const booked: ProviderMovement[] = [];
    for (const movement of movements)
      if (await bookMovement(db, movement, { invoice, attempt, cause })) booked.push(movement);
    const [newest] = booked.toReversed();
    if (!newest) return;
    const now = services.now();
    const { rows } = await sql<{ held: number }>`select coalesce(-sum(amount), 0)::bigint as held from invoice_movements
      where attempt_id = ${attempt.id} and kind in ('dispute', 'dispute_reversal')`.execute(db);
    const items = (await readItems(db, [invoice.id])).filter(
      ({ periodStart, periodEnd }) => periodStart <= now && now < periodEnd,
    );
    const ids = items.map(({ subscriptionId }) => subscriptionId);
    const isHeld = rows[0]!.held > 0;
    const changed = isHeld ? await holdDisputed(db, ids, now) : await resumeDisputed(db, ids, now);
    const sports = items
      .filter(({ subscriptionId }) => changed.includes(subscriptionId))
      .map(({ sportName }) => sportName);
    await tellDispute(db, services, { invoice, attempt, movement: newest, sports });
  });
