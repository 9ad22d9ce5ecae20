import { AMOUNT_SOURCES, AMOUNT_TABS, REVENUE_PERIODS } from '#contract/wallet-lists.ts';
import { day, oneOf, orElse, rowId, search, text } from './search.ts';

/** Search parameters of the list of the amounts that make a sum. Without `period` and `from`: of all time. */
export const readAmountsSearch = search({
  tab: orElse(oneOf(...AMOUNT_TABS), 'all'),
  period: oneOf(...REVENUE_PERIODS),
  /** First day of the first period. */
  from: day,
  /** First day of the last period; absent: there is one. */
  until: day,
  channelId: rowId,
  sportId: text,
  source: oneOf(...AMOUNT_SOURCES),
});
export type AmountsSearch = ReturnType<typeof readAmountsSearch>;

/** The page of the amounts that make a sum. */
export const amountsAddress = (wanted: AmountsSearch): string =>
  `/educator-wallet/amounts?${new URLSearchParams(wanted)}`;
