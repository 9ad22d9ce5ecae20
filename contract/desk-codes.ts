import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ActReason } from './desk-reason.ts';
import { AffiliateCode } from './forms.ts';
import { Id, Slug } from './ids.ts';
import { Instant, Limit, Offset, SafeText, integer, listOf, text } from './patterns.ts';
import { CODE_SEARCH_MAX } from './search-limits.ts';

// Affiliate and promotional codes at the operator's desk. Source: D-27, D-219, D-291, D-350, D-357, decision 0129.

/** Longest time that a code is worth something, full months. Source: decision 0129. */
export const CODE_MONTHS_MAX = 36;
/** Most subscriptions that can be allowed for a code. */
export const CODE_USES_MAX = 1_000_000;
/** Length of the name that a Creator sees of a code by agreement. */
export const CODE_NAME_MAX = 50;

export const CODE_KINDS = ['affiliate', 'promotional'] as const;
/** Currency: cents, percent: 1 to 100. Source: D-357. */
const Unit = v.picklist(['currency', 'percent']);
export type WorthUnit = v.InferOutput<typeof Unit>;

/** A code that anybody may be given, as operators see it. Source: INV-021, INV-022, SUB-025. */
export const CodeOfDesk = v.object({
  id: Id,
  codeValue: v.string(),
  kind: v.picklist(CODE_KINDS),
  /** The one that every approved Creator gets. Source: D-219. */
  isStandard: v.boolean(),
  name: v.string(),
  /** Whose code it is; null for a code of the product, and once the account was erased. */
  creator: v.nullable(
    v.object({
      name: v.string(),
      username: v.string(),
      /** A code of one who is suspended or has left is not redeemed. */
      state: v.picklist(['active', 'suspended', 'deleted']),
    }),
  ),
  status: v.picklist(['Inactive', 'Active', 'Expired', 'Deleted', 'Suspended']),
  /** An operator paused it: only operators activate it again. */
  isPaused: v.boolean(),
  /** Its Creator paused it, and activates it. */
  isPausedByCreator: v.boolean(),
  /** Subscriptions that began with its discount. */
  used: v.number(),
  /** People who came with it or used it, as its Creator is told. */
  usageRate: v.number(),
  /** Subscriptions that may begin with it; null: any number. */
  maximumQuantityOfCodes: v.nullable(v.number()),
  /** Null: its Creator earns nothing by it. */
  customerMarketingFeeUnit: v.nullable(Unit),
  customerMarketingFeeValue: v.nullable(v.number()),
  discountAmountUnit: Unit,
  /** 0: no discount. */
  discountAmountValue: v.number(),
  durationInMonths: v.number(),
  /** Names of the sports that its discount counts for; empty: all. */
  sports: v.array(v.string()),
  /** First and last day in UTC; null: from the beginning, without an end. */
  startDate: v.nullable(v.string()),
  expiryDate: v.nullable(v.string()),
  creationDate: Instant,
});
export type CodeOfDesk = v.InferOutput<typeof CodeOfDesk>;

export const listDeskCodes = defineCall({
  id: 'desk.codes',
  method: 'GET',
  path: '/admin/codes',
  may: 'superadmin',
  input: v.object({
    kind: v.optional(v.picklist(['all', ...CODE_KINDS]), 'all'),
    /** Words of the code, or of the name, username or email of its Creator. */
    search: v.optional(text(0, CODE_SEARCH_MAX), ''),
    limit: Limit(100),
    offset: Offset,
  }),
  output: v.object({
    ...listOf(CodeOfDesk).entries,
    /** Most that a new code can be worth, each by its unit: cents or percent. */
    most: v.object({
      discount: v.object({ currency: v.number(), percent: v.number() }),
      fee: v.object({ currency: v.number(), percent: v.number() }),
    }),
  }),
  problems: [],
  offline: 'online',
  summary: 'Affiliate and promotional codes, the newest first, and what a new one can be worth',
});

