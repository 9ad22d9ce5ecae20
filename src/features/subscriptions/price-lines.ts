import { payText } from '#contract/text/subscriptions-pay.ts';
import { formatMoney } from '#app/format/money.ts';
import { formatDate } from '#app/format/format.ts';
import { formatDay, lastMsBefore, nextBillMs } from '#app/payments/billing-days.ts';
import type { Discount, Preview } from './subscribe-form.ts';

const { lines: text } = payText;

/** An amount and the reason for it. */
export interface PriceLine {
  label: string;
  amount: string;
  why: string | undefined;
  isTotal?: boolean;
}

/** What a discount is worth: "50% off for 3 months". Source: D-357. */
export const discountWorth = ({ discountAmountUnit, discountAmountValue, durationInMonths }: Discount): string =>
  payText.worth(
    discountAmountUnit === 'percent' ? `${discountAmountValue}%` : formatMoney(discountAmountValue),
    durationInMonths,
  );

const dayBefore = (end: string): string => formatDay(lastMsBefore(end));

type Month = NonNullable<Preview['months']>[number];

/** Whether the first payment is too small, so that it is charged with the next month. Source: D-344. */
export const isChargedLater = ({ firstPaymentAt, quotedAt, total }: Preview): boolean =>
  total > 0 && Boolean(firstPaymentAt && quotedAt && firstPaymentAt > quotedAt);

const taxesOf = ({ amount, tax }: Month): string => {
  if (tax === null) return text.taxesAdded;
  return tax > 0 ? text.taxesIn(formatMoney(amount), formatMoney(tax)) : '';
};

/** What each month costs from the first bill on, taxes included: before and after the end of a discount. */
const monthLines = (months: readonly Month[]): PriceLine[] =>
  months.map((month, at) => {
    const next = months[at + 1];
    const from = at === 0 ? text.monthly : text.monthlyFrom(formatDay(month.from));
    const why = next ? text.discountedHelp : text.monthlyHelp;
    return {
      label: next ? text.monthlyUntil(dayBefore(next.from)) : from,
      amount: formatMoney(month.amount + (month.tax ?? 0)),
      why: `${why} ${taxesOf(month)}`.trim(),
    };
  });

/** The code of a subscription, also one that was not typed here: what was promised before is applied by the server. */
const codeLine = (preview: Preview, discount: Discount | null): PriceLine[] => {
  const reduced = preview.amountWithoutTaxes - preview.subtotalWithoutTaxes;
  if (discount === null && reduced <= 0) return [];
  const until = preview.discountEndDate && dayBefore(preview.discountEndDate);
  const amount = preview.trialSubscription && discount ? discountWorth(discount) : formatMoney(-reduced);
  const why = discount ? text.discountHelp(discount.code, until) : text.discountPromised(until);
  return [{ label: text.discount, amount, why }];
};

/**
 * The amounts of a subscription, each with its reason: what is paid first, and each month. They add up.
 * Source: SUB-006, SUB-028, D-344, D-346, D-347.
 *
 * @param monthly The monthly price in cents, for servers whose preview does not say what a month costs.
 */
export const priceLines = (
  preview: Preview,
  discount: Discount | null,
  monthly: number | undefined,
  nowMs: number,
): PriceLine[] => {
  if (preview.isFree) return [{ label: text.free, amount: formatMoney(0), why: undefined }];
  const price = preview.monthlyAmount ?? monthly;
  const months = preview.months ?? (price === undefined ? [] : [{ from: '', amount: price, tax: null }]);
  const code = codeLine(preview, discount);
  if (preview.trialSubscription)
    return [
      {
        label: text.trial,
        amount: formatMoney(0),
        why: preview.trialEndsAt ? text.trialHelp(formatDate(preview.trialEndsAt)) : undefined,
      },
      ...code,
      ...months.slice(-1).map((month) => ({
        label: text.afterTrial,
        amount: formatMoney(month.amount + (month.tax ?? 0)),
        why: `${text.afterTrialHelp} ${taxesOf(month)}`.trim(),
      })),
    ];
  const bill = formatDay(nextBillMs(nowMs));
  const isLater = isChargedLater(preview);
  return [
    {
      label: text.now,
      amount: formatMoney(preview.amountWithoutTaxes),
      why: isLater ? text.carriedHelp(bill) : text.nowHelp(bill),
    },
    ...code,
    ...(preview.waiting ? [{ label: text.waiting, amount: formatMoney(preview.waiting), why: text.waitingHelp }] : []),
    ...(preview.debt ? [{ label: text.debt, amount: formatMoney(preview.debt), why: text.debtHelp }] : []),
    ...preview.taxes.map(({ type, amount, percentage }) => ({
      label: text.tax(type, percentage),
      amount: formatMoney(amount),
      why: undefined,
    })),
    {
      label: isLater ? text.totalLater(bill) : text.total,
      amount: formatMoney(preview.total),
      why: undefined,
      isTotal: true,
    },
    ...monthLines(months),
  ];
};
