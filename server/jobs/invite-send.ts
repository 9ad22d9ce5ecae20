import { deliverInvitation } from '../domains/invites/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Sends a message of an invitation; it is retried while the mail server or the SMS gateway is away. */
export const inviteSendWork = (services: Services): JobWork<'invite.send'> => ({
  concurrency: 2,
  expireInSeconds: 60,
  run: (data) => deliverInvitation(services, data),
});
