import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';

const patchMe = async (change: LocalChange, scope: string, fields: Parameters<LocalChange['patch']>[2]): Promise<void> => {
  const [me] = await change.list('me', scope);
  if (me) await change.patch('me', me.id, fields as never);
};

registerEffects({
  'users.setLastRole': (change, { lastLoginedRole }, { scope }) => patchMe(change, scope, { lastLoginedRole }),
  'users.setLearner': async (change, _input, { scope }) => {
    const [me] = await change.list('me', scope);
    if (me) await change.patch('me', me.id, { firstTimeLogin: { ...me.firstTimeLogin, learner: false } });
  },
  'users.setEducator': async (change, _input, { scope }) => {
    const [me] = await change.list('me', scope);
    if (me) await change.patch('me', me.id, { firstTimeLogin: { ...me.firstTimeLogin, educator: false } });
  },
  'notifications.markRead': (change, { notificationId }) => change.patch('notifications', notificationId, { isRead: true }),
  'notifications.markAllRead': async (change, { recipientType, until }, { scope }) => {
    for (const row of await change.list('notifications', scope)) {
      const isMeant = row.recipientType === recipientType && !row.isRead && (until === undefined || row.sendedAt <= until);
      if (isMeant) await change.patch('notifications', row.id, { isRead: true });
    }
  },
  'notifications.delete': async (change, { notificationIds }) => {
    for (const id of notificationIds) await change.remove('notifications', id);
  },
  'notifications.changeSettings': async (change, { isEnabled, frequency, notificationTypeName }, { scope }) => {
    const [me] = await change.list('me', scope);
    if (!me) return;
    const settings = me.notificationSettings;
    const frequencies = frequency && notificationTypeName ? { ...settings.frequencies, [notificationTypeName]: frequency } : settings.frequencies;
    await change.patch('me', me.id, { notificationSettings: { isEnabled: isEnabled ?? settings.isEnabled, frequencies } });
  },
});
