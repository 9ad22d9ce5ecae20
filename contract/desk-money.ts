import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { ActReason } from './desk-reason.ts';
import { Instant, Limit, Nothing, Offset, listOf, text } from './patterns.ts';

// Money differences at the operator's desk. Source: decision 0131.

/** What a movement of the provider is. */
export const MOVEMENT_KINDS = [
  'charge',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'transfer',
  'transfer_reversal',
  'other',
] as const;

/** Longest id of the provider, characters. */
const PROVIDER_ID_MAX = 200;

/** A movement of the payment provider that the books lack. */
export const MoneyDifference = v.object({
  /** Ids are the provider's. */
  movementId: v.string(),
  kind: v.picklist(MOVEMENT_KINDS),
  /** Smallest units of the currency, as they moved: negative if money left the account. */
  amount: v.number(),
  /** ISO 4217, lower case. */
  currency: v.string(),
  /** The payment, refund, dispute or transfer that moved it. */
  sourceId: v.nullable(v.string()),
  paymentId: v.nullable(v.string()),
  /** When a comparison saw it first. */
  since: Instant,
  /** Who said that nobody needs to look at it again, why and when; null while it is open. */
  explained: v.nullable(v.object({ by: v.nullable(v.string()), reason: v.string(), at: Instant })),
});
export type MoneyDifference = v.InferOutput<typeof MoneyDifference>;

/** A message of the provider that came and has not been read for ten minutes. */
export const StuckEvent = v.object({
  id: v.string(),
  /** In the provider's spelling, e.g. `charge.refunded`. */
  type: v.string(),
  objectId: v.string(),
  receivedAt: Instant,
});

/** A transfer of a Creator to a bank that did not arrive. Source: decision 0131. */
export const FailedPayout = v.object({
  id: Id,
  /** At the provider; null if the provider refused it at once. */
  providerId: v.nullable(v.string()),
  /** Who asked for it; null once that account is erased. */
  person: v.nullable(v.object({ userId: Id, name: v.string(), username: v.string() })),
  /** Name of the organization whose money it is; null for the person's own. */
  organization: v.nullable(v.string()),
  /** US cents that left the wallet. */
  amount: v.number(),
  bankLast4: v.nullable(v.string()),
  /** Why, in the provider's spelling. */
  code: v.nullable(v.string()),
  /** `coming_back`: the provider still has the money. `returned`: it is in the wallet again. */
  state: v.picklist(['coming_back', 'returned']),
  createdAt: Instant,
  failedAt: Instant,
});
export type FailedPayout = v.InferOutput<typeof FailedPayout>;

export const listFailedPayouts = defineCall({
  id: 'desk.failedPayouts',
  method: 'GET',
  path: '/admin/money/failed-payouts',
  may: 'superadmin',
  input: v.object({ limit: Limit(100), offset: Offset }),
  output: listOf(FailedPayout),
  problems: [],
  offline: 'online',
  summary: 'Transfers of Creators that did not reach a bank, the newest failure first',
});

export const readMoney = defineCall({
  id: 'desk.money',
  method: 'GET',
  path: '/admin/money',
  may: 'superadmin',
  input: v.object({
    state: v.optional(v.picklist(['open', 'explained']), 'open'),
    limit: Limit(100),
    offset: Offset,
  }),
  output: v.object({
    ...listOf(MoneyDifference).entries,
    /** `none`: this server takes no payments. */
    provider: v.picklist(['stripe', 'sandbox', 'none']),
    /** The last comparison that came to its end. */
    last: v.nullable(
      v.object({
        startedAt: Instant,
        finishedAt: Instant,
        events: v.number(),
        /** Events that no webhook had brought. */
        missedEvents: v.number(),
        movements: v.number(),
      }),
    ),
    /** A comparison runs or waits for its turn. */
    isComparing: v.boolean(),
    /** The oldest first, at most 20. */
    stuck: listOf(StuckEvent),
  }),
  problems: [],
  offline: 'online',
  summary: 'What the payment provider moved and the books lack, the newest first, and the last comparison',
});
export const compareMoney = defineCall({
  id: 'desk.compareMoney',
  method: 'POST',
  path: '/admin/money/compare',
  may: 'superadmin',
  input: v.object({ reason: ActReason }),
  /** False if a comparison ran or waited already: no second one is started. */
  output: v.object({ isStarted: v.boolean() }),
  problems: ['payment.unavailable'],
  offline: 'online',
  summary: 'Starts the comparison with the payment provider, unless one is under way',
});
export const explainDifference = defineCall({
  id: 'desk.explainDifference',
  method: 'PUT',
  path: '/admin/money/differences/{movementId}',
  may: 'superadmin',
  input: v.object({
    movementId: text(1, PROVIDER_ID_MAX),
    /** False: takes it back, and the difference is open again. */
    explained: v.boolean(),
    reason: ActReason,
  }),
  output: Nothing,
  problems: ['desk.done_meanwhile'],
  offline: 'online',
  summary: 'Marks a difference as explained, or takes that back; the books stay as they are',
});
