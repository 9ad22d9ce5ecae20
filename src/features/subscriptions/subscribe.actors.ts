import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { checkDiscount } from '#contract/discounts.ts';
import { payInvoice, readInvoice, readMonthlyInvoices, refreshInvoice } from '#contract/invoices.ts';
import { setPreferredMethod, type PaymentResult } from '#contract/payments.ts';
import type { Subscription } from '#contract/rows.ts';
import { createRoles } from '#contract/sports.ts';
import {
  listSubscriptions,
  previewSubscription,
  readPaymentSummary,
  subscribe,
  upgradeSubscription,
} from '#contract/subscriptions.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { CallError, isProblem } from '#store/api.ts';
import type { AccountDatabase } from '#store/database.ts';
import { trueNowMs } from '#store/server-time.ts';
import type { Outcome } from '#app/payments/card-port.ts';
import { keepSubscribe, PayProblem, type Discount, type Preview } from './subscribe-form.ts';
import type { SubscribeContext } from './subscribe.machine.ts';

/** The work of the flow's steps; the machine says when. */

export interface SubscribeTools {
  call: <C extends Call>(
    call: C,
    input: InputOf<C>,
    options?: { key?: string; isPublic?: boolean },
  ) => Promise<OutputOf<C>>;
  db: AccountDatabase;
  /** Asks the bank; from `useBank`. */
  askBank: (clientSecret: string) => Promise<Outcome>;
}

/** The end of a try: what became of the payment, and the subscription if it is there. */
export interface Tried {
  payment: PaymentResult | null;
  subscription: Subscription | null;
}

const messageOf = (error: CallError, fallback: string): string =>
  error.kind === 'refused' && error.status < 500 ? error.message : fallback;

const KINDS = {
  'payment.declined': ['declined', 'card'],
  'subscription.quote_over': ['changed', 'form'],
  'discount.unknown': ['code', 'code'],
  'discount.expired': ['code', 'code'],
  'affiliate.unknown_code': ['code', 'code'],
  'subscription.card_needed': ['cardless', 'card'],
  'subscription.exists': ['exists', 'form'],
  'subscription.not_upgradable': ['exists', 'form'],
} as const;

/**
 * A failure as the flow takes it.
 *
 * @param isPaying The call may have charged something, so that without an answer its end is not known.
 */
export const toProblem = (error: unknown, fallback: string, isPaying = false): PayProblem => {
  if (error instanceof PayProblem) return error;
  if (!(error instanceof CallError)) {
    globalThis.reportError?.(error);
    return new PayProblem(isPaying ? 'lost' : 'shown', fallback);
  }
  if (error.kind === 'cancelled') return new PayProblem('stopped', '');
  if (isProblem(error, 'payment.unavailable') || isProblem(error, 'payment.provider'))
    return new PayProblem('shown', text.provider);
  const known = KINDS[error.code as keyof typeof KINDS];
  if (known) return new PayProblem(known[0], messageOf(error, fallback), known[1], { cause: error });
  // A failing server may have charged before it failed.
  const isLost = isPaying && (error.kind === 'offline' || error.status >= 500);
  return new PayProblem(isLost ? 'lost' : 'shown', messageOf(error, fallback), 'form', { cause: error });
};

/** What would be paid. A running trial has no preview of its own on some servers: then the sums of the first payment. */
export const quote = async (
  { call }: SubscribeTools,
  { sportId, kind, discount }: SubscribeContext,
): Promise<Preview> => {
  const code = discount?.code;
  try {
    return await call(previewSubscription, { sportId, ...(code && { code }) });
  } catch (error) {
    if (kind !== 'upgrade' || !isProblem(error, 'subscription.exists')) throw toProblem(error, text.failed);
    const sums = await call(readPaymentSummary, { sportId, ...(code && { discountCode: code }) });
    return {
      ...sums,
      trialSubscription: false,
      isFree: false,
      trialEndsAt: null,
      firstPaymentAt: null,
      firstPaymentAmount: sums.total,
      discountEndDate: discount?.discountEndDate ?? null,
    };
  }
};

/** Checks a code. Source: SUB-101, SUB-102. @param code Stripped. */
export const checkCode = async ({ call }: SubscribeTools, sportId: string, code: string): Promise<Discount> => {
  if (sportId === '') throw new PayProblem('code', text.noSportForCode, 'code');
  try {
    return await call(checkDiscount, { code, sportId });
  } catch (error) {
    const message = error instanceof CallError ? messageOf(error, text.checkFailed) : text.checkFailed;
    throw new PayProblem('code', message, 'code', { cause: error });
  }
};

