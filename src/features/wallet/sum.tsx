import { formatMoney } from '#app/format/money.ts';

/** `$30.00`, `−$30.00`: with the minus of the rows. @param cents As `formatMoney`. */
export const formatSum = (cents: number): string => `${cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents))}`;

interface SumProps {
  name: string;
  cents: number;
  /** What the person gets. */
  isOwn?: boolean;
}

/** A line of a calculation, in a `dl` of the class `wallet-sums`. */
export function Sum({ name, cents, isOwn = false }: SumProps) {
  return (
    <>
      <dt className={isOwn ? 't-strong' : undefined}>{name}</dt>
      <dd className={isOwn ? 'num t-strong' : 'num'}>{formatSum(cents)}</dd>
    </>
  );
}
