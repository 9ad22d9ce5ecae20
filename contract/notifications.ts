import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { all, owns } from './may.ts';
import { Instant, Nothing, Page } from './patterns.ts';
import { Frequency, Notification, NotificationSettings, NotificationType, RecipientType } from './rows.ts';

export const listNotifications = defineCall({
  id: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  may: 'signedIn',
  input: v.object({
    recipientType: RecipientType,
    page: Page,
    /** Only those sent before this time: what a device does not keep any more. */ before: v.optional(Instant),
  }),
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
  queued: {
    label: 'Mark a notification as read',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'notifications', by: 'notificationId' }] },
  },
  summary: 'Marks one as read, for good',
});
export const markAllRead = defineCall({
  id: 'notifications.markAllRead',
  method: 'POST',
  path: '/notifications/mark-all-read',
  may: 'signedIn',
  input: v.object({
    recipientType: RecipientType,
    /** Only those sent up to this time: the person has not seen later ones. */ until: v.optional(Instant),
  }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Mark all notifications as read',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'notifications' }] },
  },
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
  queued: {
    label: 'Delete notifications',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'notifications', by: 'notificationIds' }] },
  },
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
export const tryMail = defineCall({
  id: 'notifications.tryMail',
  method: 'POST',
  path: '/notifications/mail/try',
  may: 'signedIn',
  input: v.object({}),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Send mails to your address again',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }] },
  },
  summary: 'Sends mails again to the own address, which took none',
});
export const changeSettings = defineCall({
  id: 'notifications.changeSettings',
  method: 'PUT',
  path: '/notifications/settings',
  version: 2,
  may: 'signedIn',
  input: v.object({
    isEnabled: v.optional(v.boolean()),
    isMailed: v.optional(v.boolean()),
    frequency: v.optional(Frequency),
    notificationTypeName: v.optional(NotificationType),
  }),
  output: NotificationSettings,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Change notification settings',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }] },
  },
  summary: 'Changes one preference',
});
