import { about, just } from './example-parts.ts';

export const NOTIFICATION_EXAMPLES = {
  'notifications.list': just({ recipientType: 'learner' }),
  'notifications.markRead': about((rows) => ({ input: { notificationId: rows.notification } })),
  'notifications.markAllRead': just({ recipientType: 'learner' }),
  'notifications.delete': about((rows) => ({ input: { notificationIds: [rows.notification] } })),
  'notifications.settings': just({}),
  'notifications.changeSettings': just({ isEnabled: false }),
  'notifications.tryMail': just({}),
};
