import { PDF_SINGLE_PUT_MAX_BYTES, UPLOAD_URL_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { StorageFullError } from '#server/adapters/objects/index.ts';
import { CONTAINERS, sniff, SNIFF_BYTES } from '#server/adapters/media/index.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import { found, type Handler } from '#server/calls/context.ts';
import type { ContentType } from '#contract/rows.ts';
import {
  checkAnnounced,
  checkFolder,
  contentRow,
  findContent,
  insertContent,
  markArrived,
  originalKey,
  reserveRoom,
} from '../library/index.ts';
import { checkToken, signToken } from '../media/index.ts';
import { readBytes } from '../files/index.ts';
import { identityOf } from './identity.ts';
import { findUpload } from './queries.ts';

/** The record comes first for a PDF, and after the bytes for media; whichever comes second finds the other. */
export const createContent: Handler<'library.createContent'> = async ({ db, services, scope, session }, input) => {
  await checkAnnounced(services, db, { name: input.filename, type: input.type, sizeBytes: input.fileSize });
  await raiseScopes(db, [scope]);
  if (await findContent(db, input.contentId)) return contentRow(db, scope, input.contentId);
  const upload = await findUpload(db, input.contentId);
  if (upload && upload.scope !== scope) throw new Problem('access.not_found');
  if (upload && upload.state !== 'uploading') throw new Problem('upload.gone');
  const folderId = input.parentFolder ?? null;
  await checkFolder(db, scope, folderId);
  // An upload that runs has reserved the room already; the record takes that over.
  if (!upload) await reserveRoom(db, scope, input.fileSize);
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

const PURPOSE = 'upload';

/** A signed address for a small file, the chunk call for a larger one. Source: D-111. */
export const uploadCredentials: Handler<'library.uploadCredentials'> = async ({ db, services, now }, { id }) => {
  const content = found(await findContent(db, id));
  const expiresAtS = Math.floor((now.getTime() + UPLOAD_URL_LIFE_MS) / 1000);
  const isSmall = content.originFileSize <= PDF_SINGLE_PUT_MAX_BYTES;
  return {
    url: isSmall
      ? `/api/uploads/${id}.${signToken(services.config.secret, PURPOSE, id, expiresAtS)}`
      : '/api/mam/ondemand',
    method: 'PUT' as const,
    headers: { 'Content-Type': 'application/octet-stream' },
    expiresAt: new Date(expiresAtS * 1000).toISOString(),
  };
};

/** The bytes of a small PDF. The address says which content they are of; sending them twice is answered alike. */
export const putSigned: Handler<'upload.putSigned'> = async ({ services, request, now }, { token }) => {
  const { db } = services.database;
  const id = token.slice(0, 36);
  const verdict = checkToken(services.config.secret, PURPOSE, id, token.slice(37), now);
  if (verdict === 'bad') throw new Problem('access.denied');
  const content = verdict === 'good' ? await findContent(db, id) : undefined;
  if (!content) throw new Problem('upload.url_expired');
  if (content.hasArrived) return undefined;

  const bytes = await readBytes(
    request,
    content.originFileSize,
    () => new Problem('upload.too_large', { name: content.filename, value: content.originFileSize, unit: 'B' }),
  );
  if (bytes.length !== content.originFileSize)
    throw new Problem('request.invalid', {
      message: `${bytes.length} bytes came instead of ${content.originFileSize}.`,
    });
  const container = sniff(bytes.subarray(0, SNIFF_BYTES));
  const type = content.type as ContentType;
  if (!container || !CONTAINERS[container].kinds.includes(type))
    throw new Problem('upload.wrong_type', { name: content.filename, type });
  try {
    await services.objects.put(originalKey(id), bytes, { contentType: 'application/octet-stream' });
  } catch (error) {
    if (error instanceof StorageFullError) throw new Problem('upload.disk_full', {}, { cause: error });
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [content.scope]);
    const current = await findContent(tx, id);
    // Deleted while the bytes came in: they go the way of everything that no row names.
    if (!current) await services.jobs.send(tx, 'objects.delete', { prefix: originalKey(id) });
    else if (!current.hasArrived) await markArrived(tx, services, id, identityOf(bytes));
    await wakeAtCommit(tx, [content.scope]);
  });
  return undefined;
};
