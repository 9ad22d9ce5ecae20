import { RecipientRefused } from '../adapters/recipient-refused.ts';
import { deliverMessage } from '../domains/auth/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Sends a message about the safety of an account; it is retried while the mail server or the SMS gateway is away. */
export const securitySendWork = (services: Services): JobWork<'security.send'> => ({
  concurrency: 4,
  expireInSeconds: 60,
  async run({ userId, message }) {
    try {
      await deliverMessage(services, userId, message);
    } catch (error) {
      if (!(error instanceof RecipientRefused)) throw error;
      services.log.warn({ err: error, userId }, 'the address of a security message is refused');
    }
  },
});
