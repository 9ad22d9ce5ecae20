import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import {
  checkAnnounced,
  checkFolder,
  findContent,
  freeReservedRoom,
  insertContent,
  markArrived,
  originalKey,
  removeContents,
  reserveRoom,
} from '../library/index.ts';
import { fileIdentity } from './identity.ts';
import { unitCount } from './plan.ts';
import { endState, findUpload, insertUpload, lockUpload, readDigests, type Upload } from './queries.ts';

export interface Finished {
  contentId: string;
  filename: string;
}
/** An upload that takes chunks, or what became of it. */
export type Begun = { upload: Upload } | { finished: Finished };

/** @throws Problem what a chunk of an ended or foreign upload is answered. */
const judge = async (db: Db, upload: Upload, scope: string, lengthBytes: number): Promise<Begun> => {
  if (upload.scope !== scope) throw new Problem('access.not_found');
  if (upload.state === 'cancelled') throw new Problem('upload.gone');
  if (upload.state === 'refused')
    throw new Problem('upload.wrong_type', { name: upload.filename, type: upload.profile });
  if (upload.lengthBytes !== lengthBytes) throw new Problem('upload.other_length');
  if (upload.state === 'uploading') return { upload };
  const content = await findContent(db, upload.contentId!);
  if (!content) throw new Problem('upload.gone');
  return { finished: { contentId: content.id, filename: content.filename } };
};

/**
 * The upload that a chunk belongs to. The first chunk to come, whichever it is, reserves the room of the whole file. It
 * holds the scope's version meanwhile, as record and end do: what is not committed yet none of them would see, and its
 * room would be reserved twice or never freed.
 *
 * @throws Problem `library.out_of_storage`, `upload.too_large`, `upload.wrong_type`, `upload.disk_full`,
 * `upload.other_length`, `upload.gone`, `access.not_found` (a folder or an upload of somebody else).
 */
export const beginUpload = async (services: Services, wanted: Omit<Upload, 'state' | 'contentId'>): Promise<Begun> => {
  const { db } = services.database;
  const known = await findUpload(db, wanted.id);
  if (known) return judge(db, known, wanted.scope, wanted.lengthBytes);
  await checkAnnounced(services, db, { name: wanted.filename, type: wanted.profile, sizeBytes: wanted.lengthBytes });
  if ((await services.objects.freeBytes()) < wanted.lengthBytes) throw new Problem('upload.disk_full');

  const upload: Upload = { ...wanted, state: 'uploading', contentId: null };
  return db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [wanted.scope]);
    if (!(await insertUpload(tx, upload)))
      return judge(tx, (await findUpload(tx, wanted.id))!, wanted.scope, wanted.lengthBytes);
    await checkFolder(tx, wanted.scope, wanted.folderId);
    const record = await findContent(tx, wanted.id);
    if (!record) {
      await reserveRoom(tx, wanted.scope, wanted.lengthBytes);
      return { upload };
    }
    // The record came first and holds the reservation.
    if (record.scope !== wanted.scope) throw new Problem('access.not_found');
    if (record.originFileSize !== wanted.lengthBytes) throw new Problem('upload.other_length');
    if (!record.hasArrived) return { upload };
    await endState(tx, wanted.id, 'complete', record.id);
    return { finished: { contentId: record.id, filename: record.filename } };
  });
};

/**
 * All units are on disk: the growing file becomes the original of a content, whose id is the upload's. Calling it twice,
 * also at the same time or after a crash between any two steps, makes the same content once.
 */
export const completeUpload = async (services: Services, uploadId: string): Promise<Finished> => {
  const { db } = services.database;
  const scope = (await findUpload(db, uploadId))?.scope;
  if (!scope) throw new Problem('upload.gone');
  return db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [scope]);
    const upload = (await lockUpload(tx, uploadId))!;
    const begun = await judge(tx, upload, scope, upload.lengthBytes);
    if ('finished' in begun) return begun.finished;
    const digests = await readDigests(tx, uploadId);
    if (digests.length !== unitCount(upload.lengthBytes))
      throw new Error(`Upload ${uploadId} has ${digests.length} units.`);
    await moveToOriginal(services, uploadId, upload.lengthBytes);

    const record = await findContent(tx, uploadId);
    const filename =
      record?.filename ??
      (await insertContent(tx, {
        id: uploadId,
        scope,
        type: upload.profile,
        filename: upload.filename,
        folderId: upload.folderId,
        sizeBytes: upload.lengthBytes,
        createdBy: upload.userId,
      }));
    await markArrived(tx, services, uploadId, fileIdentity(digests, upload.lengthBytes));
    await endState(tx, uploadId, 'complete', uploadId);
    return { contentId: uploadId, filename };
  });
};

/** After a crash behind this step the original is in place already; a late chunk's growing file must not replace it. */
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
 * Ends an upload for good: frees its room and deletes its content. An unknown id is noted, so that a chunk that is still
 * under way meets the end. The growing file goes once the transaction is committed (`objects.discardUpload`).
 *
 * @throws Problem `access.not_found` for somebody else's.
 */
export const endUpload = async (
  db: Db,
  services: Services,
  ended: { id: string; scope: string; userId: string },
  state: 'cancelled' | 'refused' = 'cancelled',
): Promise<void> => {
  const { id, scope, userId } = ended;
  await raiseScopes(db, [scope]);
  const upload = await lockUpload(db, id);
  const record = await findContent(db, id);
  if ((upload && upload.scope !== scope) || (record && record.scope !== scope)) throw new Problem('access.not_found');
  const removed = await removeContents(db, services, scope, [id]);
  if (upload?.state === 'uploading' && removed.length === 0) await freeReservedRoom(db, scope, upload.lengthBytes);
  // Nothing but its id and its end is known of an upload that was cancelled before its first chunk.
  if (upload) return endState(db, id, state);
  const isNoted = await insertUpload(db, {
    id,
    scope,
    userId,
    profile: 'video',
    filename: '',
    folderId: null,
    lengthBytes: 1,
    state,
  });
  // One that began at this moment under the same id is somebody else's: in this scope none begins meanwhile.
  if (!isNoted) throw new Problem('access.not_found');
};

/** The bytes are not what the name says. */
export const refuseUpload = async (services: Services, upload: Upload): Promise<void> => {
  await services.database.db.transaction().execute((tx) => endUpload(tx, services, upload, 'refused'));
  await services.objects.discardUpload(upload.id);
};
