import { accrueRevenue } from '../domains/wallet/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Longest time of a run, seconds: after weeks away it accrues all of their days. */
const ACCRUE_S = 3_600;

/** Divides the receipts of the days that are over. Idempotent. */
export const revenueAccrueWork = (services: Services): JobWork<'revenue.accrue'> => ({
  expireInSeconds: ACCRUE_S,
  run: (_, signal) => accrueRevenue(services, signal),
});
