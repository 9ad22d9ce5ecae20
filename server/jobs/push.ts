import { digestPush } from '#contract/text/notifications-digest.ts';
import { privatePush, testPush } from '#contract/text/notifications.ts';
import type { PushPayload } from '../adapters/push.ts';
import { deleteDevice, readTestPush } from '../domains/devices/index.ts';
import {
  preferenceOf,
  readDigestPush,
  readPush,
  sendDigests,
  wayOf,
  type PushTask,
} from '../domains/notifications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Where the push of several notifications leads. */
const DIGEST_LINK = '/notifications';

/**
 * Sends a notification or a digest to every device of its recipient. A repeated push has the same tag and shows once. Devices unknown to
 * their push service are deleted; a failure of one device does not delay the others.
 */
export const pushWork = (services: Services): JobWork<'notification.push'> => ({
  concurrency: 4,
  expireInSeconds: 300,
  async run(data) {
    if ('testId' in data) return sendTest(services, data);
    if ('digestIds' in data)
      return sendDigests(services, 'notification.push', data.digestIds, (id) => sendDigest(services, id));
    const { notificationId } = data;
    const task = await readPush(services.database.db, notificationId);
    // One that was to be pushed at once is, also if its recipient has chosen digests since: it is in none.
    if (!task || wayOf(task.settings, task.kind) === 'none') return;
    await sendTo(services, task.devices, {
      id: notificationId,
      userId: task.userId,
      ...textOf(task),
      link: task.link,
      unread: task.unread,
    });
  },
});

const sendDigest = async (services: Services, digestId: string): Promise<void> => {
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

/** Sends to every device. A failure of one does not delay the others. @throws what one of them failed with. */
const sendTo = async (
  { database: { db }, push }: Services,
  devices: PushTask['devices'],
  payload: PushPayload,
): Promise<void> => {
  const results = await Promise.allSettled(
    devices.map(async ({ id, registrationId }) => {
      if ((await push.send(registrationId, payload)) === 'gone') await deleteDevice(db, id, registrationId);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Sends the test push that the person requested on that device, regardless of their preferences. */
const sendTest = async (
  { database: { db }, push }: Services,
  { testId, deviceId }: { testId: string; deviceId: string },
): Promise<void> => {
  const device = await readTestPush(db, deviceId);
  if (!device) return;
  const result = await push.send(device.registrationId, {
    id: testId,
    userId: device.userId,
    ...testPush,
    unread: device.unread,
  });
  if (result === 'gone') await deleteDevice(db, deviceId, device.registrationId);
};

/** Private kinds get a generic text: lock screens show pushes to anyone who holds the device. */
const textOf = ({ kind, title, text }: PushTask): { title: string; text: string } =>
  preferenceOf(kind) === null ? privatePush : { title, text };
