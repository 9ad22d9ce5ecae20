import { privatePush, testPush } from '#contract/text/notifications.ts';
import { deleteDevice, readTestPush } from '../domains/devices/index.ts';
import { isPushedNow, preferenceOf, readPush, type PushTask } from '../domains/notifications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/**
 * Sends one notification to every device of its person. A push that is sent again carries the same tag and shows once.
 * Devices that their service no longer knows are forgotten; trouble with one device does not keep the others waiting.
 */
export const pushWork = (services: Services): JobWork<'notification.push'> => ({
  concurrency: 4,
  expireInSeconds: 120,
  async run(data) {
    if ('testId' in data) return sendTest(services, data);
    const { notificationId } = data;
    const { db } = services.database;
    const task = await readPush(db, notificationId);
    if (!task || !isPushedNow(task.settings, task.kind)) return;
    const payload = { id: notificationId, userId: task.userId, ...wordsOf(task), link: task.link, unread: task.unread };
    const results = await Promise.allSettled(
      task.devices.map(async ({ id, registrationId }) => {
        if ((await services.push.send(registrationId, payload)) === 'gone') await deleteDevice(db, id, registrationId);
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  },
});

/** The person asked for it on that device: their preferences do not hold it back. */
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

/** Only what a community can see anyway travels in clear words: screens show pushes to whoever holds the device. */
const wordsOf = ({ kind, title, text }: PushTask): { title: string; text: string } =>
  preferenceOf(kind) === null ? privatePush : { title, text };
