import { sql } from 'kysely';
import { IDEMPOTENCY_LIFE_MS } from '#contract/limits.ts';
import type { Db } from '../db/database.ts';
import { raiseScopes } from '../db/raise-scopes.ts';
import type { Services } from '../services.ts';
import { deleteUnusedFiles } from '../domains/files/index.ts';
import { findEmptyRecords, findUnprepared } from '../domains/library/index.ts';
import { endUpload, findJustEnded, findStale } from '../domains/upload/index.ts';
import type { JobWork } from './jobs.ts';

/** An upload that nobody continued for this long is given up. */
const UPLOAD_DAYS = 14;
/** A picture that nothing shows, such as the cover of a publication that was refused, is kept for this long. */
const UNUSED_FILE_DAYS = 7;
/** Clients that were away for longer start over. */
const TOMBSTONE_DAYS = 180;
const BATCH = 500;
const WORK_FOLDER_MS = 24 * 3_600_000;

/** Ends what nobody continues, takes up what a crash left lying, trims what grows. Each step stands for itself. */
export const housekeepingWork = (services: Services): JobWork<'housekeeping'> => ({
  async run(_, signal) {
    for (const step of [endStaleUploads, resumePreparing, trimTables, purgeTombstones, forgetPictures, sweepFiles]) {
      if (signal.aborted) return;
      await step(services);
    }
  },
});

const endStaleUploads = async (services: Services): Promise<void> => {
  const { db } = services.database;
  const find = async (on: Db, limit: number, onlyId?: string) => [
    ...(await findStale(on, UPLOAD_DAYS, limit, onlyId)),
    ...(await findEmptyRecords(on, UPLOAD_DAYS, limit, onlyId)),
  ];
  for (const { id, scope, userId } of await find(db, BATCH)) {
    const isEnded = await db.transaction().execute(async (tx) => {
      // It may have gone on, or have arrived, since it was found: that cannot change any more under its scope's lock.
      await raiseScopes(tx, [scope]);
      if ((await find(tx, 1, id)).length === 0) return false;
      await endUpload(tx, services, { id, scope, userId });
      return true;
    });
    if (!isEnded) continue;
    await services.objects.discardUpload(id);
    services.wake.notify([scope]);
  }
};

/** A job that failed too often, on a disk that was full, gets another life; one that still waits or runs is left alone. */
const resumePreparing = async ({ database, jobs }: Services): Promise<void> => {
  for (const contentId of await findUnprepared(database.db, BATCH))
    await jobs.send(database.db, 'media.prepare', { contentId });
};

const trimTables = async ({ database: { db } }: Services): Promise<void> => {
  const keyDays = Math.round(IDEMPOTENCY_LIFE_MS / 86_400_000);
  await sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${keyDays}::int)`.execute(db);
  await sql`delete from confirmation_codes where created_at < now() - interval '1 day'`.execute(db);
  await sql`delete from dev_messages where created_at < now() - interval '30 days'`.execute(db);
  await sql`delete from rate_limits where refilled_at < now() - interval '7 days'`.execute(db);
  await sql`delete from uploads where state <> 'uploading' and updated_at < now() - make_interval(days => ${keyDays}::int)`.execute(
    db,
  );
};

/** What is forgotten raises the floor, so that a client that has not seen it starts over instead of keeping dead rows. */
const purgeTombstones = async ({ database: { db } }: Services): Promise<void> => {
  await sql`with purged as (
      delete from tombstones where deleted_at < now() - make_interval(days => ${TOMBSTONE_DAYS}::int) returning scope, version)
    update scope_versions s set floor = greatest(s.floor, p.version)
    from (select scope, max(version) as version from purged group by scope) p where s.scope = p.scope`.execute(db);
};

const forgetPictures = ({ database: { db }, jobs }: Services): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const prefix of await deleteUnusedFiles(tx, UNUSED_FILE_DAYS, BATCH))
      await jobs.send(tx, 'objects.delete', { prefix });
  });

const sweepFiles = async ({ objects, database: { db } }: Services): Promise<void> => {
  for (const id of await findJustEnded(db)) await objects.discardUpload(id);
  await objects.sweepWork(WORK_FOLDER_MS);
};
