import type { OutputOf } from '#contract/call.ts';
import type { PlanPeriod, readPlans } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';

export type Plans = OutputOf<typeof readPlans>;
export type Plan = Plans['plans'][number];

/** "$9.99", or "Free". */
export const amountOf = ({ price1, yearly }: Plan, period: PlanPeriod): string => {
  if (yearly === null) return text.free;
  return `$${period === 'year' ? yearly : price1}`;
};

/** "$9.99 / month", or "Free". */
export const priceOf = (plan: Plan, period: PlanPeriod): string =>
  plan.yearly === null ? text.free : text.price[period](amountOf(plan, period));

/** The address of the page of plans. `currentPlan` and `unusedFees` are facts of the moment. Source: STO-004. */
export const plansHref = ({ plan, unusedFees }: Pick<Plans, 'plan' | 'unusedFees'>): string =>
  `currentPlan=${plan.index}&unusedFees=${unusedFees}`;
