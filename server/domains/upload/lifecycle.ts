import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import {
  addContent,
  checkNewFile,
  checkReplacement,
  discardContent,
  dropReplacement,
  findContent,
  findEqualObject,
  freeReservedRoom,
  noteClips,
  noteNewFile,
  originalKey,
  requireRoom,
  reserveContent,
  reserveRoom,
} from '../library/index.ts';
import { fileIdentity } from './identity.ts';
import { unitCount } from './plan.ts';
import {
  endState,
  findUpload,
  insertUpload,
  lockUpload,
  promisedBytes,
  readDigests,
  setLength,
  setReserved,
  type Upload,
} from './queries.ts';

export interface Finished {
  contentId: string;
  filename: string;
}
/** An upload that takes chunks, or the content that it has become. */
export type Begun = { upload: Upload } | { finished: Finished };

/** Why an ended upload takes no chunks. A replacement ends also because its content was deleted, which must be shown. */
export const endedCode = ({ state, replaces }: Pick<Upload, 'state' | 'replaces'>) =>
  replaces !== null && state === 'cancelled' ? ('upload.nothing_to_replace' as const) : ('upload.gone' as const);

/** @throws Problem the answer to a chunk of an ended upload, or of another scope's. */
const judge = async (db: Db, upload: Upload, scope: string, lengthBytes: number): Promise<Begun> => {
  if (upload.scope !== scope) throw new Problem('access.not_found');
  if (upload.state === 'cancelled') throw new Problem(endedCode(upload));
  if (upload.state === 'refused')
    throw new Problem('upload.wrong_type', { name: upload.filename, type: upload.profile });
  if (upload.lengthBytes !== lengthBytes && !upload.isGrowing) throw new Problem('upload.other_length');
  if (upload.state === 'uploading') return { upload };
  const content = await findContent(db, upload.contentId!);
  if (!content) throw new Problem('upload.gone');
  return { finished: { contentId: content.id, filename: content.filename } };
};

/** What a new upload wants: everything but its state. */
export type WantedUpload = Omit<Upload, 'state' | 'contentId' | 'isReserved' | 'roomBytes'>;

/** The upload of an id, if it has begun. @throws Problem as `beginUpload` for one that has ended or is another's. */
export const findBegun = async (db: Db, id: string, scope: string, lengthBytes: number): Promise<Begun | undefined> => {
  const known = await findUpload(db, id);
  return known && judge(db, known, scope, lengthBytes);
};

/** Checks name, type and size of a new file. @throws Problem `upload.too_large`, `upload.wrong_type`. */
export const checkNew = (services: Services, wanted: WantedUpload): Promise<void> =>
  checkNewFile(services, services.database.db, {
    name: wanted.filename,
    type: wanted.profile,
    sizeBytes: wanted.lengthBytes,
  });

/**
 * Bytes that a new upload reserves.
 *
 * @throws Problem as `checkReplacement`.
 */
export const roomOf = async (db: Db, { scope, replaces, filename, profile, lengthBytes }: RoomFacts): Promise<number> =>
  replaces === null
    ? lengthBytes
    : checkReplacement(db, { scope, contentId: replaces }, { name: filename, type: profile, sizeBytes: lengthBytes });
type RoomFacts = Pick<Upload, 'scope' | 'replaces' | 'filename' | 'profile' | 'lengthBytes'>;

/**
 * Checks whether there is room for a whole new file, without reserving it. The disk's room is free for it only as far as
 * it is not promised to uploads that have begun.
 *
 * @throws Problem `library.out_of_storage`, `upload.disk_full`.
 */
export const checkRoom = async (
  services: Services,
  {
    id,
    scope,
    lengthBytes,
    roomBytes = lengthBytes,
  }: Pick<Upload, 'id' | 'scope' | 'lengthBytes'> & { roomBytes?: number },
): Promise<void> => {
  const { db } = services.database;
  if (!(await findContent(db, id))) await requireRoom(db, scope, roomBytes);
  const freeBytes = (await services.objects.freeBytes()) - (await promisedBytes(db));
  if (freeBytes < lengthBytes) throw new Problem('upload.disk_full');
};

/**
 * The upload that a unit belongs to. The first unit to be stored, whichever it is, reserves the room of the whole file; so
 * does the first one after the reservation was released. It locks the scope's version counter, as making the record and
 * ending the upload do: without the lock they would not see each other's uncommitted rows, and room would be reserved
 * twice or never freed.
 *
 * @throws Problem `library.out_of_storage`, `upload.other_length`, `upload.gone`, `access.not_found` (a folder or an
 * upload of another scope).
 */
