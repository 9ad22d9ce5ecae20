import type { Db, Tx } from '#server/db/database.ts';
import type { PaymentProvider, ProviderPayment } from '../provider.ts';
import type { Confirmation } from './cards.ts';
import { openDispute } from './refunds.ts';
import {
  book,
  change,
  known,
  makeId,
  makeSecret,
  once,
  readCardRow,
  readMovements,
  readPaymentRow,
  refused,
  tell,
  type SandboxParts,
} from './state.ts';
import { failure, isExpired, type Behaviour, type FailureCode } from './test-cards.ts';

/** Smallest charge, minor units: Stripe's for dollars. */
const LEAST = 50;
/** Stripe's price in the United States: 2.9 % and 30 cents. Half up. */
const feeOf = (amount: number): number => Math.floor((amount * 29 + 500) / 1000) + 30;

type PaymentRow = Awaited<ReturnType<typeof readPaymentRow>>;

const toPayment = async (db: Db, row: PaymentRow): Promise<ProviderPayment> => {
  const movements = await readMovements(db, row.id);
  return {
    id: row.id,
    status: row.status as ProviderPayment['status'],
    amount: row.amount,
    currency: row.currency,
    cardId: row.card_id,
    clientSecret: row.client_secret,
    failure:
      row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? row.failure_code },
    movement: movements.find(({ kind }) => kind === 'charge') ?? null,
    metadata: row.metadata as Record<string, string>,
  };
};

/** What the bank says to a charge of an attached card. */
const decide = (
  card: Awaited<ReturnType<typeof readCardRow>>,
  isOffSession: boolean,
  now: Date,
): FailureCode | 'succeeded' | 'requires_action' => {
  if (isExpired({ expMonth: card.exp_month, expYear: card.exp_year }, now)) return 'expired_card';
  const behaviour = card.behaviour as Behaviour;
  if (behaviour === 'charge_fails') return 'card_declined';
  if (behaviour !== 'authenticates') return 'succeeded';
  return isOffSession ? 'authentication_required' : 'requires_action';
};

/** Moves a payment on, and tells of it. */
const set = async (
  parts: SandboxParts,
  tx: Tx,
  { id }: PaymentRow,
  status: ProviderPayment['status'],
  code: FailureCode | null = null,
): Promise<void> => {
  const reason = code && failure(code);
  await tx
    .updateTable('sandbox_payments')
    .set({ status, failure_code: reason?.code ?? null, failure_message: reason?.message ?? null })
    .where('id', '=', id)
    .execute();
  const type = `payment_intent.${status === 'requires_payment_method' ? 'payment_failed' : status}`;
  await tell(parts, tx, { type, objectId: id, objectKind: 'payment', paymentId: id });
};

const succeed = async (parts: SandboxParts, tx: Tx, payment: PaymentRow): Promise<void> => {
  const { id, amount, currency } = payment;
  await book(parts, tx, { kind: 'charge', amount, fee: feeOf(amount), currency, sourceId: id, paymentId: id });
  await set(parts, tx, payment, 'succeeded');
  const card = await readCardRow(tx, payment.card_id ?? '');
  if ((card.behaviour as Behaviour) === 'disputes') await openDispute(parts, tx, id);
};

const again = async (tx: Tx, id: string): Promise<ProviderPayment> => toPayment(tx, await readPaymentRow(tx, id));

/** Payments of the sandbox. */
export const sandboxCharges = (parts: SandboxParts) => {
  const port = {
    charge: (charge, key) =>
      once(parts, key, ['charge', charge], async (tx) => {
        const card = await readCardRow(tx, charge.cardId);
        if (card.customer_id !== charge.customerId)
          throw refused('payment_method_customer_mismatch', 'The card is not attached to this customer.');
        if (!Number.isSafeInteger(charge.amount) || charge.amount < LEAST)
          throw refused('amount_too_small', `The amount must be at least ${LEAST}.`);
        const id = makeId('pi');
        const payment = await tx
          .insertInto('sandbox_payments')
          .values({
            id,
            client_secret: makeSecret(id),
            customer_id: charge.customerId,
            card_id: charge.cardId,
            amount: charge.amount,
            currency: charge.currency,
            description: charge.description,
            metadata: JSON.stringify(charge.metadata),
            status: 'requires_confirmation',
            created_at: parts.now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const answer = decide(card, charge.isOffSession, parts.now());
        if (answer === 'succeeded') await succeed(parts, tx, payment);
        else if (answer === 'requires_action') await set(parts, tx, payment, answer);
        else await set(parts, tx, payment, 'requires_payment_method', answer);
        return again(tx, id);
      }),
    readPayment: async (id) => toPayment(parts.db, await readPaymentRow(parts.db, id)),
    cancelPayment: (id) =>
      change(parts, async (tx) => {
        const payment = await readPaymentRow(tx, id);
        if (payment.status !== 'succeeded' && payment.status !== 'canceled') await set(parts, tx, payment, 'canceled');
        return again(tx, id);
      }),
  } satisfies Partial<PaymentProvider>;

  return {
    ...port,
    /** The person answers the bank's question about a payment. */
    authenticatePayment: (clientSecret: string, agrees: boolean): Promise<Confirmation> =>
      change(parts, async (tx) => {
        const payment = known(
          await tx
            .selectFrom('sandbox_payments')
            .selectAll()
            .where('client_secret', '=', clientSecret)
            .executeTakeFirst(),
          clientSecret.split('_secret_')[0]!,
        );
        if (payment.status === 'succeeded') return { status: 'succeeded', failure: null };
        if (payment.status === 'requires_action' && agrees) {
          await succeed(parts, tx, payment);
          return { status: 'succeeded', failure: null };
        }
        if (payment.status === 'requires_action')
          await set(parts, tx, payment, 'requires_payment_method', 'authentication_failure');
        return { status: 'failed', failure: failure('authentication_failure') };
      }),
  };
};
