import { mailSupportRequest } from '../domains/support/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Mails a message to the support address; it is retried while the mail server is away. */
export const supportMailWork = (services: Services): JobWork<'support.mail'> => ({
  expireInSeconds: 60,
  run: (data) => mailSupportRequest(services, data),
});
