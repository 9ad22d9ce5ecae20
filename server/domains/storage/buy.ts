import { newId, userScope } from '#contract/ids.ts';
import type { PlanPeriod } from '#contract/storage.ts';
import { Problem } from '#contract/problems.ts';
import type { TaxLine } from '#server/adapters/payments/index.ts';
import type { CallContext } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import {
  CHARGES,
  letWait,
  makeInvoice,
  markPaid,
  readInvoiceRow,
  requireProvider,
  settleInvoice,
  SMALLEST_PAYMENT_CENTS,
  startAttempt,
} from '../invoices/index.ts';
import { activatePlans } from '../storage-states/index.ts';
import { quoteTime } from '../subscriptions/index.ts';
import { insertPlan, isSameOffer, planItem, readOffer, taxesOfOffer, totalOfOffer, type Offer } from './offer.ts';
import { quoteChange, requireChange, type Quote } from './quote.ts';
import { keepRefunds, refundOfChange } from './refunds.ts';
import { findInvoiceOf, findPending, findPlan, findPlanOfRequest, planOf, readPlan } from './rows.ts';
import { requireOwnScope } from '../organizations/index.ts';

// A plan is bought or made larger. As with subscriptions, in three steps, so that no transaction waits for the provider: (a) the plan,
// its invoice and a try to charge are kept, (b) the provider charges, (c) its answer is applied (decision 0080).

export interface Purchase {
  action: 'purchase' | 'upgrade';
  planIndex: number;
  period: PlanPeriod;
  paymentMethodId?: string | undefined;
  refundPaymentMethodId?: string | undefined;
  quotedAt?: string | undefined;
  amountDue?: number | undefined;
}

type Payment = Awaited<ReturnType<typeof settleInvoice>>;

const answer = async ({ services, scope }: CallContext, planId: string, payment: Payment | null) => {
  const { db } = services.database;
  const plan = (await findPlan(db, planId))!;
  // A repeat may come after the plan was changed again: the answer is the plan that there is.
  const shown = plan.status === 'ended' ? await readPlan(db, scope) : plan;
  const refund = await refundOfChange(db, planId);
  const { credit } = await readCredit(db, planId);
  return {
    plan: planOf(shown),
    invoiceId: payment?.invoiceId ?? null,
    status: payment === null || payment.status === 'failed' ? ('succeeded' as const) : payment.status,
    ...(payment?.clientSecret ? { clientSecret: payment.clientSecret } : {}),
    credit,
    ...(refund ? { refund } : {}),
  };
};

/** What earlier payments paid of a plan, cents. */
const readCredit = async (db: Db, planId: string): Promise<{ credit: number }> => {
  const row = await db
    .selectFrom('invoice_items')
    .select('discount_amount as credit')
    .where('subscription_id', '=', planId)
    .where('reason', 'in', ['first', 'carried'])
    .orderBy('period_start')
    .executeTakeFirst();
  return { credit: Number(row?.credit ?? 0) };
};

/** Brings a plan that was begun up to date, and answers it. @throws Problem as `settleInvoice`. */
const settlePlan = async (context: CallContext, planId: string) => {
  const invoice = await findInvoiceOf(context.services.database.db, planId);
  return answer(context, planId, invoice ? await settleInvoice(context.services, invoice.id) : null);
};

interface Step {
  at: Date;
  planId: string;
}

/** @throws Problem as `requireChange`; `storage.card_needed`. */
const readStep = async (db: Db, { scope, session }: CallContext, wanted: Purchase, { at, planId }: Step) => {
  const plan = await readPlan(db, scope);
  requireChange(plan, wanted, { userId: session.userId, now: at });
  const quote = await quoteChange(db, plan, wanted, at);
  const item = planItem(planId, wanted.planIndex, quote.period!, { credit: quote.credit, reason: 'first' });
  const offer = await readOffer(db, session.userId, item, wanted.paymentMethodId);
  if (!offer.card) throw new Problem('storage.card_needed');
  return { quote, offer };
};

/** Step (a), within its transaction. @returns The invoice to charge; undefined if nothing is charged now. */
const keep = async (
  db: Db,
  context: CallContext,
  wanted: Purchase,
  { quote, offer, taxes, planId }: { quote: Quote; offer: Offer; taxes: readonly TaxLine[]; planId: string },
): Promise<string | undefined> => {
  const { services, scope, session, request } = context;
  const { userId } = session;
  const { action, planIndex, period } = wanted;
  const now = services.now();
  const total = totalOfOffer(offer, taxes);
  if (wanted.amountDue !== undefined && total > wanted.amountDue) throw new Problem('subscription.quote_over');
  const requestKey = request.idempotencyKey;
  await insertPlan(db, { id: planId, scope, userId, planIndex, period, requestKey }, quote.period!, quote, now);
  if (action === 'upgrade')
    await keepRefunds(db, services, quote, { scope, userId, changeId: planId, action, planIndex, planId, now });
  const { item, waiting, card } = offer;
  if (total > 0 && total < SMALLEST_PAYMENT_CENTS) {
    await letWait(db, userId, [item], now);
    await activatePlans(db, services, [item], now);
    return undefined;
  }
  const invoiceId = await makeInvoice(db, {
    userId,
    kind: 'first',
    items: [item],
    waiting,
    debts: [],
    taxes,
    cause: 'call',
    now,
    requestKey,
    planScope: scope,
  });
  const invoice = (await readInvoiceRow(db, invoiceId))!;
  if (total === 0) await markPaid(db, services, invoice, now);
  else await startAttempt(db, invoice, card!, { isOffSession: false, now });
  return invoiceId;
};

/**
 * Buys a plan, or makes it larger, at once. The same request again answers the same plan and charges nothing more; while a payment
 * is not decided, any request finds it.
 *
 * @throws Problem `access.denied`; as `requireChange`; `storage.card_needed`, `subscription.quote_over`, and those of payments.
 */
export const buyPlan = async (context: CallContext, wanted: Purchase) => {
  const { services, scope, session, request } = context;
  const { db, counters } = services.database;
  await requireOwnScope(context);
  const key = request.idempotencyKey;
  const repeated = key === undefined ? undefined : await findPlanOfRequest(db, scope, key);
  if (repeated) return settlePlan(context, repeated.id);
  requireProvider(services);
  const pending = await findPending(db, scope);
  if (pending && pending.userId !== session.userId) throw new Problem('storage.payment_pending');
  if (pending) return settlePlan(context, pending.id);
  await takeToken(counters, `billing:${session.userId}`, CHARGES);

  const step = { at: quoteTime(wanted.quotedAt, services.now()), planId: newId(services.now().getTime()) };
  const before = await readStep(db, context, wanted, step);
  const taxes = await taxesOfOffer(services, before.offer);
  const begun = await db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [scope, userScope(session.userId)]);
    const found = await findPending(tx, scope);
    if (found) return found.id;
    const done = key === undefined ? undefined : await findPlanOfRequest(tx, scope, key);
    if (done) return done.id;
    const { quote, offer } = await readStep(tx, context, wanted, step);
    if (!isSameOffer(before.offer, offer)) throw new Problem('subscription.quote_over');
    await keep(tx, context, wanted, { quote, offer, taxes, planId: step.planId });
    return step.planId;
  });
  services.wake.notify([scope]);
  return settlePlan(context, begun);
};
