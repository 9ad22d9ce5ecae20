import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Slug } from './ids.ts';
import { all } from './may.ts';
import { Instant, integer, listOf, Offset, SafeText } from './patterns.ts';
import { AMOUNT_SOURCES, AMOUNT_TABS, REVENUE_PERIODS } from './wallet-lists.ts';

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
  /** Of a withdrawal, last digits; it is positive if the transfer came back. Older servers send none. */
  bankAccount: v.optional(v.nullable(v.string())),
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

/** Views of a channel on a day that pay nothing, by reason. Source: D-204, D-206, D-349. */
const Uncounted = v.object({
  /** Of the Creator and their administrators. */
  own: v.number(),
  /** A second one of a person within a day. */
  repeated: v.number(),
  tooShort: v.number(),
  /** More than a person can have watched in the time. */
  tooFast: v.number(),
  /** More than a person can have in a day. */
  tooMany: v.number(),
  /** Counted, but the person did not pay for the sport. */
  unpaid: v.number(),
});
export type Uncounted = v.InferOutput<typeof Uncounted>;

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
  /** Left out where an older server answers. */
  uncounted: v.optional(Uncounted),
  /** What refunds and disputes of that day took back; zero or negative. */
  takenBack: v.number(),
});
export type RevenueCalculation = v.InferOutput<typeof RevenueCalculation>;

/** How a marketing fee came about, code by code. Source: D-350. */
export const FeeCalculation = v.object({
  /** Of the amount. */
  id: Id,
  sportName: v.string(),
  codes: v.array(
    v.object({
      code: v.string(),
      unit: v.picklist(['percent', 'currency']),
      /** Percent, or cents of each paid month. */
      value: v.number(),
      /** Of how many members' payments. */
      payments: v.number(),
      /** Net receipts of these that fall on the day; below zero after refunds and disputes. */
      received: v.number(),
      amount: v.number(),
    }),
  ),
});
export type FeeCalculation = v.InferOutput<typeof FeeCalculation>;

/** What a transfer was made of: `before + earned + amount = after`. */
export const TransferCalculation = v.object({
  /** Of the amount. */
  id: Id,
  /** What the transfer before it left. */
  before: v.number(),
  /** Earned since then, without what was taken back. */
  earned: v.number(),
  /** Negative; positive if it came back. */
  amount: v.number(),
  after: v.number(),
  /** What of the amount is the provider's. */
  fee: v.number(),
  /** Null for a transfer that the payment provider does not know. */
  status: v.nullable(v.picklist(['booked', 'sent', 'paid', 'failed', 'returned'])),
  /** When it was made. */
  createdAt: Instant,
  /** When it arrived or failed; null while it is on its way. */
  decidedAt: v.nullable(Instant),
});
export type TransferCalculation = v.InferOutput<typeof TransferCalculation>;

/** What became of a day's amounts: `earned = madeUp + takenBack + waiting + parts of the transfers`. */
const Onward = v.object({
  /** On the day, all channels and fees together; above zero. */
  earned: v.number(),
  /** Made up for what was transferred before and then taken back. */
  madeUp: v.number(),
  /** Later, by refunds and disputes. */
  takenBack: v.number(),
  /** Still in the wallet. */
  waiting: v.number(),
  /** But for those that came back. */
  transfers: v.array(
    v.object({
      /** Of the amount. */
      id: Id,
      date: Day,
      /** What of the day it took. */
      part: v.number(),
      /** All of it, as a positive amount, and what of that is the provider's. */
      amount: v.number(),
      fee: v.number(),
      ...v.pick(TransferCalculation, ['status', 'createdAt', 'decidedAt']).entries,
    }),
  ),
});
export type Onward = v.InferOutput<typeof Onward>;

/** Source: WAL-009. */
export const REGISTRATION_STATUSES = ['not_started', 'started', 'completed'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];
/** Least that can be transferred, cents. Source: WAL-017. */
export const TRANSFER_MIN_CENTS = 1_000;
/** One transfer in so many days costs nothing. Source: D-355. */
export const FREE_TRANSFER_DAYS = 7;
/**
 * The provider's fee of a transfer that is not free: 0.25 % and 25 cents, of which a part of a cent is rounded up.
 *
 * @param amount Cents.
 * @returns Cents.
 */
export const transferFee = (amount: number): number => Math.ceil(amount / 400) + 25;
const Country = v.pipe(SafeText, v.regex(/^[A-Z]{2}$/));

