import * as v from 'valibot';
import { all, owns } from './may.ts';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Instant, Nothing, Page } from './patterns.ts';
import { Frequency, Notification, NotificationSettings, NotificationType, RecipientType } from './rows.ts';

export const listNotifications = defineCall({
  id: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  may: 'signedIn',
  input: v.object({ recipientType: RecipientType, page: Page }),
  output: v.object({ count: v.number(), unreadCount: v.number(), results: v.array(Notification) }),
  problems: [],
  offline: 'cache',
  summary: 'Notifications, newest first, 20 a page',
});
export const markRead = defineCall({
  id: 'notifications.markRead',
  method: 'POST',
  path: '/notifications/mark-read',
  may: all('signedIn', owns('notification', 'notificationId')),
  input: v.object({ notificationId: Id }),
  output: Notification,
  problems: [],
  offline: 'queue',
  summary: 'Marks one as read, for good',
});
export const markAllRead = defineCall({
  id: 'notifications.markAllRead',
  method: 'POST',
  path: '/notifications/mark-all-read',
  may: 'signedIn',
  input: v.object({
    recipientType: RecipientType,
    /** Only those sent up to then: what came later was not seen. */ until: v.optional(Instant),
  }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  summary: 'Marks all as read',
});
export const deleteNotifications = defineCall({
  id: 'notifications.delete',
  method: 'POST',
  path: '/notifications/delete',
  may: 'signedIn',
  input: v.object({ notificationIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(1000)) }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  summary: 'Deletes notifications; those gone or of others are passed over',
});
export const readSettings = defineCall({
  id: 'notifications.settings',
  method: 'GET',
  path: '/notifications/settings',
  may: 'signedIn',
  input: v.object({}),
  output: NotificationSettings,
  problems: [],
  offline: 'cache',
  summary: 'Notification preferences',
});
export const changeSettings = defineCall({
  id: 'notifications.changeSettings',
  method: 'PUT',
  path: '/notifications/settings',
  may: 'signedIn',
  input: v.object({
    isEnabled: v.optional(v.boolean()),
    frequency: v.optional(Frequency),
    notificationTypeName: v.optional(NotificationType),
  }),
  output: NotificationSettings,
  problems: [],
  offline: 'queue',
  summary: 'Changes one preference',
});
const RegistrationId = v.pipe(v.string(), v.minLength(10), v.maxLength(4000));
const Device = v.object({ registrationId: v.string(), type: v.literal('web') });
export const listDevices = defineCall({
  id: 'devices.list',
  method: 'GET',
  path: '/devices',
  may: 'signedIn',
  input: v.object({}),
  output: v.object({ count: v.number(), results: v.array(Device) }),
  problems: [],
  offline: 'cache',
  summary: 'Devices that get pushes',
});
export const addDevice = defineCall({
  id: 'devices.add',
  method: 'POST',
  path: '/devices',
  may: 'signedIn',
  input: v.object({ registrationId: RegistrationId, type: v.literal('web') }),
  output: Device,
  problems: [],
  offline: 'online',
  summary: 'Registers a device; it leaves any former owner',
});
export const removeDevice = defineCall({
  id: 'devices.remove',
  method: 'DELETE',
  path: '/devices/{registrationId}',
  may: 'signedIn',
  input: v.object({ registrationId: RegistrationId }),
  output: Nothing,
  problems: [],
  offline: 'online',
  summary: 'Removes a device',
});
/** Shows that pushes arrive. `id` is the tag of the notification that the device will show. */
export const testDevice = defineCall({
  id: 'devices.test',
  method: 'POST',
  path: '/devices/test',
  may: 'signedIn',
  input: v.object({ registrationId: RegistrationId }),
  output: v.object({ id: Id }),
  problems: [],
  offline: 'online',
  summary: 'Sends a test push to one of the own devices',
});
/** How this server pushes: the client registers with what it is told. */
export const readPushConfig = defineCall({
  id: 'devices.pushConfig',
  method: 'GET',
  path: '/devices/push-config',
  may: 'signedIn',
  input: v.object({}),
  output: v.object({
    kind: v.picklist(['webpush', 'fcm']),
    vapidPublicKey: v.nullable(v.string()),
    firebase: v.nullable(v.record(v.string(), v.string())),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Push service and its public keys',
});

export const notificationCalls = {
  listNotifications,
  markRead,
  markAllRead,
  deleteNotifications,
  readSettings,
  changeSettings,
  readPushConfig,
  listDevices,
  addDevice,
  removeDevice,
  testDevice,
};
