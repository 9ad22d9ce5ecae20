import { hideNotices } from '../domains/account/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Deletes the notifications of others about a person who deleted the account, a batch of people in one transaction. */
export const accountHideWork = (services: Services): JobWork<'account.hide'> => ({
  async run({ userId }, signal) {
    while (await hideNotices(services, userId)) signal.throwIfAborted();
  },
});
