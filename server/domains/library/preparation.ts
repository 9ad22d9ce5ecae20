import { sql } from 'kysely';
import { userScope, type Scope } from '#contract/ids.ts';
import { ENCODING } from '#contract/rows.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Services } from '#server/services.ts';
import { goLiveIfWaiting } from '../publications/index.ts';
import { notify } from '../notifications/index.ts';
import { spendReservedRoom } from './room.ts';

/** A content whose bytes have arrived and that cannot be watched yet. */
export interface Preparing {
  id: string;
  scope: Scope;
  type: 'video' | 'audio' | 'text';
  filename: string;
  title: string;
  objectKey: string;
  createdBy: string;
}

/** @returns Undefined if there is nothing to do: the bytes are missing, or the content is done, failed or deleted. */
export const findPreparing = async (db: Db, contentId: string): Promise<Preparing | undefined> => {
  const row = await db
    .selectFrom('contents')
    .select(['id', 'scope', 'type', 'filename', 'title', 'object_key', 'created_by', 'encoding_status'])
    .where('id', '=', contentId)
    .executeTakeFirst();
  if (!row?.object_key || row.encoding_status === ENCODING.done || row.encoding_status < 0) return undefined;
  return {
    id: row.id,
    scope: row.scope,
    type: row.type as Preparing['type'],
    filename: row.filename,
    title: row.title,
    objectKey: row.object_key,
    createdBy: row.created_by,
  };
};

/**
 * Records the progress of the preparation and notifies the owner's devices: a status of D-109, and percents of the
 * encoding.
 *
 * @returns False if the content was deleted: stop the preparation.
 */
export const showStage = async (
  { database, wake }: Services,
  { id, scope }: Preparing,
  status: number,
  percent = 0,
): Promise<boolean> => {
  const shown = await database.db
    .updateTable('contents')
    .set({
      encoding_status: status,
      encoding_progress: percent,
      ...(status >= ENCODING.checking ? { review_status: 'reviewing' } : {}),
    })
    .where('id', '=', id)
    .where('encoding_status', '>=', 0)
    .where('encoding_status', '<', ENCODING.done)
    .returning('id')
    .execute();
  wake.notify([scope]);
  return shown.length > 0;
};

/** The result of a preparation. */
export interface Prepared {
  mediaKey: string;
  thumbnail: string | null;
  waveform: string | null;
  durationSeconds: number | null;
  pagesCount: number | null;
  /** Bytes of all files that are served, and of the progressive file alone. */
  servedBytes: number;
  progressiveBytes: number | null;
}

const notifyOwner = async (
  db: Db,
  services: Services,
  content: Preparing,
  kind: 'content_ready' | 'content_rejected' | 'encoding_failed',
  image: string | null = null,
): Promise<void> => {
  const words = notificationKinds[kind];
  const values = { title: content.title };
  await notify(db, services, {
    userId: content.createdBy,
    recipientType: 'educator',
    kind,
    cause: `${kind}:${content.id}`,
    title: words.title(),
    text: words.text(values),
    link: notificationLinks.library,
    linkTitle: words.linkTitle,
    image,
  });
};

/** Locks the content in the order of all changes: version counters of the scopes first. */
const lock = async (db: Db, content: Preparing) => {
  await raiseScopes(db, [content.scope, userScope(content.createdBy)]);
  return db
    .selectFrom('contents')
    .select(['is_reserved', 'origin_file_size', 'encoding_status', 'title'])
    .where('id', '=', content.id)
    .forUpdate()
    .executeTakeFirst();
};

/**
 * Ends a preparation in one transaction: the content is done, reviewed and active, its room is used instead of reserved,
 * a waiting publication goes live, its owner is notified. Idempotent.
 *
 * @returns False if the content was deleted meanwhile: the caller deletes the result.
 */
export const finishPreparing = (services: Services, content: Preparing, prepared: Prepared): Promise<boolean> =>
  inTransaction(services.database.db, async (tx) => {
    const current = await lock(tx, content);
    if (!current) return false;
    if (current.encoding_status === ENCODING.done) return true;
    if (current.is_reserved) await spendReservedRoom(tx, content.scope, current.origin_file_size);
    await tx
      .updateTable('contents')
      .set({
        is_reserved: false,
        media_key: prepared.mediaKey,
        thumbnail: prepared.thumbnail,
        waveform: prepared.waveform,
        duration: prepared.durationSeconds,
        ...(prepared.pagesCount === null ? {} : { pages_count: prepared.pagesCount }),
        file_size: prepared.servedBytes,
        progressive_size: prepared.progressiveBytes,
        encoding_status: ENCODING.done,
        encoding_progress: 100,
        active: true,
        approved: true,
        review_status: 'approved',
        review_reason: null,
      })
      .where('id', '=', content.id)
      .execute();
    await goLiveIfWaiting(tx, services, content.id);
    await notifyOwner(tx, services, { ...content, title: current.title }, 'content_ready', prepared.thumbnail);
    await wakeAtCommit(tx, [content.scope]);
    return true;
  });

/** Marks a content as failed. It stays in the Library, with its room, until its owner deletes it. */
export const failPreparing = (
  services: Services,
  content: Preparing,
  status: number,
  reason: string | null,
): Promise<void> =>
  inTransaction(services.database.db, async (tx) => {
    const current = await lock(tx, content);
    if (!current || current.encoding_status === ENCODING.done || current.encoding_status < 0) return;
    await tx
      .updateTable('contents')
      .set({
        encoding_status: status,
        encoding_progress: 0,
        review_status: reason === null ? 'waiting' : 'rejected',
        review_reason: reason,
      })
      .where('id', '=', content.id)
      .execute();
    await notifyOwner(
      tx,
      services,
      { ...content, title: current.title },
      reason === null ? 'encoding_failed' : 'content_rejected',
    );
    await wakeAtCommit(tx, [content.scope]);
  });

const ATTEMPTS = 5;
const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
/** Repeats a transaction that PostgreSQL ended because of another one: hours of encoding would be lost with it. */
const inTransaction = async <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== DEADLOCK_DETECTED && code !== SERIALIZATION_FAILURE) || attempt === ATTEMPTS) throw error;
    }
  }
};

/** Contents whose bytes have arrived and that are not prepared yet. */
export const findUnprepared = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('contents')
      .select('id')
      .where('encoding_status', '>=', 0)
      .where('encoding_status', '<', ENCODING.done)
      .where('object_key', 'is not', null)
      .orderBy('created_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Records without bytes and without a running upload, older than that many days; with `onlyId` only that one. */
export const findEmptyRecords = async (
  db: Db,
  days: number,
  limit: number,
  onlyId: string | null = null,
): Promise<{ id: string; scope: string; userId: string }[]> =>
  (
    await sql<{ id: string; scope: string; userId: string }>`select id, scope, created_by as "userId" from contents c
    where object_key is null and created_at < now() - make_interval(days => ${days}::int) and (${onlyId}::uuid is null or id = ${onlyId}::uuid)
      and not exists (select 1 from uploads u where u.id = c.id and u.state = 'uploading')
    order by created_at limit ${limit}`.execute(db)
  ).rows;
