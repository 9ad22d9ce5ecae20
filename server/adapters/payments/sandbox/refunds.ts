import type { Db, Tx } from '#server/db/database.ts';
import type { PaymentProvider, ProviderDispute, ProviderRefund } from '../provider.ts';
import {
  book,
  change,
  known,
  makeId,
  once,
  readCardRow,
  readMovements,
  readPaymentRow,
  refused,
  tell,
  type SandboxParts,
} from './state.ts';

/** What Stripe takes for a dispute, cents. It is not given back. */
const DISPUTE_FEE = 1_500;
/** After how long a refund of the card that does so fails, seconds. */
const FAILS_AFTER_S = 5;

const readRefundRow = async (db: Db, id: string) =>
  known(await db.selectFrom('sandbox_refunds').selectAll().where('id', '=', id).executeTakeFirst(), id);
const readDisputeRow = async (db: Db, id: string) =>
  known(await db.selectFrom('sandbox_disputes').selectAll().where('id', '=', id).executeTakeFirst(), id);

const readRefund = async (db: Db, id: string): Promise<ProviderRefund> => {
  const row = await readRefundRow(db, id);
  const movements = await readMovements(db, id);
  return {
    id: row.id,
    paymentId: row.payment_id,
    status: row.status as ProviderRefund['status'],
    amount: row.amount,
    movement: movements.find(({ kind }) => kind === 'refund') ?? null,
    reversal: movements.find(({ kind }) => kind === 'refund_failure') ?? null,
  };
};
const readDispute = async (db: Db, id: string): Promise<ProviderDispute> => {
  const row = await readDisputeRow(db, id);
  return {
    id: row.id,
    paymentId: row.payment_id,
    status: row.status as ProviderDispute['status'],
    amount: row.amount,
    movements: await readMovements(db, id),
  };
};

const tellRefund = (parts: SandboxParts, tx: Tx, type: string, { id, paymentId }: { id: string; paymentId: string }) =>
  tell(parts, tx, { type: `refund.${type}`, objectId: id, objectKind: 'refund', paymentId });
const tellDispute = (parts: SandboxParts, tx: Tx, type: string, { id, paymentId }: { id: string; paymentId: string }) =>
  tell(parts, tx, { type: `charge.dispute.${type}`, objectId: id, objectKind: 'dispute', paymentId });

/** Opens a dispute, as the bank of the person does. @param amount Minor units; may be larger than the payment. */
export const openDispute = async (parts: SandboxParts, tx: Tx, paymentId: string, amount?: number): Promise<string> => {
  const payment = await readPaymentRow(tx, paymentId);
  if (payment.status !== 'succeeded') throw refused('charge_not_refundable', 'The payment has not succeeded.');
  const id = makeId('dp');
  const disputed = amount ?? payment.amount;
  await tx
    .insertInto('sandbox_disputes')
    .values({ id, payment_id: paymentId, amount: disputed, status: 'needs_response', created_at: parts.now() })
    .execute();
  await book(parts, tx, {
    kind: 'dispute',
    amount: -disputed,
    fee: DISPUTE_FEE,
    currency: payment.currency,
    sourceId: id,
    paymentId,
  });
  await tellDispute(parts, tx, 'created', { id, paymentId });
  await tellDispute(parts, tx, 'funds_withdrawn', { id, paymentId });
  return id;
};

/** @throws ProviderProblem `refused` if the payment cannot be given back to this amount. */
const checkRefund = async (
  tx: Tx,
  payment: Awaited<ReturnType<typeof readPaymentRow>>,
  amount: number,
): Promise<void> => {
  if (payment.status !== 'succeeded') throw refused('charge_not_refundable', 'The payment has not succeeded.');
  const open = await tx
    .selectFrom('sandbox_disputes')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('status', '!=', 'won')
    .executeTakeFirst();
  if (open) throw refused('charge_disputed', 'The payment is disputed.');
  const left = payment.amount - payment.refunded;
  if (left === 0) throw refused('charge_already_refunded', 'The payment has already been refunded.');
  if (!Number.isSafeInteger(amount) || amount < 1) throw refused('parameter_invalid_integer', 'Invalid amount.');
  if (amount > left) throw refused('amount_too_large', `Refund amount is greater than the ${left} that are left.`);
};

/** Refunds of the sandbox. */
export const sandboxRefunds = (parts: SandboxParts) => {
  const setRefunded = (tx: Tx, paymentId: string, refunded: number) =>
    tx.updateTable('sandbox_payments').set({ refunded }).where('id', '=', paymentId).execute();

  const port = {
    refund: (refund, key) =>
      once(parts, key, ['refund', refund], async (tx) => {
        const { paymentId, amount, metadata } = refund;
        const payment = await readPaymentRow(tx, paymentId);
        await checkRefund(tx, payment, amount);
        const id = makeId('re');
        await setRefunded(tx, paymentId, payment.refunded + amount);
        await tx
          .insertInto('sandbox_refunds')
          .values({
            id,
            payment_id: paymentId,
            amount,
            status: 'succeeded',
            metadata: JSON.stringify(metadata),
            created_at: parts.now(),
          })
          .execute();
        const { currency } = payment;
        await book(parts, tx, { kind: 'refund', amount: -amount, fee: 0, currency, sourceId: id, paymentId });
        await tellRefund(parts, tx, 'created', { id, paymentId });
        const card = await readCardRow(tx, payment.card_id ?? '');
        if (card.behaviour === 'refund_fails') await parts.later(tx, { refundId: id }, FAILS_AFTER_S);
        return readRefund(tx, id);
      }),
    readRefund: (id) => readRefund(parts.db, id),
  } satisfies Partial<PaymentProvider>;

  return {
    ...port,
    /** A refund that had succeeded fails at the bank, days later: the money comes back. Once. */
    failRefund: (id: string): Promise<void> =>
      change(parts, async (tx) => {
        const refund = await readRefundRow(tx, id);
        if (refund.status !== 'succeeded') return;
        const { payment_id: paymentId, amount } = refund;
        const payment = await readPaymentRow(tx, paymentId);
        await tx.updateTable('sandbox_refunds').set({ status: 'failed' }).where('id', '=', id).execute();
        await setRefunded(tx, paymentId, payment.refunded - amount);
        const { currency } = payment;
        await book(parts, tx, { kind: 'refund_failure', amount, fee: 0, currency, sourceId: id, paymentId });
        await tellRefund(parts, tx, 'failed', { id, paymentId });
      }),
  };
};

/** Disputes of the sandbox. */
export const sandboxDisputes = (parts: SandboxParts) => ({
  readDispute: (id: string) => readDispute(parts.db, id),
  openDispute: (paymentId: string, amount?: number): Promise<string> =>
    change(parts, (tx) => openDispute(parts, tx, paymentId, amount)),
  /** The bank decides a dispute. */
  closeDispute: (id: string, outcome: 'won' | 'lost'): Promise<void> =>
    change(parts, async (tx) => {
      const dispute = await readDisputeRow(tx, id);
      if (dispute.status === 'won' || dispute.status === 'lost') return;
      const { payment_id: paymentId, amount } = dispute;
      const { currency } = await readPaymentRow(tx, paymentId);
      await tx.updateTable('sandbox_disputes').set({ status: outcome }).where('id', '=', id).execute();
      if (outcome === 'won') {
        await book(parts, tx, { kind: 'dispute_reversal', amount, fee: 0, currency, sourceId: id, paymentId });
        await tellDispute(parts, tx, 'funds_reinstated', { id, paymentId });
      }
      await tellDispute(parts, tx, 'closed', { id, paymentId });
    }),
});