export const beginUpload = async (services: Services, wanted: WantedUpload): Promise<Begun> => {
  const { db } = services.database;
  const known = await findUpload(db, wanted.id);
  if (known?.isReserved && !mustGrow(known, wanted)) return judge(db, known, wanted.scope, wanted.lengthBytes);

  return db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [wanted.scope]);
    const roomBytes = known ? known.roomBytes : await roomOf(tx, wanted);
    const upload: Upload = { ...wanted, state: 'uploading', contentId: null, isReserved: true, roomBytes };
    if (!(await insertUpload(tx, upload))) {
      const begun = await judge(tx, (await lockUpload(tx, wanted.id))!, wanted.scope, wanted.lengthBytes);
      if ('finished' in begun) return begun;
      if (!begun.upload.isReserved) await reserveAgain(tx, begun.upload);
      return { upload: await grow(tx, begun.upload, wanted) };
    }
    const record = await reserveContent(tx, { ...wanted, sizeBytes: roomBytes });
    if (!record) return { upload };
    // A content has its id already, and a replacement makes none.
    if (wanted.replaces !== null) throw new Problem('access.not_found');
    // The record came first and holds the reservation.
    if (record.scope !== wanted.scope) throw new Problem('access.not_found');
    if (record.originFileSize !== wanted.lengthBytes) throw new Problem('upload.other_length');
    if (!record.hasArrived) return { upload };
    await endState(tx, wanted.id, 'complete', record.id);
    return { finished: { contentId: record.id, filename: record.filename } };
  });
};

/** Whether a chunk announces more of a recording, or its end. */
export const mustGrow = (upload: Upload, wanted: Pick<Upload, 'lengthBytes' | 'isGrowing'>): boolean =>
  upload.isGrowing && (upload.lengthBytes < wanted.lengthBytes || !wanted.isGrowing);

/** Reserves the room that a recording has grown by. @throws Problem `upload.other_length`, `library.out_of_storage`. */
const grow = async (tx: Db, upload: Upload, wanted: WantedUpload): Promise<Upload> => {
  if (!mustGrow(upload, wanted)) return upload;
  const { lengthBytes, isGrowing, clips } = wanted;
  // It never shrinks: whole units of it were announced.
  if (lengthBytes < upload.lengthBytes) throw new Problem('upload.other_length');
  if (lengthBytes > upload.lengthBytes && !(await findContent(tx, upload.id)))
    await reserveRoom(tx, upload.scope, lengthBytes - upload.lengthBytes);
  const grown = { ...upload, lengthBytes, roomBytes: lengthBytes, isGrowing, clips };
  await setLength(tx, grown);
  return grown;
};

const reserveAgain = async (tx: Db, { id, scope, roomBytes }: Upload): Promise<void> => {
  if (!(await findContent(tx, id))) await reserveRoom(tx, scope, roomBytes);
  await setReserved(tx, id, true);
};

/**
 * Frees the room of an upload that stands still. Its units are kept, and its next one reserves the room again. The
 * transaction must hold the scope's version counter.
 */
export const releaseReservation = async (tx: Db, { id, scope }: { id: string; scope: string }): Promise<void> => {
  const upload = await lockUpload(tx, id);
  if (upload?.state !== 'uploading' || !upload.isReserved) return;
  // A record has taken the reservation over, and is seen in the Library.
  if (await findContent(tx, id)) return;
  await freeReservedRoom(tx, scope, upload.roomBytes);
  await setReserved(tx, id, false);
};

/**
 * All units are on disk: the growing file becomes the original of a content, whose id is the upload's. Idempotent,
 * also for two calls at the same time and after a crash between any two steps.
 */
