import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Instant, Offset, SafeText, integer, listOf } from './patterns.ts';

// What Creators earn and have paid out. All amounts are integer cents; days are UTC. Source: D-147…D-152, D-348…D-352.

const Day = v.pipe(SafeText, v.isoDate());

/** Source: WAL-013. */
export const REVENUE_TYPES = [
  'content_base',
  'views_base',
  'standard_marketing_fee',
  'custom_marketing_fee',
  'withdrawal',
] as const;
export type RevenueType = (typeof REVENUE_TYPES)[number];

/** Tabs of the lists. Source: DAS-018, D-150. */
export const AMOUNT_TABS = ['all', 'earned', 'transferred'] as const;
/** Source: DAS-017, D-352. */
export const REVENUE_PERIODS = ['day', 'week', 'month', 'year'] as const;
/** Page of both lists. Source: WAL-036. */
export const REVENUE_PAGE = 10;

export const Amount = v.object({
  id: Id,
  date: Day,
  type: v.picklist(REVENUE_TYPES),
  /** Negative for a withdrawal, and for what a refund or a dispute took back. */
  amount: v.number(),
  /** Null for fees and withdrawals, and for a channel that is gone. */
  channelName: v.nullable(v.string()),
});
export type Amount = v.InferOutput<typeof Amount>;

/** Source: WAL-010, WAL-011, WAL-012. */
export const RevenueRow = v.object({
  /** First day of the period; weeks begin on Monday. */
  date: Day,
  revenue: v.number(),
  /** What was paid out, as a positive amount. */
  withdrawal: v.number(),
  details: v.object({
    content: v.object({
      total: v.number(),
      details: v.array(
        v.object({
          channelName: v.nullable(v.string()),
          total: v.number(),
          contentBaseIncome: v.number(),
          viewBaseIncome: v.number(),
        }),
      ),
    }),
    referral: v.object({
      total: v.number(),
      standardMarketingFeeTotal: v.number(),
      customMarketingFeeTotal: v.number(),
    }),
  }),
});
export type RevenueRow = v.InferOutput<typeof RevenueRow>;

/** How a day's share of a channel came about: `share = part × own / all`, by the largest remainder. */
const SharePart = v.object({ part: v.number(), own: v.number(), all: v.number(), share: v.number() });
export const RevenueCalculation = v.object({
  channelId: Id,
  channelName: v.string(),
  sportName: v.string(),
  date: Day,
  /** Net receipts of the sport that fall on the day: paid, without taxes and the provider's fees. */
  received: v.number(),
  /** The Creators' 70 % of them. */
  pool: v.number(),
  /** 25 % of the pool, and what nobody got on the day before; shared by publications, 30 at most of a channel. */
  publishing: SharePart,
  /** 75 % of the pool, and what nobody got on the day before; shared by views of people who pay. */
  views: SharePart,
  /** What refunds and disputes of that day took back; zero or negative. */
  takenBack: v.number(),
});
export type RevenueCalculation = v.InferOutput<typeof RevenueCalculation>;

export const readWalletStatistics = defineCall({
  id: 'wallet.statistics',
  method: 'GET',
  path: '/wallet/statistics',
  may: 'creator',
  input: v.object({}),
  output: v.object({
    totalEarned: v.number(),
    totalTransferred: v.number(),
    currentBalance: v.number(),
    lastTransferAt: v.nullable(Instant),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Earned, transferred and left, cents',
});
export const listAmounts = defineCall({
  id: 'wallet.amounts',
  method: 'GET',
  path: '/amounts/my',
  may: 'creator',
  input: v.object({
    limit: v.optional(integer(1, 100), REVENUE_PAGE),
    offset: Offset,
    type: v.optional(v.picklist(AMOUNT_TABS)),
    date_from: v.optional(Day),
    date_to: v.optional(Day),
  }),
  output: listOf(Amount),
  problems: [],
  offline: 'cache',
  summary: 'Each amount earned or transferred, newest first',
});
export const readRevenueStatistics = defineCall({
  id: 'wallet.revenues',
  method: 'GET',
  path: '/revenues/statistics',
  may: 'creator',
  input: v.object({
    limit: v.optional(integer(1, 100), REVENUE_PAGE),
    offset: Offset,
    period: v.picklist(REVENUE_PERIODS),
    channelId: v.optional(Id),
  }),
  output: listOf(RevenueRow),
  problems: [],
  offline: 'cache',
  summary: 'Revenue by period, newest first, with what it is made of',
});
export const readCalculation = defineCall({
  id: 'wallet.calculation',
  method: 'GET',
  path: '/revenues/calculation',
  may: 'creator',
  input: v.object({ date: Day }),
  output: v.object({ results: v.array(RevenueCalculation) }),
  problems: [],
  offline: 'cache',
  summary: 'How the shares of a day were worked out, channel by channel',
});
