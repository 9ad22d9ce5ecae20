import { messageText } from '#contract/text/messages.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { notify, type Notice } from '../notifications/index.ts';

interface Recipient {
  userId: string;
  role: string;
}

/** Notices about the account itself. Source: D-341. */
const tell = (
  services: Services,
  db: Db,
  { userId, role }: Recipient,
  notice: Omit<Notice, 'recipientType'>,
): Promise<void> =>
  notify(db, services, { userId, recipientType: role === 'learner' ? 'learner' : 'educator', ...notice });

export const notifyPasswordChanged = (services: Services, db: Db, to: Recipient, cause: string): Promise<void> =>
  tell(services, db, to, { kind: 'security', cause, ...messageText.passwordChanged, link: notificationLinks.history });

export const notifyWelcome = (services: Services, db: Db, to: Recipient): Promise<void> => {
  const { title, text, linkTitle } = notificationKinds.welcome;
  return tell(services, db, to, {
    kind: 'welcome',
    cause: 'welcome',
    title: title(),
    text: text(),
    linkTitle,
    link: to.role === 'learner' ? '/home' : '/channels',
  });
};
