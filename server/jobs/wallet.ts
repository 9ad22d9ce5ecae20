import { refreshCountries, settlePayouts } from '../domains/wallet/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Idempotent: the provider pays out once per payout. */
export const walletSettleWork = (services: Services): JobWork<'wallet.settle'> => ({
  expireInSeconds: 1_800,
  run: (_, signal) => settlePayouts(services, signal),
});

export const walletCountriesWork = (services: Services): JobWork<'wallet.countries'> => ({
  expireInSeconds: 120,
  run: () => refreshCountries(services),
});
