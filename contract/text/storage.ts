import { formatMoney } from './common-money.ts';

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** Words of storage plans that the server uses too. Source: STO-001…STO-035, D-153…D-160, D-353. */
export const storageText = {
  /** What an invoice calls it. */
  planItem: (plan: string): string => `${plan} storage plan`,
  items,
  /** Bytes in GB, base 1000, with one decimal. Source: D-17. */
  gigabytes: (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`,
  fellUnpaid: (plan: string): string => `${plan} was not paid.`,
  /** Sentences of the preview, in the order of the calculation. */
  explain: {
    restOfMonth: (plan: string, amount: number, day: string): string =>
      `${plan} costs ${formatMoney(amount)} for the rest of this month, until ${day}.`,
    year: (plan: string, amount: number, day: string): string =>
      `${plan} costs ${formatMoney(amount)} for a year, until ${day}.`,
    restOfYear: (plan: string, amount: number, day: string): string =>
      `${plan} costs ${formatMoney(amount)} for the rest of your year, until ${day}.`,
    unused: (plan: string, amount: number): string =>
      `${formatMoney(amount)} of what you paid for ${plan} is not used yet.`,
    credit: (amount: number): string => `${formatMoney(amount)} of it pays for the new plan.`,
    waiting: (amount: number): string =>
      `${formatMoney(amount)} from before was too small to charge alone and is added.`,
    tax: (type: string, percentage: number, amount: number): string =>
      `${type} of ${percentage}% is ${formatMoney(amount)}.`,
    due: (amount: number): string =>
      amount === 0 ? 'Nothing is charged now.' : `${formatMoney(amount)} is charged now.`,
    tooSmall: (amount: number): string =>
      `${formatMoney(amount)} is too small to charge alone: it goes on the next invoice.`,
    refundTax: (amount: number): string => `${formatMoney(amount)} of tax on the rest is given back too.`,
    fee: (amount: number): string =>
      `The payment provider keeps ${formatMoney(amount)} of its fee, so that much is taken off.`,
    refund: (amount: number): string =>
      `${formatMoney(amount)} goes back to the card that paid, within 14 business days.`,
    noRefund: (amount: number): string =>
      `${formatMoney(amount)} would be left. Refunds must be greater than $5.00, so it is not given back.`,
    next: (amount: number, day: string): string => `From ${day} you pay ${formatMoney(amount)}, plus taxes.`,
    nextYear: (amount: number, day: string): string =>
      `On ${day} the next year costs ${formatMoney(amount)}, plus taxes.`,
    starter: 'From now on you have Starter, which is free.',
    archive: (size: string): string => `${size} do not fit the new plan and have to be archived first.`,
  },
} as const;
