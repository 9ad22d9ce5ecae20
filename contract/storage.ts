import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { all, owns } from './may.ts';
import { Instant, integer, SafeText } from './patterns.ts';
import { LibraryContent } from './rows.ts';
import { TaxLine } from './invoices.ts';

// Storage plans of Creators and organizations. Amounts are integer cents, sizes are bytes unless they say GB (1e9 bytes).
// Source: D-153…D-160, D-300, D-338, D-353; decision 0101.

/** Bytes of one GB. Source: D-17. */
export const BYTES_PER_GB = 1e9;
/** How long archived content can be restored, days. Source: STO-035, D-158. */
export const ARCHIVE_DAYS = 30;
/** A refund is made only above it, cents. Source: STO-033, D-20. */
export const SMALLEST_REFUND_CENTS = 500;
/** How long uploads are refused before an unpaid plan falls to Starter, days. Source: D-160. */
export const UNPAID_DAYS = 14;

/** Source: STO-011…STO-015, D-338. `storageSize` is GB; `price1` and `yearly` are dollars, as they are shown. */
export const STORAGE_PLANS = [
  { index: 0, name: 'Starter', storageSize: 4, price1: 'Free', yearly: null, capacity: '35 min' },
  { index: 1, name: 'Bronze', storageSize: 10, price1: '9.99', yearly: '99.99', capacity: '90 min' },
  { index: 2, name: 'Silver', storageSize: 20, price1: '19.99', yearly: '199.99', capacity: '180 min' },
  { index: 3, name: 'Gold', storageSize: 30, price1: '29.99', yearly: '299.99', capacity: '180 min' },
] as const;
export const PLAN_PERIODS = ['month', 'year'] as const;
export type PlanPeriod = (typeof PLAN_PERIODS)[number];

export const PlanIndex = integer(0, STORAGE_PLANS.length - 1);
const Period = v.picklist(PLAN_PERIODS);
const CardId = v.pipe(SafeText, v.nonEmpty(), v.maxLength(255));
/**
 * The card that the refund should go to. What other cards paid then pays for the new plan first. A card that has not paid for the plan
 * gets nothing: the provider gives money back to the card of the charge only. Source: D-354.
 */
const RefundCardId = v.optional(CardId);
/** Most contents that one change archives by hand. */
const ARCHIVED_MAX = 1_000;

/** Source: STO-010. */
const StoragePlan = v.object({
  index: v.number(),
  name: v.string(),
  /** Bytes. */
  storageSize: v.number(),
  /** Null for Starter, which is never billed. */
  period: v.nullable(Period),
  /** `unpaid`: uploads are refused until it is paid. `pending`: its payment is not decided yet. */
  status: v.picklist(['active', 'unpaid', 'pending']),
  currentPeriodEnd: v.nullable(Instant),
});
export type StoragePlan = v.InferOutput<typeof StoragePlan>;

/** A card that money goes back to, and how much of it. */
const RefundCard = v.object({ id: v.string(), brand: v.string(), last4: v.string(), amount: v.number() });
export type RefundCard = v.InferOutput<typeof RefundCard>;

/** Source: D-300. */
const Refund = v.object({
  id: Id,
  tax: v.number(),
  transactionFee: v.number(),
  refund: v.number(),
  status: v.picklist(['pending', 'succeeded', 'failed']),
  /** Within 14 business days. */
  expectedBy: Instant,
  /** Where it goes: the cards that paid. Source: D-354. */
  cards: v.array(RefundCard),
});
export type StorageRefund = v.InferOutput<typeof Refund>;

/**
 * The calls that buy or change a plan can be hidden. Who pays for one can always see and cancel it, and what was archived is the
 * Library's. Source: D-69, D-298, decision 0131.
 */
const flag = { name: 'StoragePlans' } as const;

