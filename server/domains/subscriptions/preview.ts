import { TRIAL_DAYS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { found } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import { preferredCard, type PreferredCard } from '../cards/index.ts';
import { CURRENCY, netOf, SMALLEST_PAYMENT_CENTS, totalOf, type NewItem } from '../invoices/index.ts';
import { decide, decideUpgrade, type Decision } from './decide.ts';
import { firstPayment, MONTHLY_PRICE_CENTS, monthStart, reduce } from './price.ts';
import { chooseDiscount, firstItem, readDue, taxesOf, type Due, type KeptDiscount } from './quote.ts';
import { isOnTrial, readOwn } from './rows.ts';

const DAY_MS = 86_400_000;
export const trialEnd = (from: Date): Date => new Date(from.getTime() + TRIAL_DAYS * DAY_MS);

/** Older apps know an unknown code of the preview by another name. */
export const underFormerName = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.code === 'discount.unknown') throw new Problem('affiliate.unknown_code');
    throw error;
  }
};

/** A trial that runs is previewed as what it costs to pay for it now. */
const decidePreview = async ({ db, session, now }: CallContext, sportId: string): Promise<Decision> => {
  const purchase = { userId: session.userId, sportId, now };
  const existing = await readOwn(db, session.userId, sportId);
  return existing && isOnTrial(existing, now) ? decideUpgrade(db, purchase) : decide(db, purchase);
};

/** What a first invoice consists of, as `beginPaid` makes it. */
interface First {
  startsAt: Date;
  sport: Decision['sport'];
  discount: KeptDiscount | undefined;
  due: Due;
  card: PreferredCard | undefined;
}

/** When the first payment is charged, and its amounts, cents. */
const amountsOf = async (services: Services, { startsAt, sport, discount, due, card }: First) => {
  const sumOf = async (item: NewItem) => {
    const taxes = await taxesOf(services, card, [item, ...due.waiting]);
    return { full: item.fullAmount, reduced: netOf(item), taxes, ...totalOf({ items: [item], ...due, taxes }) };
  };
  const item = firstItem(sport, startsAt, discount);
  const rest = await sumOf(item);
  if (rest.total === 0 || rest.total >= SMALLEST_PAYMENT_CENTS) return { at: startsAt, ...rest };
  // What is too small to charge is on the invoice of the next month, with that month.
  const { at, full, reduced } = firstPayment(startsAt, discount);
  return { at, ...(await sumOf({ ...item, fullAmount: full, discountAmount: full - reduced })) };
};

/** What each full month costs, from the first billing day after the first payment on. Source: D-191, D-346. */
const monthsOf = (services: Services, { startsAt, sport, discount, card }: First) => {
  const taxOf = async (fullAmount: number): Promise<number | null> => {
    if (!card?.address) return null;
    const taxes = await taxesOf(services, card, [{ subscriptionId: sport.id, fullAmount, discountAmount: 0 }]);
    return taxes.reduce((sum, { amount }) => sum + amount, 0);
  };
  const from = monthStart(startsAt, 1);
  const full = { from: discount && discount.endAt > from ? discount.endAt : from, amount: MONTHLY_PRICE_CENTS };
  const phases = full.from > from ? [{ from, amount: reduce(MONTHLY_PRICE_CENTS, discount) }, full] : [full];
  return Promise.all(
    phases.map(async (each) => ({ ...each, from: each.from.toISOString(), tax: await taxOf(each.amount) })),
  );
};

/** What a subscription costs first: now, or at the end of its trial. */
const readFirst = async (context: CallContext, decision: Decision, code: string | undefined): Promise<First> => {
  const { db, session, now } = context;
  const { kind, existing, sport } = decision;
  const startsAt = kind === 'trial-free' ? trialEnd(now) : now;
  const purchase = { userId: session.userId, sportId: sport.sportId, code, startsAt, now };
  const discount = await chooseDiscount(db, existing, purchase);
  const due = await readDue(db, session.userId);
  return { startsAt, sport, discount, due, card: await preferredCard(db, session.userId) };
};

export const preview: Handler<'subscriptions.preview'> = async (context, { sportId, code }) => {
  const { now } = context;
  const decision = await decidePreview(context, sportId);
  if (decision.kind === 'beta-free' || decision.kind === 'waitlist')
    return {
      amountWithoutTaxes: 0,
      subtotalWithoutTaxes: 0,
      total: 0,
      taxes: [],
      firstPaymentAmount: 0,
      firstPaymentAt: null,
      trialEndsAt: null,
      discountEndDate: null,
      trialSubscription: false,
      isFree: true,
      quotedAt: now.toISOString(),
      monthlyAmount: 0,
      debt: 0,
      waiting: 0,
      months: [],
    };
  const first = await underFormerName(readFirst(context, decision, code));
  const [amounts, months] = await Promise.all([amountsOf(context.services, first), monthsOf(context.services, first)]);
  const isTrial = decision.kind === 'trial-free';
  const { full, reduced, taxes, total, debt, at } = amounts;
  return {
    amountWithoutTaxes: full,
    subtotalWithoutTaxes: reduced,
    total,
    taxes,
    trialSubscription: isTrial,
    isFree: false,
    trialEndsAt: isTrial ? first.startsAt.toISOString() : null,
    firstPaymentAt: at.toISOString(),
    firstPaymentAmount: total,
    discountEndDate: first.discount?.endAt.toISOString() ?? null,
    quotedAt: now.toISOString(),
    monthlyAmount: MONTHLY_PRICE_CENTS,
    debt,
    waiting: first.due.waiting.reduce((sum, item) => sum + netOf(item), 0),
    months,
  };
};

/** Of a sport that is subscribed too: what it would cost now. */
export const readPaymentSummary: Handler<'subscriptions.paymentSummary'> = async (
  context,
  { sportId, discountCode },
) => {
  const { db, session, now } = context;
  const purchase = { userId: session.userId, sportId, now };
  const decision = await decidePreview(context, sportId).catch(async (error: unknown) => {
    if (!(error instanceof Problem) || error.code === 'access.not_found') throw error;
    const existing = found(await readOwn(db, purchase.userId, sportId));
    return { kind: 'paid' as const, existing, sport: existing };
  });
  if (decision.kind === 'beta-free' || decision.kind === 'waitlist')
    return { amountWithoutTaxes: 0, subtotalWithoutTaxes: 0, total: 0, taxes: [] };
  const first = await readFirst(context, decision, discountCode);
  const { full, reduced, total, taxes } = await amountsOf(context.services, first);
  return { amountWithoutTaxes: full, subtotalWithoutTaxes: reduced, total, taxes };
};

/** Beta and waitlist sports cost nothing. */
export const readProductPrice: Handler<'subscriptions.productPrice'> = async ({ db }, { id }) => {
  const { sport_type: type } = found(
    await db.selectFrom('sports').select('sport_type').where('id', '=', id).executeTakeFirst(),
  );
  return { id, amount: type === 'Launched' ? MONTHLY_PRICE_CENTS : 0, currency: CURRENCY };
};
