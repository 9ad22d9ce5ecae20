import type { AreaHandlers } from '#server/calls/context.ts';
import { readHandlers } from './reads.ts';

export { accrueRevenue, recomputeDay } from './accrual/accrue.ts';

/** What Creators earn. Source: D-147…D-152, D-348…D-355; decision 0100. */
export const walletHandlers: AreaHandlers<'wallet'> = readHandlers;