export const completeUpload = async (services: Services, uploadId: string): Promise<Finished> => {
  const { db } = services.database;
  const scope = (await findUpload(db, uploadId))?.scope;
  if (!scope) throw new Problem('upload.gone');
  const finished = await db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [scope]);
    const upload = (await lockUpload(tx, uploadId))!;
    const begun = await judge(tx, upload, scope, upload.lengthBytes);
    if ('finished' in begun) return begun.finished;
    const digests = await readDigests(tx, uploadId);
    if (digests.length !== unitCount(upload.lengthBytes))
      throw new Error(`Upload ${uploadId} has ${digests.length} units.`);
    if (!upload.isReserved) await reserveAgain(tx, upload);
    const sha256 = fileIdentity(digests, upload.lengthBytes);
    const objectKey = await storeOriginal(tx, services, upload, sha256);
    if (upload.replaces !== null) {
      const file = {
        ...upload,
        uploadId,
        contentId: upload.replaces,
        sizeBytes: upload.lengthBytes,
        sha256,
        objectKey,
      };
      await noteNewFile(tx, services, file);
      await endState(tx, uploadId, 'complete', upload.replaces);
      return { contentId: upload.replaces, filename: upload.filename };
    }

    const content = {
      id: uploadId,
      scope,
      type: upload.profile,
      filename: upload.filename,
      folderId: upload.folderId,
      sizeBytes: upload.lengthBytes,
      createdBy: upload.userId,
    };
    const { filename } = await addContent(tx, services, content, { sha256, objectKey });
    if (isOfClips(upload)) await noteClips(tx, uploadId, upload.clips!);
    await endState(tx, uploadId, 'complete', uploadId);
    return { contentId: uploadId, filename };
  });
  // Still there if equal bytes are shared; housekeeping deletes it if the server is killed before.
  await services.objects.discardUpload(uploadId);
  return finished;
};

/** A recording of several clips, which are not one file yet. */
const isOfClips = ({ clips }: Upload): boolean => clips !== null && clips.length > 1;

/**
 * Keeps the growing file as an original, unless this owner has equal bytes already: they are stored once (decision 0040).
 * Clips that are not joined yet are never shared.
 *
 * @returns The key of the original.
 */
const storeOriginal = async (tx: Db, services: Services, upload: Upload, sha256: string): Promise<string> => {
  const { id, scope, profile, lengthBytes } = upload;
  const file = { scope, type: profile, sha256, sizeBytes: lengthBytes };
  const equalKey = isOfClips(upload) ? undefined : await findEqualObject(tx, services, file);
  if (equalKey === undefined) {
    await moveToOriginal(services, id, lengthBytes);
    return originalKey(id);
  }
  // What an earlier run may have moved before it was killed. The growing file is deleted after the commit.
  if (equalKey !== originalKey(id)) await services.jobs.send(tx, 'objects.delete', { prefix: originalKey(id) });
  return equalKey;
};

/** After a crash behind this step, the original is stored already: the growing file of a late chunk must not replace it. */
const moveToOriginal = async ({ objects }: Services, uploadId: string, lengthBytes: number): Promise<void> => {
  const placed = await objects.stat(originalKey(uploadId));
  if (placed?.sizeBytes === lengthBytes) return objects.discardUpload(uploadId);
  const file = await objects.openUpload(uploadId);
  try {
    await file.finish(originalKey(uploadId), lengthBytes);
  } finally {
    await file.close();
  }
};

/**
 * Ends an upload for good: frees its room and deletes its content. An unknown id is recorded too, so that a chunk that is
 * still on its way is refused. The caller deletes the growing file after the commit (`objects.discardUpload`).
 *
 * @throws Problem `access.not_found` for an upload of another scope.
 */
export const endUpload = async (
  db: Db,
  services: Services,
  ended: Pick<Upload, 'id' | 'scope' | 'userId'> & Partial<Pick<Upload, 'profile' | 'filename' | 'lengthBytes'>>,
  state: 'cancelled' | 'refused' = 'cancelled',
): Promise<void> => {
  const { id, scope, userId } = ended;
  await raiseScopes(db, [scope]);
  const upload = await lockUpload(db, id);
  if (upload && upload.scope !== scope) throw new Problem('access.not_found');
  const reservedBytes = upload?.state === 'uploading' && upload.isReserved ? upload.roomBytes : 0;
  await discardContent(db, services, { id, scope, reservedBytes });
  // Cancelled before its first chunk: only its id and its end are known.
  if (upload?.replaces) await dropReplacement(db, services, { scope, contentId: upload.replaces }, id);
  if (upload) return endState(db, id, state);
  const isInserted = await insertUpload(db, {
    id,
    scope,
    userId,
    profile: ended.profile ?? 'video',
    filename: ended.filename ?? '',
    folderId: null,
    lengthBytes: ended.lengthBytes ?? 1,
    state,
    isReserved: false,
    replaces: null,
    roomBytes: 0,
    isGrowing: false,
    clips: null,
  });
  // An upload that began meanwhile under the same id is in another scope: in this one, none can begin under the lock.
  if (!isInserted) throw new Problem('access.not_found');
};

/** Ends an upload whose bytes are not of the type that its name says. */
export const refuseUpload = async (services: Services, upload: WantedUpload): Promise<void> => {
  await services.database.db.transaction().execute((tx) => endUpload(tx, services, upload, 'refused'));
  await services.objects.discardUpload(upload.id);
};
