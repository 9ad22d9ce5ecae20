import { sql } from 'kysely';
import { IDEMPOTENCY_LIFE_MS } from '#contract/limits.ts';
import type { Db } from '../db/database.ts';
import { raiseScopes } from '../db/raise-scopes.ts';
import type { Services } from '../services.ts';
import { expireExports } from '../domains/account/index.ts';
import { deleteUnusedDocuments, reopenRoles } from '../domains/applications/index.ts';
import { deleteUnusedFiles } from '../domains/files/index.ts';
import { noteExpiredCodes } from '../domains/invites/index.ts';
import { findEmptyRecords, findUnprepared, trimEncodings } from '../domains/library/index.ts';
import { findDue } from '../domains/publications/index.ts';
import {
  endUpload,
  findIdle,
  findJustEnded,
  findStale,
  releaseReservation,
  remindOfUploads,
} from '../domains/upload/index.ts';
import type { JobWork } from './jobs.ts';

/** An upload without progress for this long is ended. */
const UPLOAD_DAYS = 14;
/** An upload without progress for this long keeps its units, but not its reservation. */
const RESERVED_HOURS = 24;
/** How long a picture that nothing shows is kept: a call that names it later gets it sent again. */
const UNUSED_FILE_HOURS = 1;
/** How long events of the payment provider and begun setups are kept: longer than the provider's own history of 30 days. */
const PAYMENT_EVENT_DAYS = 90;
/** How long tombstones are kept; a client that was away for longer starts over. */
const TOMBSTONE_DAYS = 180;
/** How long digests are kept: longer than their jobs are tried. */
const DIGEST_DAYS = 7;
/** Rows per step and run. */
const BATCH = 500;
const WORK_FOLDER_MS = 24 * 3_600_000;

/** Ends stale uploads, reminds of those that wait, resumes interrupted preparations, and deletes old rows and files. The steps are independent. */
export const housekeepingWork = (services: Services): JobWork<'housekeeping'> => ({
  async run(_, signal) {
    for (const step of [
      endStaleUploads,
      releaseIdleUploads,
      remindOfUploads,
      resumePreparing,
      sendDuePublications,
      trimTables,
      purgeTombstones,
      forgetPictures,
      forgetDocuments,
      reopenDenied,
      expireExports,
      noteExpiredCodes,
      sweepFiles,
    ]) {
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
      // It may have continued since it was found: check again under the lock of its scope.
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

const releaseIdleUploads = async ({ database: { db } }: Services): Promise<void> => {
  for (const { id, scope } of await findIdle(db, RESERVED_HOURS, BATCH)) {
    await db.transaction().execute(async (tx) => {
      // A unit may have come since it was found: check again under the lock of its scope.
      await raiseScopes(tx, [scope]);
      if ((await findIdle(tx, RESERVED_HOURS, 1, id)).length > 0) await releaseReservation(tx, { id, scope });
    });
  }
};

/** Sends a new job where the last one used up its retries, for example on a full disk. Waiting jobs are not duplicated. */
const resumePreparing = async ({ database, jobs }: Services): Promise<void> => {
  for (const contentId of await findUnprepared(database.db, BATCH))
    await jobs.send(database.db, 'media.prepare', { contentId });
};

/** Sends a new job for a scheduled publication that is overdue, for example because its job used up its retries. */
const sendDuePublications = async ({ database, jobs, now }: Services): Promise<void> => {
  for (const publicationId of await findDue(database.db, now(), BATCH))
    await jobs.send(database.db, 'publication.goLive', { publicationId });
};

const trimTables = async ({ database: { db } }: Services): Promise<void> => {
  await trimEncodings(db);
  const keyDays = Math.round(IDEMPOTENCY_LIFE_MS / 86_400_000);
  await sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${keyDays}::int)`.execute(db);
  await sql`delete from confirmation_codes where created_at < now() - interval '1 day'`.execute(db);
  await sql`delete from admin_invitations where expires_at < now()`.execute(db);
  await sql`delete from sign_in_challenges where expires_at < now()`.execute(db);
  await sql`delete from dev_messages where created_at < now() - interval '30 days'`.execute(db);
  await sql`delete from payment_events where handled_at < now() - make_interval(days => ${PAYMENT_EVENT_DAYS}::int)`.execute(
    db,
  );
  await sql`delete from payment_setups where created_at < now() - make_interval(days => ${PAYMENT_EVENT_DAYS}::int)`.execute(
    db,
  );
  await sql`delete from digests where made_at < now() - make_interval(days => ${DIGEST_DAYS}::int)`.execute(db);
  await sql`delete from rate_limits where refilled_at < now() - interval '7 days'`.execute(db);
  await sql`delete from community_networks where opened_at < now() - interval '1 day'`.execute(db);
  await sql`delete from uploads where state <> 'uploading' and updated_at < now() - make_interval(days => ${keyDays}::int)`.execute(
    db,
  );
};

/** Deletes old tombstones and raises their scopes' floor, so that clients which missed them start over. */
const purgeTombstones = async ({ database: { db } }: Services): Promise<void> => {
  await sql`with purged as (
      delete from tombstones where deleted_at < now() - make_interval(days => ${TOMBSTONE_DAYS}::int) returning scope, version)
    update scope_versions s set floor = greatest(s.floor, p.version)
    from (select scope, max(version) as version from purged group by scope) p where s.scope = p.scope`.execute(db);
};

const forgetPictures = ({ database: { db }, jobs }: Services): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const prefix of await deleteUnusedFiles(tx, UNUSED_FILE_HOURS, BATCH))
      await jobs.send(tx, 'objects.delete', { prefix });
  });

const forgetDocuments = ({ database: { db }, jobs }: Services): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const prefix of await deleteUnusedDocuments(tx, BATCH)) await jobs.send(tx, 'objects.delete', { prefix });
  });

const reopenDenied = (services: Services): Promise<void> => reopenRoles(services, BATCH);

const sweepFiles = async ({ objects, database: { db } }: Services): Promise<void> => {
  for (const id of await findJustEnded(db)) await objects.discardUpload(id);
  await objects.sweepWork(WORK_FOLDER_MS);
};
