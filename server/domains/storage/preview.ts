import { newId } from '#contract/ids.ts';
import { storageText } from '#contract/text/storage.ts';
import type { TaxLine } from '#server/adapters/payments/index.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { dayName, netOf, SMALLEST_PAYMENT_CENTS } from '../invoices/index.ts';
import { readExcess } from '../library/index.ts';
import { nameOf, sizeOf } from '../storage-states/index.ts';
import { planItem, readOffer, taxesOfOffer, totalOfOffer } from './offer.ts';
import { priceOf } from './price.ts';
import { quoteChange, requireChange, type Quote } from './quote.ts';
import { readPlan, type PlanRow } from './rows.ts';
import { requireOwnScope } from '../organizations/index.ts';

const words = storageText.explain;

interface Explained {
  action: 'purchase' | 'upgrade' | 'downgrade' | 'cancel';
  planIndex: number;
  period: 'month' | 'year';
  plan: PlanRow | undefined;
  quote: Quote;
  taxes: readonly TaxLine[];
  total: number;
  waiting: number;
  archiveBytes: number;
}

/** What the new plan costs. */
const priceLines = ({ action, planIndex, period, quote }: Explained): string[] => {
  if (!quote.period) return [];
  const [name, day] = [nameOf(planIndex), dayName(new Date(quote.period.end.getTime() - 1))];
  if (period === 'month') return [words.restOfMonth(name, quote.period.price, day)];
  return [(action === 'downgrade' ? words.restOfYear : words.year)(name, quote.period.price, day)];
};

/** What is charged now. Nothing is, where the plan is made smaller. */
const dueLines = ({ action, taxes, total, waiting }: Explained): string[] => {
  if (action === 'downgrade' || action === 'cancel') return [];
  const isTooSmall = total > 0 && total < SMALLEST_PAYMENT_CENTS;
  return [
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
    ...taxes.map(({ type, percentage, amount }) => words.tax(type, percentage, amount)),
    isTooSmall ? words.tooSmall(total) : words.due(total),
  ];
};

const refundLines = ({ quote: { refund, refundTax, fee, isRefundable } }: Explained): string[] => {
  if (refund <= 0) return [];
  return [
    ...(refundTax > 0 ? [words.refundTax(refundTax)] : []),
    ...(fee > 0 ? [words.fee(fee)] : []),
    isRefundable ? words.refund(refund) : words.noRefund(refund),
  ];
};

const nextLines = ({ planIndex, period, quote }: Explained): string[] => {
  if (!quote.period) return [words.starter];
  const [amount, day] = [priceOf(planIndex, period), dayName(quote.period.end)];
  return [period === 'month' ? words.next(amount, day) : words.nextYear(amount, day)];
};

/** Every amount in words. */
const explain = (all: Explained): string[] => {
  const { plan, quote, archiveBytes } = all;
  return [
    ...priceLines(all),
    ...(plan && quote.unused > 0 ? [words.unused(nameOf(plan.planIndex), quote.unused)] : []),
    ...(quote.credit > 0 ? [words.credit(quote.credit)] : []),
    ...dueLines(all),
    ...refundLines(all),
    ...nextLines(all),
    ...(archiveBytes > 0 ? [words.archive(storageText.gigabytes(archiveBytes))] : []),
  ];
};

/** The taxes and the whole of what is charged. */
const chargeOf = async (
  { services, session }: CallContext,
  { planIndex, quote, cardId }: { planIndex: number; quote: Quote; cardId: string | undefined },
) => {
  if (!quote.period) return { taxes: [], total: 0, waiting: 0 };
  const item = planItem(newId(), planIndex, quote.period, { credit: quote.credit, reason: 'first' });
  const offer = await readOffer(services.database.db, session.userId, item, cardId);
  const taxes = await taxesOfOffer(services, offer);
  const waiting = offer.waiting.reduce((sum, each) => sum + netOf(each), 0);
  return { taxes, total: totalOfOffer(offer, taxes), waiting };
};

/** Bytes that have to be archived. */
const excessOf = ({ services, scope }: CallContext, action: Explained['action'], planIndex: number): Promise<number> =>
  action === 'downgrade' || action === 'cancel'
    ? services.database.db.transaction().execute((tx) => readExcess(tx, scope, sizeOf(planIndex)))
    : Promise.resolve(0);

/** What a change costs and gives back, worked out as the change itself does. Source: D-300. */
export const preview: Handler<'storage.preview'> = async (
  context,
  { action, period: requested, paymentMethodId, refundPaymentMethodId, ...wanted },
) => {
  const { services, scope, session } = context;
  const { db } = services.database;
  await requireOwnScope(context);
  const now = services.now();
  const plan = await readPlan(db, scope);
  const planIndex = action === 'cancel' ? 0 : wanted.planIndex;
  const isSmaller = action === 'downgrade' || action === 'cancel';
  requireChange(
    plan,
    { action, planIndex, period: isSmaller ? undefined : requested },
    { userId: session.userId, now },
  );
  const period = isSmaller && plan ? plan.period : requested;
  const quote = await quoteChange(db, plan, { action, planIndex, period, refundPaymentMethodId }, now);
  const charge = isSmaller
    ? { taxes: [], total: 0, waiting: 0 }
    : await chargeOf(context, { planIndex, quote, cardId: paymentMethodId });
  const archiveBytes = await excessOf(context, action, planIndex);
  return {
    amountDue: charge.total,
    price: quote.period?.price ?? 0,
    credit: quote.credit,
    unusedFees: quote.unused,
    taxes: charge.taxes,
    refundTax: quote.refundTax,
    transactionFee: quote.fee,
    refund: quote.refund,
    refundable: quote.isRefundable,
    refundCards: quote.cards,
    nextBillingDate: quote.period?.end.toISOString() ?? null,
    nextAmount: quote.period ? priceOf(planIndex, period) : 0,
    archiveBytes,
    explanation: explain({ action, planIndex, period, plan, quote, archiveBytes, ...charge }),
    quotedAt: now.toISOString(),
  };
};
