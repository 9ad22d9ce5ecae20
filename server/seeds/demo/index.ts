import { sql } from 'kysely';
import { makeHash } from '#server/domains/auth/index.ts';
import type { Services } from '#server/services.ts';
import { fillFollows, fillNotifications, fillPlaces, fillViewDays, fillWatching } from './fill-activity.ts';
import { fillReactions } from './fill-reactions.ts';
import { fillRevenue } from './fill-revenue.ts';
import { fillChannels, fillFeatured, fillLibrary } from './fill-channels.ts';
import { fillMedia } from './fill-media.ts';
import { fillPictures, storePictures } from './fill-pictures.ts';
import { fillCodes, fillPeople, personId } from './fill-people.ts';
import { fillSupport } from './fill-support.ts';
import { DEMO_PASSWORD } from './people.ts';

export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './people.ts';

/** Key of the advisory lock; only one server inserts the demo data at a time. */
const DEMO_LOCK = 7_301_904;

/**
 * Inserts a small community, once: people with a known password, channels, contents and activity. The rows come first, in
 * one transaction; pictures and files follow, and the jobs prepare their contents for watching.
 */
export const seedDemo = async (services: Services): Promise<void> => {
  await fillRows(services);
  const closing = new AbortController();
  const unsubscribe = services.onClose(() => closing.abort());
  try {
    await storePictures(services, closing.signal);
    await fillMedia(services, closing.signal);
  } finally {
    unsubscribe();
  }
};

/** Inserts the rows in one transaction, without files. */
export const fillRows = async (services: Services): Promise<void> => {
  const {
    database: { db },
    now,
    log,
  } = services;
  const isFilled = () => db.selectFrom('users').select('id').where('id', '=', personId('ana')).executeTakeFirst();
  if (await isFilled()) return;
  const passwordHash = await makeHash(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx);
    if (await tx.selectFrom('users').select('id').where('id', '=', personId('ana')).executeTakeFirst()) return;
    const startedAt = now();
    await fillPeople(tx, passwordHash, startedAt);
    await fillCodes(tx);
    await fillChannels(tx, startedAt);
    await fillFeatured(tx);
    await fillLibrary(tx, startedAt);
    await fillFollows(tx, startedAt);
    await fillWatching(tx, startedAt);
    await fillReactions(tx, startedAt);
    await fillViewDays(tx, startedAt);
    await fillPlaces(tx, startedAt);
    await fillPictures(tx, services);
    await fillNotifications(tx, startedAt);
    await fillRevenue(tx, startedAt);
    await fillSupport(tx, startedAt);
    await services.jobs.send(tx, 'search.refresh', {});
    log.info('demo people and channels are inserted; their media are being prepared');
  });
};
