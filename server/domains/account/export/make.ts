import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { EXPORT_DAYS } from '#contract/limits.ts';
import { exportMessages } from '#contract/text/account-export-archive.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import { asStorageError, StorageFullError } from '#server/adapters/objects/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { deliverMessage } from '#server/domains/auth/index.ts';
import { findOriginals } from '#server/domains/library/index.ts';
import { notify } from '#server/domains/notifications/index.ts';
import { planFiles, streamArchive, type FilePlan } from './archive.ts';
import { deleteArchives } from './keep.ts';
import { writeRows } from './rows.ts';

const DAY_MS = 86_400_000;
/** Room that is left free on the disk for the uploads of others, bytes. */
const SPARE_BYTES = 1e9;
/** An archive that is being made for this long is given up: its job used up its retries. */
const GIVEN_UP_MS = DAY_MS;
/** Rows of past archives are kept this long. */
const PAST_DAYS = 90;
const BATCH = 100;

const keyOf = (exportId: string): string => `exports/${exportId}.zip`;

interface Asked {
  userId: string;
  scope: string;
  username: string;
}

const readAsked = (db: Db, exportId: string): Promise<Asked | undefined> =>
  db
    .selectFrom('data_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.user_id as userId', 'e.scope', 'u.username'])
    .where('e.id', '=', exportId)
    .where('e.state', '=', 'making')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();

/** The pictures of a person: uploaded ones, and those made of their files. */
const findPictures = async (db: Db, scope: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`select distinct substr(address, 2) as key from own_pictures
    where scope = ${scope} and address like '/pictures/%' order by 1`.execute(db);
  return rows.map(({ key }) => key);
};

/**
 * Makes the archive that a person asked for: a ZIP file with every table's rows of them and their files, in the store of
 * private files. Idempotent: the archive has one key, and its row decides whether it counts. A full disk is answered in
 * the row; every other failure is retried.
 */
export const makeExport = async (services: Services, exportId: string, signal: AbortSignal): Promise<void> => {
  const { database, objects } = services;
  const asked = await readAsked(database.db, exportId);
  // Done already, or the account was deleted while it was made.
  if (!asked) return deleteArchives(services, database.db, [{ key: keyOf(exportId) }]);
  const folder = await mkdtemp(path.join(await objects.workFolder(), 'export-'));
  try {
    const at = services.now();
    const tables = await writeRows(database.db, asked, folder, signal);
    const plan = await planFiles(objects, {
      originals: await findOriginals(database.db, asked.scope),
      pictures: await findPictures(database.db, asked.scope),
    });
    if (!(await hasRoom(services, plan))) return await fail(services, exportId, 'no_room');
    const parts = { username: asked.username, at, tables, plan };
    const key = keyOf(exportId);
    const { sizeBytes } = await objects.put(key, streamArchive(objects, parts, signal), {
      contentType: 'application/zip',
    });
    await finish(services, { exportId, asked, key, sizeBytes, leftOut: plan.leftOut.length });
  } catch (error) {
    if (asStorageError(error) instanceof StorageFullError) return await fail(services, exportId, 'no_room');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Objects in a bucket do not fill this disk. */
const hasRoom = async ({ objects }: Services, { totalBytes }: FilePlan): Promise<boolean> =>
  objects.path('exports') === null || (await objects.freeBytes()) - totalBytes >= SPARE_BYTES;

interface Made {
  exportId: string;
  asked: Asked;
  key: string;
  sizeBytes: number;
  leftOut: number;
}

/** The new archive takes the place of the one before. */
const finish = async (services: Services, { exportId, asked, key, sizeBytes, leftOut }: Made): Promise<void> => {
  const at = services.now();
  const isCurrent = await services.database.db.transaction().execute(async (tx) => {
    const former = await sql<{ id: string; key: string }>`select id, object_key as key from data_exports
      where user_id = ${asked.userId} and state = 'ready' for update`.execute(tx);
    const made = await tx
      .updateTable('data_exports')
      .set({
        state: 'ready',
        object_key: key,
        size_bytes: sizeBytes,
        left_out: leftOut,
        ready_at: at,
        expires_at: new Date(at.getTime() + EXPORT_DAYS * DAY_MS),
      })
      .where('id', '=', exportId)
      .where('state', '=', 'making')
      .returning('id')
      .executeTakeFirst();
    if (!made) return false;
    await endExports(services, tx, former.rows);
    await tell(services, tx, asked.userId, exportId, 'ready');
    return true;
  });
  if (!isCurrent) await deleteArchives(services, services.database.db, [{ key }]);
};

const endExports = async (services: Services, db: Db, rows: readonly { id: string; key: string }[]): Promise<void> => {
  await sql`update data_exports set state = 'expired', object_key = null
    where id = any(${sql.val(rows.map(({ id }) => id))}::uuid[])`.execute(db);
  await deleteArchives(services, db, rows);
};

const fail = (services: Services, exportId: string, reason: 'no_room' | 'error'): Promise<void> =>
  services.database.db.transaction().execute(async (tx) => {
    const failed = await tx
      .updateTable('data_exports')
      .set({ state: 'failed', reason })
      .where('id', '=', exportId)
      .where('state', '=', 'making')
      .returning('user_id')
      .executeTakeFirst();
    if (failed) await tell(services, tx, failed.user_id, exportId, 'failed');
    services.log.warn({ exportId, reason }, 'archive of a person not made');
  });

/** Notifies at once and leaves the mail to a job, so that it is sent although the mail server is away. */
const tell = async (
  services: Services,
  db: Db,
  userId: string,
  exportId: string,
  how: 'ready' | 'failed',
): Promise<void> => {
  const { last_role } = await db
    .selectFrom('users')
    .select('last_role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await services.jobs.send(db, 'export.mail', { exportId });
  await notify(db, services, {
    userId,
    recipientType: last_role === 'learner' ? 'learner' : 'educator',
    kind: 'security',
    cause: `export_${how}:${exportId}`,
    ...exportMessages[how].notice,
    link: notificationLinks.data,
    linkTitle: exportMessages.linkTitle,
  });
};

/** Sends the mail about an archive that is ready or has failed, or a text message where no address was verified. */
export const mailExport = async (services: Services, exportId: string): Promise<void> => {
  const { publicUrl } = services.config;
  const row = await services.database.db
    .selectFrom('data_exports')
    .select(['user_id', 'state', 'expires_at'])
    .where('id', '=', exportId)
    .executeTakeFirst();
  if (row?.state === 'failed') await deliverMessage(services, row.user_id, exportMessages.failed.message(publicUrl));
  if (row?.state === 'ready')
    await deliverMessage(services, row.user_id, exportMessages.ready.message(publicUrl, row.expires_at!.toISOString()));
};

/** Deletes archives whose time is over, gives up those whose job has failed for good, and forgets old ones. */
export const expireExports = async (services: Services): Promise<void> => {
  const { db } = services.database;
  const now = services.now();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; key: string }>`select id, object_key as key from data_exports
      where state = 'ready' and expires_at <= ${now} limit ${BATCH} for update skip locked`.execute(tx);
    await endExports(services, tx, rows);
  });
  const stuck = await db
    .selectFrom('data_exports')
    .select('id')
    .where('state', '=', 'making')
    .where('asked_at', '<', new Date(now.getTime() - GIVEN_UP_MS))
    .limit(BATCH)
    .execute();
  for (const { id } of stuck) await fail(services, id, 'error');
  await db
    .deleteFrom('data_exports')
    .where('state', 'in', ['failed', 'expired'])
    .where('asked_at', '<', new Date(now.getTime() - PAST_DAYS * DAY_MS))
    .execute();
};
