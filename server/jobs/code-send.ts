import { deliverCode } from '../domains/auth/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Sends a code for a new password. While the mail server or the SMS gateway is away it is retried, until the code expires. */
export const codeSendWork = (services: Services): JobWork<'code.send'> => ({
  concurrency: 4,
  expireInSeconds: 60,
  run: ({ codeId }) => deliverCode(services, codeId),
});
