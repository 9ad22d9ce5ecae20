import { Problem } from '#contract/problems.ts';
import type { TaxLine } from '#server/adapters/payments/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import type { PreferredCard } from '../cards/index.ts';
import { chooseCode, type Code, type Discount } from '../discounts/index.ts';
import {
  askProvider,
  CURRENCY,
  netOf,
  readDebts,
  readWaiting,
  wasBilled,
  type ItemRow,
  type NewItem,
} from '../invoices/index.ts';
import { discountEnd, monthStart, restOfMonth } from './price.ts';
import type { SubscriptionRow } from './rows.ts';

/** How old a preview may be. */
const QUOTE_LIFE_MS = 3_600_000;

/**
 * The time that an amount is worked out for: that of the preview, so that the person pays what the screen showed.
 *
 * @throws Problem `subscription.quote_over` for one of the future, one that is too old, or one of the month before.
 */
export const quoteTime = (quotedAt: string | undefined, now: Date): Date => {
  if (quotedAt === undefined) return now;
  const at = new Date(quotedAt);
  const isGood =
    at.getTime() <= now.getTime() &&
    at.getTime() >= now.getTime() - QUOTE_LIFE_MS &&
    monthStart(at, 0).getTime() === monthStart(now, 0).getTime();
  if (!isGood) throw new Problem('subscription.quote_over');
  return at;
};

/** A discount of a subscription, and until when it lasts. */
export interface KeptDiscount extends Discount {
  code: string;
  endAt: Date;
  /** It has to be counted when the subscription begins with it. */
  isNew: Code | undefined;
}

/** The discount that is kept with a subscription. */
const keptOf = ({
  code,
  codeUnit,
  codeValue,
  codeMonths,
}: SubscriptionRow): (Discount & { code: string }) | undefined =>
  code !== null && codeUnit && codeValue && codeMonths !== null
    ? { code, unit: codeUnit, value: codeValue, months: codeMonths }
    : undefined;

/** Its discount in a month that begins then. */
export const discountAt = (row: SubscriptionRow, at: Date): (Discount & { code: string }) | undefined =>
  row.discountEndAt !== null && row.discountEndAt > at ? keptOf(row) : undefined;

export interface Purchase {
  userId: string;
  sportId: string;
  /** What the person typed. */
  code: string | undefined;
  startsAt: Date;
  now: Date;
}

/**
 * The discount of a subscription that begins to be paid: what the person types, else what was kept with the row and has not
 * ended, else what was promised by an invitation or a code. Source: D-190, D-191.
 *
 * @throws Problem `discount.unknown`, `discount.expired`.
 */
export const chooseDiscount = async (
  db: Db,
  row: SubscriptionRow | undefined,
  { code: text, startsAt, ...purchase }: Purchase,
): Promise<KeptDiscount | undefined> => {
  const typed = text?.replace(/[\s-]/g, '').toUpperCase();
  const kept = row && keptOf(row);
  if (row && kept && (!typed || typed === kept.code)) {
    if (!(await wasBilled(db, row.id))) return { ...kept, endAt: discountEnd(startsAt, kept), isNew: undefined };
    if (row.discountEndAt && row.discountEndAt > startsAt)
      return { ...kept, endAt: row.discountEndAt, isNew: undefined };
  }
  const chosen = await chooseCode(db, text, purchase);
  if (!chosen || chosen.value <= 0) return undefined;
  const { code, unit, value, months } = chosen;
  return { code, unit, value, months, endAt: discountEnd(startsAt, chosen), isNew: chosen };
};

/** The item for the rest of a month. */
export const firstItem = (
  subscription: Pick<SubscriptionRow, 'id' | 'sportId' | 'sportName'>,
  startsAt: Date,
  discount: KeptDiscount | undefined,
): NewItem => {
  const { start, end, full, reduced } = restOfMonth(startsAt, discount);
  return {
    subscriptionId: subscription.id,
    sportId: subscription.sportId,
    sportName: subscription.sportName,
    periodStart: start,
    periodEnd: end,
    fullAmount: full,
    discountAmount: full - reduced,
    code: discount?.code ?? null,
    reason: 'first',
  };
};

/** What else goes on the next invoice. */
export interface Due {
  waiting: ItemRow[];
  debts: { id: string; total: number }[];
}
export const readDue = async (db: Db, userId: string): Promise<Due> => ({
  waiting: await readWaiting(db, userId),
  debts: await readDebts(db, userId),
});

/**
 * The taxes of some items, by the address of the card. No transaction may be open.
 *
 * @throws Problem `payment.unavailable`, `payment.provider`.
 */
export const taxesOf = async (
  services: Services,
  card: PreferredCard | undefined,
  items: readonly Pick<ItemRow, 'subscriptionId' | 'fullAmount' | 'discountAmount'>[],
): Promise<TaxLine[]> => {
  const { payments } = services;
  const address = card?.address;
  const lines = items
    .map((item) => ({ reference: item.subscriptionId, amount: netOf(item) }))
    .filter(({ amount }) => amount > 0);
  if (!payments || !address || lines.length === 0) return [];
  return askProvider(services, () => payments.taxes({ address, currency: CURRENCY, lines }));
};