/** Saves the roles, then chooses the card, then subscribes. Source: SUB-048. */
export const confirm = async (tools: SubscribeTools, context: SubscribeContext): Promise<Tried> => {
  const { call, db } = tools;
  const { sportId, roles, cardId, preferredId } = context;
  if (roles) {
    try {
      const items = [{ sportId, sportRoleParticipationLevelMapping: roles }];
      await db.sportInterests.bulkPut((await call(createRoles, { items })).results);
    } catch (error) {
      throw toProblem(error, text.rolesFailed);
    }
  }
  if (context.agrees && cardId !== null && cardId !== preferredId) {
    try {
      await call(setPreferredMethod, { payment_method_id: cardId });
    } catch (error) {
      throw error instanceof CallError ? new PayProblem('shown', paymentsText.notPreferred, 'card') : error;
    }
  }
  // Before anything is charged: a tab that is closed now asks first when it is opened again.
  await keepSubscribe(db, sportId, { ...keptOf(context), isPaying: true });
  try {
    return await pay(tools, context);
  } catch (error) {
    throw toProblem(error, text.failed, true);
  }
};

/** What a reload must find again. */
export const keptOf = ({ roles, code, cardId, invoiceId }: SubscribeContext) => ({
  roles,
  code,
  cardId,
  invoiceId,
  isPaying: false,
});

const pay = async ({ call, db }: SubscribeTools, context: SubscribeContext): Promise<Tried> => {
  const { sportId, kind, discount, agrees, preview, key, invoiceId } = context;
  // A card was refused before: its invoice is paid, and no second one made, unless it has been closed since.
  const paid = invoiceId === null ? null : await payOpen(call, invoiceId);
  if (paid)
    return { payment: paid, subscription: paid.status === 'succeeded' ? await readOwn(db, call, sportId) : null };
  const input = {
    sportId,
    consent: agrees,
    ...(discount && { code: discount.code }),
    ...(preview?.quotedAt && { quotedAt: preview.quotedAt, total: preview.total }),
  };
  const made = await call(kind === 'upgrade' ? upgradeSubscription : subscribe, input, { key, isPublic: true });
  // At once, not with the next pull: the board and the locks of the tiles follow this row.
  await db.subscriptions.put(made.subscription);
  return { payment: made.payment, subscription: made.subscription };
};

const payOpen = async (call: SubscribeTools['call'], invoiceId: string): Promise<PaymentResult | null> => {
  try {
    return await call(payInvoice, { invoiceId });
  } catch (error) {
    if (isProblem(error, 'invoice.not_open')) return null;
    throw error;
  }
};

/** The row of the sport as the server has it now. */
const readOwn = async (
  db: AccountDatabase,
  call: SubscribeTools['call'],
  sportId: string,
): Promise<Subscription | null> => {
  const { results } = await call(listSubscriptions, { limit: 600 });
  const own = results.find((each) => each.sportId === sportId) ?? null;
  if (own) await db.subscriptions.put(own);
  return own;
};

/** Paid for and open. */
const isPaid = (own: Subscription | null): boolean =>
  own?.subscriptionType === 'subscribed' && own.subscriptionStatus === null;

/** Brings the payment up to date with the provider, never charging. */
export const refresh = async (
  { call, db }: SubscribeTools,
  { sportId, invoiceId }: SubscribeContext,
): Promise<Tried> => {
  try {
    const payment = await call(refreshInvoice, { invoiceId: invoiceId! });
    return { payment, subscription: payment.status === 'succeeded' ? await readOwn(db, call, sportId) : null };
  } catch (error) {
    throw toProblem(error, text.cardFailed, true);
  }
};

/**
 * What became of a payment whose answer was lost: the subscription is there, or its open invoice says it; neither: nothing
 * was charged. Never charges.
 */
export const find = async (tools: SubscribeTools, context: SubscribeContext): Promise<Tried> => {
  const { call, db } = tools;
  const { sportId, sportName, invoiceId, kind } = context;
  try {
    const own = await readOwn(db, call, sportId);
    if (isPaid(own)) return { payment: null, subscription: own };
    const id = invoiceId ?? (await openInvoiceOf(call, sportName));
    if (id !== null) return await refresh(tools, { ...context, invoiceId: id });
    const hasTrial = kind === 'create' && own !== null && own.subscriptionType.startsWith('trial');
    return { payment: null, subscription: hasTrial ? own : null };
  } catch (error) {
    throw toProblem(error, text.unknown, true);
  }
};

/** The newest open invoice of this month that names the sport. */
const openInvoiceOf = async (call: SubscribeTools['call'], sportName: string): Promise<string | null> => {
  const now = new Date(trueNowMs());
  const { invoices } = await call(readMonthlyInvoices, { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 });
  for (const { id } of invoices.filter(({ status }) => status === 'open')) {
    const { items } = await call(readInvoice, { invoiceId: id });
    if (items.some((item) => item.sportName === sportName)) return id;
  }
  return null;
};
