import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import {
  addContent,
  checkNewFile,
  discardContent,
  findContent,
  originalKey,
  reserveContent,
} from '../library/index.ts';
import { fileIdentity } from './identity.ts';
import { unitCount } from './plan.ts';
import { endState, findUpload, insertUpload, lockUpload, readDigests, type Upload } from './queries.ts';

export interface Finished {
  contentId: string;
  filename: string;
}
/** An upload that takes chunks, or the content that it has become. */
export type Begun = { upload: Upload } | { finished: Finished };

/** @throws Problem the answer to a chunk of an ended upload, or of another scope's. */
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
 * The upload that a chunk belongs to. The first chunk to arrive, whichever it is, reserves the room of the whole file. It
 * locks the scope's version counter, as making the record and ending the upload do: without the lock they would not see
 * each other's uncommitted rows, and room would be reserved twice or never freed.
 *
 * @throws Problem `library.out_of_storage`, `upload.too_large`, `upload.wrong_type`, `upload.disk_full`,
 * `upload.other_length`, `upload.gone`, `access.not_found` (a folder or an upload of another scope).
 */
export const beginUpload = async (services: Services, wanted: Omit<Upload, 'state' | 'contentId'>): Promise<Begun> => {
  const { db } = services.database;
  const known = await findUpload(db, wanted.id);
  if (known) return judge(db, known, wanted.scope, wanted.lengthBytes);
  await checkNewFile(services, db, { name: wanted.filename, type: wanted.profile, sizeBytes: wanted.lengthBytes });
  if ((await services.objects.freeBytes()) < wanted.lengthBytes) throw new Problem('upload.disk_full');

  const upload: Upload = { ...wanted, state: 'uploading', contentId: null };
  return db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [wanted.scope]);
    if (!(await insertUpload(tx, upload)))
      return judge(tx, (await findUpload(tx, wanted.id))!, wanted.scope, wanted.lengthBytes);
    const record = await reserveContent(tx, { ...wanted, sizeBytes: wanted.lengthBytes });
    if (!record) return { upload };
    // The record came first and holds the reservation.
    if (record.scope !== wanted.scope) throw new Problem('access.not_found');
    if (record.originFileSize !== wanted.lengthBytes) throw new Problem('upload.other_length');
    if (!record.hasArrived) return { upload };
    await endState(tx, wanted.id, 'complete', record.id);
    return { finished: { contentId: record.id, filename: record.filename } };
  });
};

/**
 * All units are on disk: the growing file becomes the original of a content, whose id is the upload's. Idempotent,
 * also for two calls at the same time and after a crash between any two steps.
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

    const content = {
      id: uploadId,
      scope,
      type: upload.profile,
      filename: upload.filename,
      folderId: upload.folderId,
      sizeBytes: upload.lengthBytes,
      createdBy: upload.userId,
    };
    const { filename } = await addContent(tx, services, content, fileIdentity(digests, upload.lengthBytes));
    await endState(tx, uploadId, 'complete', uploadId);
    return { contentId: uploadId, filename };
  });
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
  ended: { id: string; scope: string; userId: string },
  state: 'cancelled' | 'refused' = 'cancelled',
): Promise<void> => {
  const { id, scope, userId } = ended;
  await raiseScopes(db, [scope]);
  const upload = await lockUpload(db, id);
  if (upload && upload.scope !== scope) throw new Problem('access.not_found');
  const reservedBytes = upload?.state === 'uploading' ? upload.lengthBytes : 0;
  await discardContent(db, services, { id, scope, reservedBytes });
  // Cancelled before its first chunk: only its id and its end are known.
  if (upload) return endState(db, id, state);
  const isInserted = await insertUpload(db, {
    id,
    scope,
    userId,
    profile: 'video',
    filename: '',
    folderId: null,
    lengthBytes: 1,
    state,
  });
  // An upload that began meanwhile under the same id is in another scope: in this one, none can begin under the lock.
  if (!isInserted) throw new Problem('access.not_found');
};

/** Ends an upload whose bytes are not of the type that its name says. */
export const refuseUpload = async (services: Services, upload: Upload): Promise<void> => {
  await services.database.db.transaction().execute((tx) => endUpload(tx, services, upload, 'refused'));
  await services.objects.discardUpload(upload.id);
};
