import type { Me, Role } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';

const USER_SCOPE = 'user:';

/** Changes the person's row, which has the person's id; a device that has not got it yet is left alone. */
const patchMe = async (change: LocalChange, scope: string, fields: (me: Me) => Partial<Me>): Promise<void> => {
  const me = await change.get('me', scope.slice(USER_SCOPE.length));
  if (me) await change.patch('me', me.id, fields(me));
};

const noteWelcomed = (change: LocalChange, scope: string, role: Role): Promise<void> =>
  patchMe(change, scope, ({ firstTimeLogin }) => ({ firstTimeLogin: { ...firstTimeLogin, [role]: false } }));

registerEffects({
  'users.setLastRole': (change, { lastLoginedRole }, { scope }) => patchMe(change, scope, () => ({ lastLoginedRole })),
  'users.setLearner': (change, _input, { scope }) => noteWelcomed(change, scope, 'learner'),
  'users.setEducator': (change, _input, { scope }) => noteWelcomed(change, scope, 'educator'),
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
  'notifications.changeSettings': (change, { isEnabled, frequency, notificationTypeName }, { scope }) =>
    patchMe(change, scope, ({ notificationSettings: settings }) => {
      const frequencies =
        frequency && notificationTypeName
          ? { ...settings.frequencies, [notificationTypeName]: frequency }
          : settings.frequencies;
      return { notificationSettings: { isEnabled: isEnabled ?? settings.isEnabled, frequencies } };
    }),
});
