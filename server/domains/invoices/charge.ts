import { sql } from 'kysely';
import type { PaymentResult } from '#contract/payments.ts';
import { Problem } from '#contract/problems.ts';
import type * as v from 'valibot';
import { ProviderProblem, type PaymentProvider, type ProviderPayment } from '#server/adapters/payments/index.ts';
import { found } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import type { Cause } from '../ledger/index.ts';
import { applyPayment, giveUpAttempt } from './apply.ts';
import { applyRefund } from './movements.ts';
import { readAttempt, readInvoiceRow, readLastAttempt, type AttemptRow } from './rows.ts';

/** How long the provider surely knows an idempotency key. After it a try is not repeated: it might charge again. */
const KEY_LIFE_MS = 23 * 3_600_000;
/** A try of which the provider's history shows no trace for so long was never made. */
const NO_TRACE_MS = 4 * 86_400_000;
/** How long a person may take to answer the bank. */
const ANSWER_MS = 3_600_000;

/** @throws Problem `payment.unavailable` on a server that takes no payments. */
export const requireProvider = ({ payments }: Services): PaymentProvider => {
  if (!payments) throw new Problem('payment.unavailable');
  return payments;
};

/** The problem of a call for one of the provider. */
const problemFor = (error: ProviderProblem): Problem =>
  new Problem(error.kind === 'unavailable' ? 'payment.unavailable' : 'payment.provider', {}, { cause: error });

/** Asks the provider. @throws Problem `payment.unavailable` if it gave no answer, `payment.provider` if it refused. */
export const askProvider = async <T>({ log }: Services, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    log.warn({ err: error, code: error.code }, 'payment provider failed');
    throw problemFor(error);
  }
};

/**
 * Brings a try up to date: charges if the provider has not answered it yet, else reads the payment, and applies what it says.
 * Charging is repeated with the same key, so it charges once. No database transaction is open while the provider is asked.
 *
 * @throws Problem `payment.unavailable` without an answer: the try stays undecided and is repeated by the job.
 */
export const settleAttempt = async (services: Services, attempt: AttemptRow, cause: Cause): Promise<void> => {
  const provider = requireProvider(services);
  if (attempt.paymentId) {
    const { paymentId } = attempt;
    const ageMs = services.now().getTime() - attempt.createdAt.getTime();
    const read = await askProvider(services, () => provider.readPayment(paymentId));
    const isLeft = read.status === 'requires_action' && ageMs > ANSWER_MS;
    const payment = isLeft ? await askProvider(services, () => provider.cancelPayment(paymentId)) : read;
    await applyPayment(services, payment, cause);
    return;
  }
  if (attempt.status === 'started') await chargeAttempt(services, provider, attempt, cause);
};

const chargeAttempt = async (
  services: Services,
  provider: PaymentProvider,
  attempt: AttemptRow,
  cause: Cause,
): Promise<void> => {
  const { id, amount, currency, cardId, customerId, isOffSession, invoiceId } = attempt;
  const ageMs = services.now().getTime() - attempt.createdAt.getTime();
  if (ageMs > NO_TRACE_MS) return giveUpAttempt(services, id, { code: 'no_answer', message: null }, cause);
  if (ageMs > KEY_LIFE_MS) return;
  const { number } = (await readInvoiceRow(services.database.db, invoiceId))!;
  let payment: ProviderPayment;
  try {
    payment = await provider.charge(
      {
        customerId,
        cardId,
        amount,
        currency,
        description: `Invoice ${number}`,
        isOffSession,
        metadata: { invoiceId, attemptId: id },
      },
      id,
    );
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    services.log.warn({ err: error, attemptId: id, code: error.code }, 'not charged');
    if (error.kind === 'unavailable') throw problemFor(error);
    return giveUpAttempt(services, id, { code: error.code ?? error.kind, message: null }, cause);
  }
  await applyPayment(services, payment, cause);
};

/** Gives a payment back that was made for nothing. Its key is that of the try, so it is given back once. */
export const refundAttempt = async (services: Services, { id, paymentId, amount }: AttemptRow): Promise<void> => {
  const provider = requireProvider(services);
  const refund = await askProvider(services, () =>
    provider.refund({ paymentId: paymentId!, amount, metadata: { attemptId: id } }, `${id}-refund`),
  );
  if (refund.status === 'failed' || refund.status === 'canceled') return;
  await applyRefund(services, refund, 'job');
  if (refund.movement)
    await sql`update invoice_attempts set refund_state = 'done' where id = ${id}`.execute(services.database.db);
};

const RESULTS = {
  started: 'processing',
  processing: 'processing',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
  failed: 'failed',
} as const;

/** What became of the newest try of an invoice. The secret is read from the provider and never kept. */
const resultOf = async (services: Services, invoiceId: string): Promise<v.InferOutput<typeof PaymentResult>> => {
  const { db } = services.database;
  const attempt = await readLastAttempt(db, invoiceId);
  const invoice = found(await readInvoiceRow(db, invoiceId));
  if (!attempt) return { invoiceId, status: invoice.status === 'paid' ? 'succeeded' : 'failed', clientSecret: null };
  const status = invoice.status === 'paid' ? 'succeeded' : RESULTS[attempt.status];
  const { paymentId } = attempt;
  if (status !== 'requires_action' || !paymentId) return { invoiceId, status, clientSecret: null };
  const { clientSecret } = await askProvider(services, () => requireProvider(services).readPayment(paymentId));
  return { invoiceId, status, clientSecret };
};

/**
 * Settles the newest try of an invoice and says what became of it.
 *
 * @throws Problem `payment.declined` with the provider's sentence, `payment.provider`, `payment.unavailable`.
 */
export const settleInvoice = async (services: Services, invoiceId: string, cause: Cause = 'call') => {
  const { db } = services.database;
  const attempt = await readLastAttempt(db, invoiceId);
  if (attempt && attempt.status !== 'failed' && attempt.status !== 'succeeded')
    await settleAttempt(services, attempt, cause);
  const result = await resultOf(services, invoiceId);
  if (result.status !== 'failed') return result;
  const failed = attempt && (await readAttempt(db, attempt.id));
  throw new Problem('payment.declined', { message: failed?.failureMessage ?? undefined });
};
