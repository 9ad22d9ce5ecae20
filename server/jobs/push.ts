import { privatePush } from '#contract/text/notifications.ts';
import type { PushPayload } from '../adapters/push.ts';
import { deleteDevice, sendTest } from '../domains/devices/index.ts';
import { preferenceOf, readPush, shadeOf, wayOf, type PushTask } from '../domains/notifications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';
import { sendEach } from './send-each.ts';

/**
 * Sends a notification to every device of its recipient. A repeated push has the same tag and shows once. Devices unknown to
 * their push service are deleted; a failure of one device does not delay the others.
 */
export const pushWork = (services: Services): JobWork<'notification.push'> => ({
  concurrency: 4,
  expireInSeconds: 120,
  async run(data) {
    // Servers of former builds queue tests.
    if ('testId' in data) return void (await sendTest(services, data));
    return pushOne(services, data.notificationId);
  },
});

/**
 * Sends the notifications of many people as `pushWork` sends one: a job for each takes longer than the sending. One job at a time: two,
 * with twenty reads each, leave no connection of the pool to others.
 */
export const pushesWork = (services: Services): JobWork<'notification.pushes'> => ({
  run: ({ notificationIds }) =>
    sendEach(
      notificationIds,
      (id) => pushOne(services, id),
      (failed) =>
        services.jobs.sendAll(
          services.database.db,
          'notification.pushes',
          failed.map((id) => ({ notificationIds: [id] })),
        ),
    ),
});

const pushOne = async (services: Services, notificationId: string): Promise<void> => {
  const task = await readPush(services.database.db, notificationId);
  // One that was to be pushed at once is, also if its recipient has chosen digests since: it is in none.
  if (!task || wayOf(task.settings, task.kind) === 'none') return;
  await sendTo(services, task.devices, {
    id: notificationId,
    userId: task.userId,
    ...textOf(task),
    link: task.link,
    unread: task.unread,
    ...shadeOf({ ...task, id: notificationId }),
  });
};

/** Sends to every device. A failure of one does not delay the others. @throws what one of them failed with. */
export const sendTo = async (
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

/** Private kinds get a generic text: lock screens show pushes to anyone who holds the device. */
const textOf = ({ kind, title, text }: PushTask): { title: string; text: string } =>
  preferenceOf(kind) === null ? privatePush : { title, text };
