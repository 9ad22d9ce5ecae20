import { eraseAccount, findErasable } from '../domains/account/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Erases the accounts that were deleted twelve months ago, each in a transaction of its own. Idempotent. Source: D-90. */
export const accountEraseWork = (services: Services): JobWork<'account.erase'> => ({
  expireInSeconds: 3_600,
  async run(_, signal) {
    const failures: unknown[] = [];
    for (const userId of await findErasable(services.database.db, services.now())) {
      signal.throwIfAborted();
      // One person's failure must not keep the others.
      await eraseAccount(services, userId).catch((error: unknown) => {
        services.log.error({ err: error, userId }, 'account not erased');
        failures.push(error);
      });
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some accounts were not erased.');
  },
});
