import { mailGuardian } from '../domains/account/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Mails a guardian; it is retried while the mail server is away. */
export const guardianMailWork = (services: Services): JobWork<'guardian.mail'> => ({
  expireInSeconds: 60,
  run: (data) => mailGuardian(services, data),
});
