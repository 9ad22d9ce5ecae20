import { mailDigest, mailNotice, sendDigests } from '../domains/notifications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Mails a notification or digests; it is retried while the mail server is away. */
export const notificationMailWork = (services: Services): JobWork<'notification.mail'> => ({
  concurrency: 4,
  expireInSeconds: 300,
  run: (data) =>
    'digestIds' in data
      ? sendDigests(services, 'notification.mail', data.digestIds, (id) => mailDigest(services, id))
      : mailNotice(services, data.notificationId),
});
