import { Problem } from '#contract/problems.ts';
import { newId } from '#contract/ids.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Handlers } from '#server/calls/context.ts';
import { found } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import {
  addDevice,
  deleteNotifications,
  findDevice,
  markAllRead,
  mergeSettings,
  readKeptSettings,
  removeDevice,
} from './queries.ts';
import { readRegistration } from './registration.ts';
import { completeSettings } from './settings.ts';

export { notify, notifyAll, type Notice } from './notify.ts';
export { isPushedNow, preferenceOf, type KeptSettings } from './settings.ts';
export { deleteDevice, readPush, readTestPush, type PushTask } from './queries.ts';

/** Test pushes of one person: enough to try again, too few to disturb anybody. */
const TESTS = { capacity: 5, perSeconds: 600 };

/** Notifications, their preferences, and the devices that get pushes. Every row is the person's own, whatever the scope. */
export const notificationsHandlers: Handlers = {
  'notifications.list': {
    statement: ({ recipientType, page }) => ({
      text: `select json_build_object(
          'count', (select count(*) from notifications where user_id = $1::uuid and recipient_type = $3),
          'unreadCount', (select count(*) from notifications where user_id = $1::uuid and recipient_type = $3 and not is_read),
          'results', coalesce((select json_agg(n.row order by n.sent_at desc, n.id desc) from (
            select row, sent_at, id from notification_rows where user_id = $1::uuid and recipient_type = $3
            order by sent_at desc, id desc limit ${PAGE_SIZE} offset $4::int) n), '[]'))`,
      values: [recipientType, (page - 1) * PAGE_SIZE],
    }),
  },
  'notifications.markRead': {
    change: ({ notificationId }) => ({ text: 'select read_notification($3::uuid)', values: [notificationId] }),
  },
  'notifications.markAllRead': async ({ db, session, now }, { recipientType, until }) => {
    await markAllRead(db, session.userId, recipientType, until ? new Date(until) : now);
    return undefined;
  },
  'notifications.delete': async ({ db, session }, { notificationIds }) => {
    await deleteNotifications(db, session.userId, notificationIds);
    return undefined;
  },
  'notifications.settings': async ({ db, session }) => completeSettings(await readKeptSettings(db, session.userId)),
  'notifications.changeSettings': async ({ db, session, wake }, { isEnabled, frequency, notificationTypeName }) => {
    if ((frequency === undefined) !== (notificationTypeName === undefined)) {
      throw new Problem('request.invalid', {
        message: 'A frequency needs its type.',
        field: frequency ? 'notificationTypeName' : 'frequency',
      });
    }
    wake(session.scope);
    const frequencies = notificationTypeName && frequency ? { [notificationTypeName]: frequency } : {};
    return completeSettings(await mergeSettings(db, session.userId, isEnabled, frequencies));
  },
  'devices.list': {
    statement: () => ({
      text: `select json_build_object('count', count(*), 'results', coalesce(
        json_agg(json_build_object('registrationId', registration_id, 'type', type) order by created_at desc), '[]'))
        from devices where user_id = $1::uuid`,
      values: [],
    }),
  },
  'devices.add': async ({ db, services, session }, { registrationId }) => {
    const registration = readRegistration(services, registrationId);
    await addDevice(db, { userId: session.userId, sessionId: session.sessionId, ...registration });
    return { registrationId: registration.id, type: 'web' as const };
  },
  'devices.remove': async ({ db, services, session }, { registrationId }) => {
    await removeDevice(db, session.userId, readRegistration(services, registrationId, 'any').hash);
    return undefined;
  },
  'devices.test': async ({ db, services, session, now }, { registrationId }) => {
    await takeToken(services.database.counters, `push-test:${session.userId}`, TESTS);
    const deviceId = found(
      await findDevice(db, session.userId, readRegistration(services, registrationId, 'any').hash),
    );
    const id = newId(now.getTime());
    await services.jobs.send(db, 'notification.push', { testId: id, deviceId });
    return { id };
  },
  'devices.pushConfig': async ({ services }) => {
    const { kind, publicKey, firebase } = services.push;
    return { kind, vapidPublicKey: publicKey, firebase };
  },
};
