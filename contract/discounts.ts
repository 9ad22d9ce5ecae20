import * as v from 'valibot';
import { defineCall } from './call.ts';
import { AffiliateCode } from './forms.ts';
import { Slug } from './ids.ts';
import { Instant, listOf } from './patterns.ts';

// Discount codes of a sport. Source: SUB-025…SUB-027, SUB-084…SUB-089.

export const DiscountCode = v.object({
  code: v.string(),
  type: v.picklist(['affiliate', 'promotional']),
  /** Name of the person whose code it is; the product's name for a code of the product. */
  creator: v.string(),
  /** Ids of the sports that it counts for; empty: all. */
  sports: v.array(Slug),
  discountAmountUnit: v.picklist(['currency', 'percent']),
  /** Cents, or percent 1 to 100. Source: D-357. */
  discountAmountValue: v.number(),
  durationInMonths: v.number(),
  /** Until when the discount would last if the person subscribed now. */
  discountEndDate: v.nullable(Instant),
  /** Until when the code can be used. */
  expiredAt: v.nullable(Instant),
});
export type DiscountCode = v.InferOutput<typeof DiscountCode>;

export const listDiscounts = defineCall({
  id: 'discounts.list',
  method: 'GET',
  path: '/discount-codes',
  may: 'registered',
  input: v.object({ sportId: Slug }),
  output: listOf(DiscountCode),
  problems: [],
  offline: 'cache',
  summary: 'Codes that the person may use for a sport',
});
export const checkDiscount = defineCall({
  id: 'discounts.check',
  method: 'GET',
  path: '/discount-codes/{code}/{sportId}/check',
  may: 'registered',
  input: v.object({ code: AffiliateCode, sportId: Slug }),
  output: DiscountCode,
  problems: ['discount.unknown', 'discount.expired', 'request.too_often'],
  offline: 'online',
  summary: 'Checks a code for a sport',
});
export const readAffiliateDiscount = defineCall({
  id: 'discounts.affiliate',
  method: 'GET',
  path: '/affiliate-codes/retrieve',
  may: 'registered',
  input: v.object({ sportId: Slug }),
  output: v.object({ affiliateCode: v.nullable(DiscountCode) }),
  problems: [],
  offline: 'cache',
  summary: 'The affiliate code that the person has applied, for a sport',
});
export const listPromotionalDiscounts = defineCall({
  id: 'discounts.promotional',
  method: 'GET',
  path: '/promotional-codes/retrieve',
  may: 'registered',
  input: v.object({ sportId: Slug }),
  output: listOf(DiscountCode),
  problems: [],
  offline: 'cache',
  summary: 'Promotional codes that the person has been given, for a sport',
});