/** A day of UTC that exists. */
const Day = v.pipe(
  SafeText,
  v.isoDate('Choose a day'),
  v.check((day) => {
    const at = new Date(`${day}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  }, 'This day does not exist'),
);
const Worth = integer(1, 100_000);
const Months = integer(1, CODE_MONTHS_MAX);
const Maximum = v.nullable(integer(1, CODE_USES_MAX));

/** What both kinds of a new code have. */
const NEW_CODE = {
  /** 9 to 20 letters and digits; without it the server makes one of 9. Source: D-27. */
  code: v.optional(AffiliateCode),
  durationInMonths: Months,
  maximumQuantityOfCodes: Maximum,
  startDate: v.nullable(Day),
  expiryDate: v.nullable(Day),
  reason: ActReason,
};
const NEW_CODE_PROBLEMS = [
  'code.exists',
  'code.discount_too_high',
  'code.start_past',
  'code.expiry_past',
  'code.expiry_before_start',
] as const;

export const issuePromotionalCode = defineCall({
  id: 'desk.issuePromotionalCode',
  method: 'POST',
  path: '/admin/promotional-codes',
  may: 'superadmin',
  input: v.object({
    ...NEW_CODE,
    discountAmountUnit: Unit,
    discountAmountValue: Worth,
    /** Sports that it counts for; empty: all. */
    sports: v.pipe(v.array(Slug), v.maxLength(100)),
  }),
  output: CodeOfDesk,
  problems: [...NEW_CODE_PROBLEMS, 'access.not_found'],
  offline: 'online',
  summary: 'Issues a promotional code of the product',
});
export const issueAffiliateCode = defineCall({
  id: 'desk.issueAffiliateCode',
  method: 'POST',
  path: '/admin/affiliate-codes',
  may: 'superadmin',
  input: v.object({
    ...NEW_CODE,
    /** Username or email of an approved Creator. */
    creator: text(2, 320),
    name: text(1, CODE_NAME_MAX),
    customerMarketingFeeUnit: Unit,
    customerMarketingFeeValue: Worth,
    /** Both or none: a code may give members no discount. */
    discountAmountUnit: v.optional(Unit),
    discountAmountValue: v.optional(Worth),
  }),
  output: CodeOfDesk,
  problems: [...NEW_CODE_PROBLEMS, 'code.no_creator', 'code.fee_too_high', 'code.maximum_unused'],
  offline: 'online',
  summary: 'Issues a code by agreement to an approved Creator, beside the standard one',
});

/** What operators change about a code that exists: what it is worth stays. */
const CodeChange = v.object({
  id: Id,
  isPaused: v.boolean(),
  /** For good. */
  isDeleted: v.optional(v.boolean(), false),
  maximumQuantityOfCodes: Maximum,
  expiryDate: v.nullable(Day),
  /** As the operator saw it: what another operator changed meanwhile is not undone by accident. */
  was: v.object({ isPaused: v.boolean(), maximumQuantityOfCodes: Maximum, expiryDate: v.nullable(Day) }),
  reason: ActReason,
});
const CHANGE_PROBLEMS = [
  'code.changed_meanwhile',
  'code.maximum_unused',
  'code.below_used',
  'code.expiry_past',
  'code.expiry_before_start',
] as const;

export const setPromotionalCode = defineCall({
  id: 'desk.setPromotionalCode',
  method: 'PUT',
  path: '/admin/promotional-codes/{id}',
  may: 'superadmin',
  input: CodeChange,
  output: CodeOfDesk,
  problems: CHANGE_PROBLEMS,
  offline: 'online',
  summary: 'Pauses, activates or deletes a promotional code, or changes its end and its maximum',
});
export const setAffiliateCode = defineCall({
  id: 'desk.setAffiliateCode',
  method: 'PUT',
  path: '/admin/affiliate-codes/{id}',
  may: 'superadmin',
  input: CodeChange,
  output: CodeOfDesk,
  problems: CHANGE_PROBLEMS,
  offline: 'online',
  summary: 'Pauses, activates or deletes an affiliate code, or changes its end and its maximum',
});
