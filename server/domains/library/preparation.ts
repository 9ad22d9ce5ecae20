import { sql } from 'kysely';
import { newId, userScope } from '#contract/ids.ts';
import { MEDIA_URL_LIFE_MS } from '#contract/limits.ts';
import { ENCODING } from '#contract/rows.ts';
import { inLibraryOf, notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Services } from '#server/services.ts';
import { goLiveIfWaiting, releaseHeld } from '../publications/index.ts';
import { notify } from '../notifications/index.ts';
import { cutCaptions } from '../captions/index.ts';
import { mediaKey, NO_BETTER, NO_CUT } from './contents.ts';
import { findEqualMedia } from './equal-files.ts';
import { CUT_EXTENSION, freeName, splitName } from './names.ts';
import { notifyHeld } from './notify-held.ts';
import { isRunning, type Preparing } from './preparing.ts';
import { dropReplacement } from './replace.ts';
import { freeReservedRoom, freeUsedRoom, spendReservedRoom, takeRoom } from './room.ts';

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
  /** The original that a cut or the joined clips have made, or the new file. */
  original: { objectKey: string; sizeBytes: number; sha256: string | null } | null;
  /** Whether these are only the first rendition and its pictures. */
  hasLarger: boolean;
}

/** In whose Library a content is, if that is an organization's: its admins have a Library of their own too. */
const readPlace = async (db: Db, scope: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select name from organizations where 'org:' || id = ${scope}`.execute(
    db,
  );
  return rows[0] ? inLibraryOf(rows[0].name) : '';
};

const notifyOwner = async (
  db: Db,
  services: Services,
  content: Preparing,
  kind: 'content_ready' | 'content_rejected' | 'encoding_failed' | 'trim_failed' | 'replace_failed',
  image: string | null = null,
): Promise<void> => {
  const words = notificationKinds[kind];
  const values = { title: content.title };
  await notify(db, services, {
    userId: content.createdBy,
    recipientType: 'educator',
    kind,
    cause: `${kind}:${content.workId}`,
    title: words.title(),
    text: words.text(values) + (await readPlace(db, content.scope)),
    link: notificationLinks.library({ scope: content.scope }),
    linkTitle: words.linkTitle,
    image,
  });
};

/** Locks the content in the order of all changes: version counters of the scopes first. */
const lock = async (db: Db, content: Preparing) => {
  await raiseScopes(db, [content.scope, userScope(content.createdBy)]);
  return db.selectFrom('contents').selectAll().where('id', '=', content.id).forUpdate().executeTakeFirst();
};
type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>;

/** The columns of what a preparation has made. */
const madeOf = ({ original, ...prepared }: Prepared) => ({
  ...NO_BETTER,
  media_key: prepared.mediaKey,
  thumbnail: prepared.thumbnail,
  waveform: prepared.waveform,
  duration: prepared.durationSeconds,
  ...(prepared.pagesCount === null ? {} : { pages_count: prepared.pagesCount }),
  file_size: prepared.servedBytes,
  progressive_size: prepared.progressiveBytes,
  ...(original
    ? {
        object_key: original.objectKey,
        origin_file_size: original.sizeBytes,
        sha256: original.sha256,
        clips: null,
        ...NO_CUT,
      }
    : {}),
});

/**
 * Ends a preparation in one transaction: the content is done, reviewed and active, its room is used instead of reserved,
 * a waiting publication goes live, its owner is notified. Idempotent. After a first rendition alone, larger ones follow:
 * a new job makes them in a turn of its own.
 *
 * @returns False if the content was deleted meanwhile: the caller deletes the result.
 * @throws Problem `library.out_of_storage` if a cut takes more room than was reserved, and there is no more.
 */
export const finishPreparing = (services: Services, content: Preparing, prepared: Prepared): Promise<boolean> =>
  inTransaction(services.database.db, async (tx) => {
    const current = await lock(tx, content);
    return current ? finish(tx, services, { content, current, prepared }) : false;
  });

/**
 * Ends a preparation without work if an equal file of the owner is prepared already: its media are shared, and deleted
 * with the last content that names them. Source: decision 0040.
 *
 * @returns Whether it did.
 */
export const adoptEqual = (services: Services, content: Preparing): Promise<boolean> =>
  inTransaction(services.database.db, async (tx) => {
    const current = await lock(tx, content);
    if (!current || content.cut) return false;
    const sha256 = content.isNewFile ? current.next_sha256 : current.sha256;
    const made = sha256 === null ? undefined : await findEqualMedia(tx, { ...content, sha256 });
    if (!made || !mayAdopt(content, current, made)) return false;
    const isDone = await finish(tx, services, { content, current, prepared: { ...made, original: null } });
    // What a killed run of its own may have stored.
    const own = mediaKey(content.workId);
    if (isDone && made.mediaKey !== own) await services.jobs.send(tx, 'objects.delete', { prefix: own });
    return isDone;
  });

/**
 * A first rendition alone is taken over only as such; a new file takes the place of the old one with all renditions. The
 * media that a content has already are no larger renditions: those of the equal file have failed.
 */
const mayAdopt = (
  { clips, isBetter, isNewFile }: Preparing,
  current: Locked,
  { hasLarger, mediaKey: key }: { hasLarger: boolean; mediaKey: string },
): boolean => clips === null && !(hasLarger && (isBetter || isNewFile)) && !(isBetter && key === current.media_key);

interface Finishing {
  content: Preparing;
  current: Locked;
  prepared: Prepared;
}

const finish = async (tx: Db, services: Services, { content, current, prepared }: Finishing): Promise<boolean> => {
  if (content.isReplacement) return finishReplacing(tx, services, { content, current, prepared });
  if (content.isBetter) return finishBetter(tx, services, { content, current, prepared });
  if (current.encoding_status === ENCODING.done) return true;
  if (current.is_reserved) await spendReservedRoom(tx, content.scope, current.origin_file_size);
  if (prepared.original) await settleRoom(tx, current, prepared.original.sizeBytes);
  await tx
    .updateTable('contents')
    .set({
      ...madeOf(prepared),
      ...(prepared.hasLarger ? { better_id: newId() } : {}),
      is_reserved: false,
      encoding_status: ENCODING.done,
      encoding_progress: 100,
      active: true,
      approved: true,
      review_status: 'approved',
      review_reason: null,
    })
    .where('id', '=', content.id)
    .execute();
  // The bytes that a copy was cut from, or clips before they were joined: they may have been deleted since, and were kept
  // for it.
  if (prepared.original) await services.jobs.send(tx, 'objects.delete', { prefix: content.objectKey });
  await goLiveIfWaiting(tx, services, content.id);
  // One whose edit or new file waits is ready with that: its owner hears of what they get in the end.
  if (!isRunning(current.cut_status))
    await notifyOwner(tx, services, { ...content, title: current.title }, 'content_ready', prepared.thumbnail);
  // An edit that was asked for while it was being prepared, or its larger renditions.
  if (isRunning(current.cut_status) || prepared.hasLarger)
    await services.jobs.send(tx, 'media.prepare', { contentId: content.id });
  await wakeAtCommit(tx, [content.scope]);
  return true;
};

/** Counts what a cut really takes. @throws Problem `library.out_of_storage` */
const settleRoom = async (tx: Db, { scope, origin_file_size: counted }: Locked, bytes: number): Promise<void> => {
  if (bytes > counted) await takeRoom(tx, scope, bytes - counted);
  else await freeUsedRoom(tx, scope, counted - bytes);
};

/** How long players may still ask for media that were replaced, s: their addresses are signed for this time. */
const OLD_MEDIA_SECONDS = Math.ceil(MEDIA_URL_LIFE_MS / 1000) + 600;

const deleteReplaced = async (
  tx: Db,
  { jobs }: Services,
  prefixes: readonly (string | null | undefined)[],
): Promise<void> => {
  for (const prefix of prefixes)
    if (prefix) await jobs.send(tx, 'objects.delete', { prefix }, { afterSeconds: OLD_MEDIA_SECONDS });
};

/**
 * All renditions take the place of the first one, under an address of their own: a player that is open goes on with what
 * it has. The pictures stay.
 */
const finishBetter = async (
  tx: Db,
  services: Services,
  { content, current, prepared }: Finishing,
): Promise<boolean> => {
  if (current.media_key === prepared.mediaKey) return true;
  if (current.better_id !== content.workId) return false;
  const { thumbnail, waveform } = current;
  await tx
    .updateTable('contents')
    .set(madeOf({ ...prepared, thumbnail, waveform }))
    .where('id', '=', content.id)
    .execute();
  await deleteReplaced(tx, services, [current.media_key]);
  // A duplicate has the pictures of what it was copied from.
  if (prepared.thumbnail && prepared.thumbnail !== thumbnail)
    await services.jobs.send(tx, 'objects.delete', { prefix: prepared.thumbnail.slice(1) });
  await wakeAtCommit(tx, [content.scope]);
  return true;
};

const finishReplacing = async (
  tx: Db,
  services: Services,
  { content, current, prepared: made }: Finishing,
): Promise<boolean> => {
  // Done already: the results are in use and may not be deleted.
  if (current.media_key === made.mediaKey) return true;
  if (current.cut_id !== content.workId) return false;
  const prepared = { ...made, original: made.original ?? newFileOf(current) };
  if (current.next_room) await freeReservedRoom(tx, content.scope, current.next_room);
  await settleRoom(tx, current, prepared.original!.sizeBytes);
  const { stem, extension } = splitName(current.filename);
  const newExtension = content.isNewFile ? splitName(content.filename).extension : CUT_EXTENSION;
  const filename =
    extension.toLowerCase() === newExtension.toLowerCase()
      ? current.filename
      : await freeName(tx, content.scope, stem + newExtension);
  await tx
    .updateTable('contents')
    .set({ ...madeOf(prepared), filename })
    .where('id', '=', content.id)
    .execute();
  // Chapters and captions of a file that was replaced stay as they are.
  if (content.cut) {
    const part = { startMs: current.cut_from_ms!, endMs: current.cut_to_ms! };
    await cutCaptions(tx, content.id, part);
    await sql`update contents set cuts = cuts || ${JSON.stringify([part])}::jsonb where id = ${content.id}`.execute(tx);
    await releaseHeld(tx, content.id);
  }
  // Published while the edit ran: it waited for this.
  await goLiveIfWaiting(tx, services, content.id);
  const { object_key: original, media_key: media, thumbnail, waveform } = current;
  // A PDF is read from its original.
  if (content.type !== 'text') await services.jobs.send(tx, 'objects.delete', { prefix: original! });
  const old = content.type === 'text' ? [original, media] : [media];
  await deleteReplaced(tx, services, [...old, thumbnail?.slice(1), waveform?.slice(1)]);
  if (!(await notifyHeld(tx, services, { contentId: content.id, cause: content.workId })))
    await notifyOwner(tx, services, { ...content, title: current.title }, 'content_ready', prepared.thumbnail);
  await wakeAtCommit(tx, [content.scope]);
  return true;
};

const newFileOf = ({ next_key: objectKey, next_size: sizeBytes, next_sha256: sha256 }: Locked): Prepared['original'] =>
  objectKey === null ? null : { objectKey, sizeBytes: sizeBytes!, sha256 };

/**
 * Marks a content as failed. It stays in the Library with its reason until its owner deletes it; its bytes are deleted
 * and its room is freed at once. After a failed replacement the content stays as it was, with the reason; without its
 * larger renditions, with the first one.
 */
export const failPreparing = (
  services: Services,
  content: Preparing,
  status: number,
  reason: string | null,
): Promise<void> =>
  inTransaction(services.database.db, async (tx) => {
    const current = await lock(tx, content);
    if (!current) return;
    if (content.isBetter) return failBetter(tx, content);
    if (content.isReplacement) return failReplacing(tx, services, { content, current, status, reason });
    if (current.encoding_status === ENCODING.done || current.encoding_status < 0) return;
    if (current.is_reserved) await freeReservedRoom(tx, content.scope, current.origin_file_size);
    await services.jobs.send(tx, 'objects.delete', { prefix: content.objectKey });
    await tx
      .updateTable('contents')
      .set({
        ...NO_CUT,
        is_reserved: false,
        object_key: null,
        encoding_status: status,
        encoding_progress: 0,
        minutes_left: null,
        review_status: reason === null ? 'waiting' : 'rejected',
        review_reason: reason,
      })
      .where('id', '=', content.id)
      .execute();
    const kind = content.cut ? 'trim_failed' : reason === null ? 'encoding_failed' : 'content_rejected';
    await notifyOwner(tx, services, { ...content, title: current.title }, kind);
    await wakeAtCommit(tx, [content.scope]);
  });

const failBetter = async (tx: Db, { id, scope, workId }: Preparing): Promise<void> => {
  await tx.updateTable('contents').set(NO_BETTER).where('id', '=', id).where('better_id', '=', workId).execute();
  await wakeAtCommit(tx, [scope]);
};

const failReplacing = async (
  tx: Db,
  services: Services,
  { content, current, status, reason }: { content: Preparing; current: Locked; status: number; reason: string | null },
): Promise<void> => {
  if (current.cut_id !== content.workId) return;
  await dropReplacement(tx, services, { scope: content.scope, contentId: content.id });
  await tx
    .updateTable('contents')
    .set({ cut_status: status, cut_reason: reason, cut_failed: !content.isNewFile })
    .where('id', '=', content.id)
    .execute();
  const kind = content.isNewFile ? 'replace_failed' : 'trim_failed';
  if (!(await notifyHeld(tx, services, { contentId: content.id, cause: content.workId })))
    await notifyOwner(tx, services, { ...content, title: current.title }, kind);
  await wakeAtCommit(tx, [content.scope]);
};

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
