import type { RevenuePeriod } from '../wallet-lists.ts';

/** Words of days, weeks, months and years, as the dashboard and the wallet choose and name them. Source: DAS-017, D-352. */
export const periodText = {
  choose: 'Period',
  names: { day: 'Day', week: 'Week', month: 'Month', year: 'Year' } satisfies Record<RevenuePeriod, string>,
  weekOf: (day: string) => `Week of ${day}`,
  span: (from: string, to: string) => `${from} to ${to}`,
} as const;
