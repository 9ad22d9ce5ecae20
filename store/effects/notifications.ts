import { registerEffects } from '../outbox/actions.ts';
import { patchMe } from './patch-me.ts';

registerEffects('notifications', {
  'notifications.markRead': (change, { notificationId }) =>
    change.patch('notifications', notificationId, { isRead: true }),
  'notifications.markAllRead': async (change, { recipientType, until }, { scope }) => {
    for (const row of await change.list('notifications', scope)) {
      const isMeant =
        row.recipientType === recipientType && !row.isRead && (until === undefined || row.sendedAt <= until);
      if (isMeant) await change.patch('notifications', row.id, { isRead: true });
    }
  },
  'notifications.delete': async (change, { notificationIds }) => {
    for (const id of notificationIds) await change.remove('notifications', id);
  },
  'notifications.tryMail': (change, _, { scope }) => patchMe(change, scope, () => ({ unreachableEmail: null })),
  'notifications.changeSettings': (change, { isEnabled, isMailed, frequency, notificationTypeName }, { scope }) =>
    patchMe(change, scope, ({ notificationSettings: settings }) => {
      const frequencies =
        frequency && notificationTypeName
          ? { ...settings.frequencies, [notificationTypeName]: frequency }
          : settings.frequencies;
      const mail = isMailed === undefined ? {} : { isMailed };
      return {
        notificationSettings: { ...settings, ...mail, isEnabled: isEnabled ?? settings.isEnabled, frequencies },
      };
    }),
});
