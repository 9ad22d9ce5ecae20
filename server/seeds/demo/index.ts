import { sql } from 'kysely';
import { hashPassword } from '#server/domains/auth/index.ts';
import type { Services } from '#server/services.ts';
import { fillFollows, fillNotifications, fillRevenue, fillWatching } from './fill-activity.ts';
import { fillChannels, fillLibrary } from './fill-channels.ts';
import { fillMedia } from './fill-media.ts';
import { fillCodes, fillPeople, personId } from './fill-people.ts';
import { DEMO_PASSWORD } from './people.ts';

export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './people.ts';

/** Any fixed number: two servers that start together take turns. */
const DEMO_LOCK = 7_301_904;

/**
 * Fills in a small community, once: people with a known password, channels, contents, and what they did with each
 * other. Rows come first and whole; files follow, and what waits for them appears by itself.
 */
export const seedDemo = async (services: Services): Promise<void> => {
  await fillRows(services);
  const closing = new AbortController();
  const forget = services.onClose(() => closing.abort());
  try {
    await fillMedia(services, closing.signal);
  } finally {
    forget();
  }
};

/** The rows, in one transaction; without files. */
export const fillRows = async ({ database: { db }, now, log }: Services): Promise<void> => {
  const isFilled = () => db.selectFrom('users').select('id').where('id', '=', personId('ana')).executeTakeFirst();
  if (await isFilled()) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx);
    if (await tx.selectFrom('users').select('id').where('id', '=', personId('ana')).executeTakeFirst()) return;
    const at = now();
    await fillPeople(tx, passwordHash, at);
    await fillCodes(tx);
    await fillChannels(tx, at);
    await fillLibrary(tx, at);
    await fillFollows(tx, at);
    await fillWatching(tx, at);
    await fillNotifications(tx, at);
    await fillRevenue(tx, at);
    log.info('demo people and their channels are filled in; their media are being prepared');
  });
};
