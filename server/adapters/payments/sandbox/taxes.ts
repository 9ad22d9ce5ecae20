import type { PaymentProvider, TaxLine } from '../provider.ts';

/** A rate: its type, and percent in thousandths. */
type Rate = readonly [type: string, thousandths: number];

const CANADA: Readonly<Record<string, readonly Rate[]>> = {
  AB: [['GST', 5_000]],
  BC: [
    ['GST', 5_000],
    ['PST', 7_000],
  ],
  MB: [
    ['GST', 5_000],
    ['PST', 7_000],
  ],
  NB: [['HST', 15_000]],
  NL: [['HST', 15_000]],
  NS: [['HST', 14_000]],
  NT: [['GST', 5_000]],
  NU: [['GST', 5_000]],
  ON: [['HST', 13_000]],
  PE: [['HST', 15_000]],
  QC: [
    ['GST', 5_000],
    ['QST', 9_975],
  ],
  SK: [
    ['GST', 5_000],
    ['PST', 6_000],
  ],
  YT: [['GST', 5_000]],
};
const PROVINCES: Readonly<Record<string, string>> = {
  ALBERTA: 'AB',
  'BRITISH COLUMBIA': 'BC',
  MANITOBA: 'MB',
  'NEW BRUNSWICK': 'NB',
  'NEWFOUNDLAND AND LABRADOR': 'NL',
  'NOVA SCOTIA': 'NS',
  'NORTHWEST TERRITORIES': 'NT',
  NUNAVUT: 'NU',
  ONTARIO: 'ON',
  'PRINCE EDWARD ISLAND': 'PE',
  QUEBEC: 'QC',
  QUÉBEC: 'QC',
  SASKATCHEWAN: 'SK',
  YUKON: 'YT',
};
/** Countries with one rate. In the United States there is no tax without a nexus, and the sandbox has none. */
const VAT: Readonly<Record<string, number>> = {
  AT: 20_000,
  BE: 21_000,
  CH: 8_100,
  DE: 19_000,
  DK: 25_000,
  ES: 21_000,
  FR: 20_000,
  GB: 20_000,
  IE: 23_000,
  IT: 22_000,
  NL: 21_000,
  PL: 23_000,
  PT: 23_000,
  SE: 25_000,
};

const ratesOf = ({ country, state }: { country: string; state: string }): readonly Rate[] => {
  if (country === 'CA') {
    const wanted = state.trim().toUpperCase();
    return CANADA[PROVINCES[wanted] ?? wanted] ?? [['GST', 5_000]];
  }
  const vat = VAT[country];
  return vat === undefined ? [] : [['VAT', vat]];
};

/** Half up, in whole cents: of 5 cents and 50 %, 3. */
const taxOf = (amount: number, thousandths: number): number => Math.floor((amount * thousandths + 50_000) / 100_000);

/** The taxes of an invoice by a fixed table, rounded per line. Source: D-346. */
export const taxesOf = ({ address, lines }: Parameters<PaymentProvider['taxes']>[0]): TaxLine[] =>
  ratesOf(address)
    .map(([type, thousandths]) => ({
      type,
      amount: lines.reduce((sum, line) => sum + taxOf(line.amount, thousandths), 0),
      percentage: thousandths / 1000,
    }))
    .filter(({ amount }) => amount !== 0);
