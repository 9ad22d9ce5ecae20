// Apart from the calls of the wallet, because addresses are checked against them before any page has loaded.

/** Tabs of the lists. Source: DAS-018, D-150. */
export const AMOUNT_TABS = ['all', 'earned', 'transferred'] as const;
/** What of the earned amounts: shares of channels, or marketing fees. Source: WAL-011, WAL-012. */
export const AMOUNT_SOURCES = ['content', 'referral'] as const;
/** Source: DAS-017, D-352. */
export const REVENUE_PERIODS = ['day', 'week', 'month', 'year'] as const;
export type RevenuePeriod = (typeof REVENUE_PERIODS)[number];
