import type { AreaHandlers } from '#server/calls/context.ts';
import { payoutHandlers } from './payouts.ts';
import { readHandlers } from './reads.ts';
import { registrationHandlers } from './registration.ts';
import { sandboxHandlers } from './sandbox.ts';

export { accrueRevenue, divideDay, recomputeDay, type DayInputs } from './accrual/accrue.ts';
export { CREATORS_SHARE } from './accrual/divide.ts';
export { readFailedPayouts } from './failed.ts';
export { applyAccount, refreshCountries } from './registration.ts';
export { applyPayout, settlePayouts } from './settle.ts';

/** What Creators earn, and how it is paid out. Source: D-147…D-152, D-348…D-355; decisions 0100 and 0102. */
export const walletHandlers: AreaHandlers<'wallet'> = {
  ...readHandlers,
  ...registrationHandlers,
  ...payoutHandlers,
  ...sandboxHandlers,
};