export const readPlans = defineCall({
  id: 'storage.plans',
  method: 'GET',
  path: '/storage-plans',
  may: 'creator',
  input: v.object({}),
  output: v.object({
    plans: v.array(
      v.object({
        index: v.number(),
        name: v.string(),
        /** GB. */
        storageSize: v.number(),
        /** Dollars a month, or ‘Free’. */
        price1: v.string(),
        /** Dollars a year; null for Starter. */
        yearly: v.nullable(v.string()),
        capacity: v.string(),
        /** Percent that the yearly price saves, one decimal; null for Starter. Source: D-19. */
        yearlySaving: v.nullable(v.number()),
      }),
    ),
    plan: StoragePlan,
    unusedFees: v.number(),
    /** Whether the caller may change the plan: of an organization, its Owner. */
    mayChange: v.boolean(),
    /** The invoice that keeps the plan from being paid, or whose payment is not decided yet. Only for who pays it. */
    openInvoiceId: v.nullable(Id),
    /** When an unpaid plan falls to Starter. */
    fallsAt: v.nullable(Instant),
    storageUsed: v.number(),
    storageReserved: v.number(),
    storageSize: v.number(),
    archived: v.object({ count: v.number(), bytes: v.number(), nextDeletionAt: v.nullable(Instant) }),
  }),
  problems: [],
  offline: 'cache',
  summary: 'The plans, the current one and what is stored',
});

