import { newId } from '#contract/ids.ts';
import { messageText } from '#contract/text/messages.ts';
import type { Db } from '../../db/database.ts';
import type { Services } from '../../services.ts';

interface Words {
  title: string;
  text: string;
  linkTitle: string;
}

/** Puts a notification about the account into the person's list, and sends it to their devices. Source: decisions D-341. */
const notify = async (services: Services, db: Db, to: { userId: string; role: string }, kind: string, cause: string, words: Words, link: string): Promise<void> => {
  const made = await db.insertInto('notifications').values({
    id: newId(services.now().getTime()), scope: `user:${to.userId}`, user_id: to.userId, recipient_type: to.role === 'learner' ? 'learner' : 'educator',
    kind, cause, title: words.title, text: words.text, link, link_title: words.linkTitle,
  }).onConflict((on) => on.columns(['user_id', 'cause']).doNothing()).returning('id').executeTakeFirst();
  if (made) await services.jobs.send(db, 'notification.push', { notificationId: made.id });
};

export const notifyPasswordChanged = (services: Services, db: Db, to: { userId: string; role: string }, cause: string): Promise<void> =>
  notify(services, db, to, 'security', cause, messageText.passwordChanged, '/account-history');

export const notifyWelcome = (services: Services, db: Db, to: { userId: string; role: string }): Promise<void> =>
  notify(services, db, to, 'welcome', 'welcome', messageText.welcome, to.role === 'learner' ? '/home' : '/channels');