/** Source: WAL-008. */
export const Wallet = v.object({
  /** Cents; below zero after a refund or a dispute of what was transferred. */
  walletAmount: v.number(),
  registrationStatus: v.picklist(REGISTRATION_STATUSES),
  /** A page of the payment provider that can be opened once, soon. Null if there is nothing to register, or not now. */
  registrationLink: v.nullable(v.string()),
  /** Last digits. */
  bankAccount: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** False for an administrator of an organization who is not its Owner: only reads. */
  isOwn: v.boolean(),
  /** From when on a transfer is free again; null: the next one is. */
  freeTransferAt: v.nullable(Instant),
  /** The transfer that has not arrived yet; there is at most one. */
  transfer: v.nullable(v.object({ id: Id, amountInCents: v.number(), feeInCents: v.number(), createdAt: Instant })),
});
export type Wallet = v.InferOutput<typeof Wallet>;

export const readWallet = defineCall({
  id: 'wallet.read',
  method: 'GET',
  path: '/wallet',
  may: 'creator',
  input: v.object({}),
  output: Wallet,
  problems: [],
  offline: 'cache',
  summary: 'Balance, registration and bank account',
});
export const listPayoutCountries = defineCall({
  id: 'wallet.countries',
  method: 'GET',
  path: '/wallet/countries',
  may: 'creator',
  input: v.object({}),
  output: listOf(v.object({ code: Country, name: v.string(), isEnabled: v.boolean() })),
  problems: [],
  offline: 'cache',
  summary: 'Countries to whose banks can be transferred',
});
/** With the same country it answers again, with a new link. */
export const startWalletRegistration = defineCall({
  id: 'wallet.startRegistration',
  method: 'POST',
  path: '/wallet/registration/start',
  may: all('creator', 'ofAge'),
  input: v.object({ country: Country }),
  output: v.object({
    registrationStatus: v.picklist(REGISTRATION_STATUSES),
    registrationLink: v.nullable(v.string()),
  }),
  problems: [
    'wallet.country_chosen',
    'wallet.country_not_enabled',
    'payment.unavailable',
    'payment.provider',
    'request.too_often',
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'Chooses the country, for good, and begins the registration at the payment provider',
});
export const payOut = defineCall({
  id: 'wallet.payout',
  method: 'POST',
  path: '/wallet/payout',
  may: all('creator', 'ofAge'),
  input: v.object({ amountInCents: integer(1, 100_000_000_000) }),
  output: v.object({ id: Id, walletAmount: v.number() }),
  problems: [
    'wallet.too_little',
    'wallet.too_much',
    'wallet.not_registered',
    'wallet.transfer_open',
    'payment.unavailable',
    'payment.provider',
    'request.too_often',
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'Transfers money to the bank account',
});
/** What the person does on the pages of the provider of development. */
export const registerAtSandbox = defineCall({
  id: 'wallet.sandboxRegister',
  method: 'POST',
  path: '/sandbox-payments/register-account',
  may: 'signedIn',
  input: v.object({ link: v.pipe(SafeText, v.maxLength(100)), bankNumber: v.pipe(SafeText, v.regex(/^\d{12}$/)) }),
  output: v.null(),
  problems: ['payment.provider'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Registers a bank account at the sandbox',
});
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
    /** Shares of one channel. */
    channelId: v.optional(Id),
    /** Shares of channels of one sport, also of channels that are gone. */
    sportId: v.optional(Slug),
    source: v.optional(v.picklist(AMOUNT_SOURCES)),
  }),
  output: v.object({
    ...listOf(Amount).entries,
    /** Of the whole list, cents; what was transferred is positive. Left out where an older server answers. */
    sums: v.optional(v.object({ earned: v.number(), transferred: v.number() })),
  }),
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
  output: v.object({
    results: v.array(RevenueCalculation),
    /** Left out where an older server answers, as the transfers. */
    fees: v.optional(v.array(FeeCalculation)),
    transfers: v.optional(v.array(TransferCalculation)),
    /** Null where nothing was earned. Left out where an older server answers. */
    onward: v.optional(v.nullable(Onward)),
  }),
  problems: [],
  offline: 'cache',
  summary:
    'How the amounts of a day were worked out: shares by channel, marketing fees by code, transfers by what they are made of; and where they went',
});
