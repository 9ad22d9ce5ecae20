import type { Invoice } from '#contract/invoices.ts';
import { invoicesText as text } from '#contract/text/invoices.ts';
import { formatMoney } from '#app/format/money.ts';
import { formatDay, formatFullDay, lastMsBefore } from '#app/payments/billing-days.ts';
import { brandName } from '#app/payments/card-name.ts';
import { paymentsText } from '#contract/text/payments.ts';

/** An amount with the reason for it. */
export interface ExplainedLine {
  key: string;
  label: string;
  amount: string;
  /** Plain sentences. */
  why: string;
}

/** What each item costs, and why. Source: SUB-035, D-344. */
export const itemLines = ({ items, currency }: Invoice): ExplainedLine[] =>
  items.map(
    ({ id, sportName, isPlan, fullAmount, discountAmount, discountCodeValue, periodStart, periodEnd, reason }) => {
      const period = isPlan
        ? text.plan(formatFullDay(periodStart), formatFullDay(lastMsBefore(periodEnd)))
        : text.reasons[reason](formatDay(periodStart), formatDay(lastMsBefore(periodEnd)));
      const off = formatMoney(discountAmount, currency);
      const less = discountAmount > 0 && (isPlan ? text.planCredit(off) : text.discount(off, discountCodeValue));
      return {
        key: id,
        label: sportName,
        amount: formatMoney(fullAmount - discountAmount, currency),
        why: [period, less && `${formatMoney(fullAmount, currency)}, ${less}`].filter(Boolean).join(' '),
      };
    },
  );

/** Subtotal, taxes and debt; the subtotal only where something is added to it. Source: SUB-035, D-346. */
export const sumLines = ({ items, taxes, debt, currency }: Invoice): ExplainedLine[] => {
  const subtotal = items.reduce((sum, { fullAmount, discountAmount }) => sum + fullAmount - discountAmount, 0);
  const added = [
    ...taxes.map(({ type, amount, percentage }, at) => ({
      key: `${type}${at}`,
      label: text.tax(type, percentage),
      amount: formatMoney(amount, currency),
      why: text.taxHelp,
    })),
    ...(debt > 0 ? [{ key: 'debt', label: text.debt, amount: formatMoney(debt, currency), why: text.debtHelp }] : []),
  ];
  if (added.length === 0) return [];
  return [
    { key: 'subtotal', label: text.subtotal, amount: formatMoney(subtotal, currency), why: text.subtotalHelp },
    ...added,
  ];
};

/** Charges, refunds and disputes, each with what became of it. */
export const paymentLines = ({ payments, currency }: Invoice): ExplainedLine[] =>
  payments.map(({ at, amount, kind, status, cardBrand, cardLast4, message }) => ({
    key: `${at}${kind}`,
    label: text.payment[kind](
      cardBrand && cardLast4 ? paymentsText.ending(brandName(cardBrand), cardLast4) : text.payment.noCard,
    ),
    amount: formatMoney(amount, currency),
    why: `${formatFullDay(at)}. ${message ?? text.paymentStates[status]}`,
  }));

/** What the state of an invoice means for the person. */
export const meaningOf = ({ status, paidAt, nextAttemptAt }: Invoice): string => {
  if (status === 'paid') return paidAt ? text.meaning.paid(formatFullDay(paidAt)) : text.states.paid;
  if (status === 'open' && nextAttemptAt) return text.meaning.openUntil(formatFullDay(nextAttemptAt));
  return text.meaning[status];
};
