import { mailDigest, mailNotice } from '../domains/notifications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Mails a notification or a digest; it is retried while the mail server is away. */
export const notificationMailWork = (services: Services): JobWork<'notification.mail'> => ({
  concurrency: 4,
  expireInSeconds: 60,
  run: (data) => ('digestId' in data ? mailDigest(services, data.digestId) : mailNotice(services, data.notificationId)),
});
