import { deliverAdminInvitation } from '../domains/admin-invitations/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Mails an invitation to administer an organization; it is retried while the mail server is away. */
export const adminInviteWork = (services: Services): JobWork<'admin.invite'> => ({
  concurrency: 2,
  expireInSeconds: 60,
  run: ({ id }) => deliverAdminInvitation(services, id),
});
