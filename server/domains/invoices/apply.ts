import { sql } from 'kysely';
import type { ProviderPayment } from '#server/adapters/payments/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { noteCardFailure } from '../cards/index.ts';
import type { Cause } from '../ledger/index.ts';
import { voidInvoice } from './make.ts';
import { bookMovement } from './movements.ts';
import { lockPerson, readAttempt, readInvoiceRow, readItems, type AttemptRow, type InvoiceRow } from './rows.ts';
import { markPaid, markUnpaid } from './settle.ts';

interface Applied {
  db: Db;
  services: Services;
  invoice: InvoiceRow;
  attempt: AttemptRow;
  cause: Cause;
  now: Date;
}

/**
 * Applies what the provider says of a payment: to the attempt, the invoice, the subscriptions and the books, in one transaction.
 * It may be repeated, come late and in any order: a payment that succeeded stays so, and a movement is booked once.
 *
 * @param payment As it was just read from the provider.
 * @returns False for a payment that is not ours.
 */
export const applyPayment = async (
  services: Services,
  payment: ProviderPayment,
  cause: Cause = 'webhook',
): Promise<boolean> => {
  const { db } = services.database;
  const attemptId = payment.metadata['attemptId'];
  const known = attemptId && (await readAttempt(db, attemptId));
  if (!known) return false;
  const { userId } = (await readInvoiceRow(db, known.invoiceId))!;
  await db.transaction().execute(async (tx) => {
    if (userId) await lockPerson(tx, userId);
    await sql`select 1 from invoices where id = ${known.invoiceId} for update`.execute(tx);
    const attempt = (await readAttempt(tx, known.id))!;
    const invoice = (await readInvoiceRow(tx, known.invoiceId))!;
    await apply({ db: tx, services, invoice, attempt, cause, now: services.now() }, payment);
  });
  if (userId) services.wake.notify([`user:${userId}`]);
  return true;
};

const apply = async (applied: Applied, payment: ProviderPayment): Promise<void> => {
  const { db, attempt } = applied;
  if (payment.amount !== attempt.amount || payment.currency !== attempt.currency)
    throw new Error(`The payment ${payment.id} has another amount than the attempt ${attempt.id}.`);
  if (attempt.paymentId && attempt.paymentId !== payment.id)
    throw new Error(`The attempt ${attempt.id} has two payments: ${attempt.paymentId} and ${payment.id}.`);
  if (payment.status === 'succeeded') {
    if (attempt.status !== 'succeeded') await succeed(applied, payment);
    const booked = { ...applied, attempt: (await readAttempt(db, attempt.id))! };
    if (payment.movement) await bookMovement(db, payment.movement, booked);
    return;
  }
  if (attempt.status === 'succeeded' || attempt.status === 'failed') return;
  if (payment.status === 'requires_action' || payment.status === 'processing') {
    await sql`update invoice_attempts set status = ${payment.status}, payment_id = ${payment.id} where id = ${attempt.id}`.execute(
      db,
    );
    return;
  }
  const { failure } = payment;
  await failAttempt(applied, payment.id, {
    code: failure?.code ?? 'canceled',
    message: failure?.message ?? null,
  });
};

const succeed = async (applied: Applied, payment: ProviderPayment): Promise<void> => {
  const { db, services, invoice, attempt, now, cause } = applied;
  const isPayable = (invoice.status === 'open' || invoice.status === 'unpaid') && invoice.carriedTo === null;
  // The answer came after all that was paid for was over.
  const isLate =
    invoice.kind === 'first' && (await readItems(db, [invoice.id])).every(({ periodEnd }) => periodEnd <= now);
  const isUseful = isPayable && !isLate;
  await sql`update invoice_attempts set status = 'succeeded', payment_id = ${payment.id}, decided_at = ${now},
      failure_code = null, failure_message = null, refund_state = ${isUseful ? null : 'due'} where id = ${attempt.id}`.execute(
    db,
  );
  await noteCardFailure(db, attempt.cardId, null);
  if (isUseful) await markPaid(db, services, invoice, now);
  else if (isPayable) await voidInvoice(db, invoice, { cause, now, reason: 'Paid too late: it is given back.' });
};

/** Records that a try to charge failed, and what follows. */
const failAttempt = async (
  { db, services, invoice, attempt, cause, now }: Applied,
  paymentId: string | null,
  { code, message }: { code: string; message: string | null },
): Promise<void> => {
  await sql`update invoice_attempts set status = 'failed', payment_id = ${paymentId}, decided_at = ${now}, failure_code = ${code},
      failure_message = ${message} where id = ${attempt.id}`.execute(db);
  // The person let the bank's question pass: the card is right.
  if (code !== 'canceled') await noteCardFailure(db, attempt.cardId, code);
  await markUnpaid(db, services, invoice, { cause, now, isOffSession: attempt.isOffSession, tryId: attempt.id });
};

/** The provider refused a try before it had a payment, or has no trace of it. A repeat changes nothing. */
export const giveUpAttempt = async (
  services: Services,
  attemptId: string,
  failure: { code: string; message: string | null },
  cause: Cause,
): Promise<void> => {
  const { db } = services.database;
  const { invoiceId } = (await readAttempt(db, attemptId))!;
  const { userId } = (await readInvoiceRow(db, invoiceId))!;
  await db.transaction().execute(async (tx) => {
    if (userId) await lockPerson(tx, userId);
    const attempt = (await readAttempt(tx, attemptId))!;
    const invoice = (await readInvoiceRow(tx, invoiceId))!;
    if (attempt.status !== 'started') return;
    await failAttempt({ db: tx, services, invoice, attempt, cause, now: services.now() }, null, failure);
  });
  if (userId) services.wake.notify([`user:${userId}`]);
};