const Change = { planIndex: PlanIndex, period: Period };
export const previewPlan = defineCall({
  id: 'storage.preview',
  method: 'POST',
  path: '/storage-plans/preview',
  may: 'creator',
  input: v.object({
    action: v.picklist(['purchase', 'upgrade', 'downgrade', 'cancel']),
    planIndex: PlanIndex,
    period: v.optional(Period, 'month'),
    paymentMethodId: v.optional(CardId),
    refundPaymentMethodId: RefundCardId,
  }),
  output: v.object({
    /** Charged now, with taxes. */
    amountDue: v.number(),
    /** The price of the first period, before the credit and without taxes. */
    price: v.number(),
    /** The unused part of the current plan that pays for the new one. */
    credit: v.number(),
    /** The unused part of the current plan, whole. */
    unusedFees: v.number(),
    taxes: v.array(TaxLine),
    /** Tax on what is given back. */
    refundTax: v.number(),
    transactionFee: v.number(),
    /** What would be given back; it is given back only if `refundable`. */
    refund: v.number(),
    refundable: v.boolean(),
    /** All cards that paid for the current plan, also those that get nothing back. */
    refundCards: v.array(RefundCard),
    nextBillingDate: v.nullable(Instant),
    nextAmount: v.number(),
    /** Bytes that have to be archived first. */
    archiveBytes: v.number(),
    /** Every amount in words, in the order of the calculation. */
    explanation: v.array(v.string()),
    quotedAt: Instant,
  }),
  problems: [
    'access.denied',
    'storage.not_larger',
    'storage.not_smaller',
    'storage.no_plan',
    'storage.unpaid',
    'storage.payment_pending',
    'storage.period_kept',
    'storage.other_payer',
    'payment.unavailable',
    'payment.provider',
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'What a change of the plan costs, gives back and archives',
});

const Bought = v.object({
  plan: StoragePlan,
  /** Null where nothing is charged now. */
  invoiceId: v.nullable(Id),
  status: v.picklist(['succeeded', 'requires_action', 'processing']),
  /** Only if the card's holder has to confirm it with the bank. */
  clientSecret: v.optional(v.string()),
  credit: v.number(),
  refund: v.optional(Refund),
});
const Payment = {
  ...Change,
  /** The preferred card by default. */
  paymentMethodId: v.optional(CardId),
  /** As the preview answered them: more is never charged. */
  quotedAt: v.optional(Instant),
  amountDue: v.optional(integer(0, 10_000_000)),
};
const PAYMENT_PROBLEMS = [
  'access.denied',
  'storage.unpaid',
  'storage.payment_pending',
  'storage.other_payer',
  'storage.card_needed',
  'subscription.quote_over',
  'payment.declined',
  'payment.unavailable',
  'payment.provider',
  'request.too_often',
] as const;
export const purchasePlan = defineCall({
  id: 'storage.purchase',
  method: 'POST',
  path: '/storage-plans/purchase',
  may: all('creator', 'ofAge'),
  flag,
  input: v.object(Payment),
  output: Bought,
  problems: ['access.not_found', 'feature.off', 'storage.not_larger', ...PAYMENT_PROBLEMS],
  offline: 'online',
  secretAnswer: true,
  summary: 'Begins a plan from Starter',
});
export const upgradePlan = defineCall({
  id: 'storage.upgrade',
  method: 'POST',
  path: '/storage-plans/upgrade',
  may: all('creator', 'ofAge'),
  flag,
  input: v.object({ ...Payment, refundPaymentMethodId: RefundCardId }),
  output: Bought,
  problems: ['access.not_found', 'feature.off', 'storage.not_larger', 'storage.no_plan', ...PAYMENT_PROBLEMS],
  offline: 'online',
  secretAnswer: true,
  summary: 'Changes to a larger plan, or to the yearly price, at once',
});

const Archiving = {
  /** How the content is made to fit. Nothing is archived that fits. */
  archiveMode: v.optional(v.picklist(['manual', 'auto_oldest']), 'auto_oldest'),
  /** What to archive, if `manual`. */
  contentIds: v.optional(v.pipe(v.array(Id), v.maxLength(ARCHIVED_MAX))),
  refundPaymentMethodId: RefundCardId,
};
const Shrunk = v.object({
  plan: StoragePlan,
  archivedContentIds: v.array(Id),
  /** When they are deleted; null if nothing was archived. */
  archivedUntil: v.nullable(Instant),
  refund: v.optional(Refund),
});
const SHRINK_PROBLEMS = [
  'access.denied',
  'storage.no_plan',
  'storage.unpaid',
  'storage.payment_pending',
  'storage.does_not_fit',
] as const;
export const downgradePlan = defineCall({
  id: 'storage.downgrade',
  method: 'POST',
  path: '/storage-plans/downgrade',
  may: 'creator',
  flag,
  input: v.object({ ...Change, period: v.optional(Period), ...Archiving }),
  output: Shrunk,
  problems: [
    'access.not_found',
    'feature.off',
    'storage.not_smaller',
    'storage.period_kept',
    'storage.other_payer',
    ...SHRINK_PROBLEMS,
  ],
  offline: 'online',
  summary: 'Changes to a smaller plan at once; what does not fit is archived',
});
export const cancelPlan = defineCall({
  id: 'storage.cancel',
  method: 'POST',
  path: '/storage-plans/cancel',
  may: 'creator',
  input: v.object(Archiving),
  output: Shrunk,
  problems: [...SHRINK_PROBLEMS],
  offline: 'online',
  summary: 'Ends the plan at once; what does not fit Starter is archived',
});
export const readRefund = defineCall({
  id: 'storage.refund',
  method: 'POST',
  path: '/storage-plans/refund',
  may: 'creator',
  input: v.object({
    action: v.picklist(['upgrade', 'downgrade', 'cancel']),
    planIndex: PlanIndex,
    /** The refund is on its way to the cards that it names; a choice comes with the change. */
    refundPaymentMethodId: RefundCardId,
  }),
  output: Refund,
  problems: ['access.denied', 'storage.refund_too_small'],
  offline: 'online',
  summary: 'Confirms the refund of the last change and says what became of it; never a second one',
});

export const restoreContent = defineCall({
  id: 'storage.restore',
  method: 'POST',
  path: '/library/contents/{id}/restore',
  may: all('creator', owns('content', 'id')),
  input: v.object({ id: Id }),
  output: LibraryContent,
  problems: ['library.out_of_storage'],
  offline: 'online',
  summary: 'Takes an archived content back into the Library, if there is room',
});
