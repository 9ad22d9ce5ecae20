import { digestPush } from '#contract/text/notifications-digest.ts';
import { mailDigest, makeDigests, readDigestPush } from '../domains/notifications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';
import { sendTo } from './push.ts';
import { sendEach } from './send-each.ts';

/** Where the push of several notifications leads. */
const DIGEST_LINK = '/notifications';

/** Makes the digests whose time has come. Idempotent; several servers share the people. */
export const digestMakeWork = (services: Services): JobWork<'digest.make'> => ({
  expireInSeconds: 900,
  run: (_, signal) => makeDigests(services, signal),
});

// Jobs of their own beside those of single notifications: a server of the version before takes none of them.

/** Sends digests to every device of their recipients. A repeated push has the same tag and shows once. */
export const digestPushWork = (services: Services): JobWork<'digest.push'> => ({
  concurrency: 2,
  run: ({ digestIds }) => sendEach(digestIds, (id) => pushDigest(services, id), again(services, 'digest.push')),
});

/** Mails digests; one that fails is retried while the mail server is away. */
export const digestMailWork = (services: Services): JobWork<'digest.mail'> => ({
  concurrency: 2,
  run: ({ digestIds }) => sendEach(digestIds, (id) => mailDigest(services, id), again(services, 'digest.mail')),
});

const again =
  ({ database: { db }, jobs }: Services, job: 'digest.push' | 'digest.mail') =>
  (failed: readonly string[]): Promise<void> =>
    jobs.sendAll(
      db,
      job,
      failed.map((id) => ({ digestIds: [id] })),
    );

const pushDigest = async (services: Services, digestId: string): Promise<void> => {
  const task = await readDigestPush(services.database.db, digestId);
  if (!task) return;
  const { userId, devices, unread, items } = task;
  const [newest] = items;
  const words =
    items.length === 1
      ? { title: newest!.title, text: newest!.text, link: newest!.link }
      : { ...digestPush(items.length, newest!.text), link: DIGEST_LINK };
  await sendTo(services, devices, { id: digestId, userId, ...words, unread });
};
