const formats = new Map<string, Intl.NumberFormat>();

/**
 * An amount as dollars with two decimals: `$1,234.50`, `-$0.99`. English in every locale, because the amount is charged as it
 * is written. Source: SYS-015, D-246.
 *
 * @param cents An integer of hundredths, as every amount on the wire (D-14).
 * @param currency ISO 4217 code of a currency with hundredths.
 */
export const formatMoney = (cents: number, currency = 'USD'): string => {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    formats.set(currency, format);
  }
  return format.format(cents / 100);
};
