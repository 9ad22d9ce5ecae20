import { PDF_SINGLE_PUT_MAX_BYTES, UPLOAD_URL_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { found, type Handler } from '#server/calls/context.ts';
import { signToken } from '#server/calls/signed-token.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { contentRow } from './content-handlers.ts';
import { checkFolder, findContent, findUploadOf, insertContent } from './contents.ts';
import { checkNewFile } from './limits.ts';
import { reserveRoom } from './room.ts';

/** The record comes before the bytes for a PDF, and after them for media; the second one finds the first. */
export const createContent: Handler<'library.createContent'> = async ({ db, services, scope, session }, input) => {
  await checkNewFile(services, db, { name: input.filename, type: input.type, sizeBytes: input.fileSize });
  await raiseScopes(db, [scope]);
  if (await findContent(db, input.contentId)) return contentRow(db, scope, input.contentId);
  const upload = await findUploadOf(db, input.contentId);
  if (upload && (upload.scope !== scope || upload.replaces !== null)) throw new Problem('access.not_found');
  if (upload && upload.state !== 'uploading') throw new Problem('upload.gone');
  const folderId = input.parentFolder ?? null;
  await checkFolder(db, scope, folderId);
  // A running upload has reserved the room already, unless it stood still; the record takes the reservation over.
  if (!upload?.isReserved) await reserveRoom(db, scope, input.fileSize);
  await insertContent(db, {
    id: input.contentId,
    scope,
    type: input.type,
    filename: input.filename,
    folderId,
    sizeBytes: upload?.lengthBytes ?? input.fileSize,
    createdBy: session.userId,
    pagesCount: input.pagesCount ?? null,
  });
  return contentRow(db, scope, input.contentId);
};

/** A signed address for a small file, the chunk call for a larger one. Source: D-111. */
export const uploadCredentials: Handler<'library.uploadCredentials'> = async ({ db, services, now }, { id }) => {
  const content = found(await findContent(db, id));
  const expiresAtS = Math.floor((now.getTime() + UPLOAD_URL_LIFE_MS) / 1000);
  const isSmall = content.originFileSize <= PDF_SINGLE_PUT_MAX_BYTES;
  return {
    url: isSmall
      ? `/api/uploads/${id}.${signToken(services.config.secret, 'upload', id, expiresAtS)}`
      : '/api/mam/ondemand',
    method: 'PUT' as const,
    headers: { 'Content-Type': 'application/octet-stream' },
    expiresAt: new Date(expiresAtS * 1000).toISOString(),
  };
};
