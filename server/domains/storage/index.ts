import type { AreaHandlers } from '#server/calls/context.ts';
import { restoreArchived } from '../library/index.ts';
import { buyPlan } from './buy.ts';
import { preview } from './preview.ts';
import { readPlans, readRefund } from './reads.ts';
import { shrinkPlan } from './shrink.ts';

export { sendRefunds } from './refunds.ts';
export { runPlans } from './run.ts';
export { endPlanOfLeaver } from './shrink.ts';

/** Storage plans of people and organizations. Source: D-153…D-160, D-300, D-353; decision 0101. */
export const storageHandlers: AreaHandlers<'storage'> = {
  'storage.plans': readPlans,
  'storage.preview': { outside: preview },
  'storage.purchase': { outside: (context, input) => buyPlan(context, { ...input, action: 'purchase' }) },
  'storage.upgrade': { outside: (context, input) => buyPlan(context, { ...input, action: 'upgrade' }) },
  'storage.downgrade': (context, input) => shrinkPlan(context, { ...input, action: 'downgrade' }),
  'storage.cancel': (context, input) => shrinkPlan(context, { ...input, action: 'cancel', planIndex: 0 }),
  'storage.refund': readRefund,
  'storage.restore': ({ db, scope }, { id }) => restoreArchived(db, scope, id),
};
