import type { Db } from '#server/db/database.ts';
import { daysBefore, personId, scopeOf } from './fill-people.ts';
import { demoId } from './ids.ts';

/** Messages to support that were mailed. Older than a day: they count against no limit of messages. */
const MESSAGES = [
  {
    from: 'mia',
    kind: 'contact',
    topic: 'Tennis for beginners',
    message: 'Will there be more films for people who start with tennis? The four that I found helped me a lot.',
    daysAgo: 12,
  },
  {
    from: 'mia',
    kind: 'technical',
    topic: 'Sound stops when the screen locks',
    message: 'I listened to a talk on the bus. When the phone locked itself, the sound stopped.',
    daysAgo: 3,
  },
  {
    from: 'ana',
    kind: 'contact',
    topic: 'A second coach for my channel',
    message: 'My assistant wants to publish to First Touch Academy too. Does she need an account of her own?',
    daysAgo: 6,
  },
] as const;

/** Inserts messages to support, so that their lists are not empty. */
export const fillSupport = async (db: Db, now: Date): Promise<void> => {
  const rows = MESSAGES.map(({ from, daysAgo, ...words }) => ({
    ...words,
    id: demoId(`support ${from} ${words.topic}`),
    scope: scopeOf(from),
    user_id: personId(from),
    created_at: daysBefore(now, daysAgo),
    sent_at: daysBefore(now, daysAgo),
  }));
  await db.insertInto('support_requests').values(rows).execute();
};
