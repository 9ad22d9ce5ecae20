import { Problem } from '#contract/problems.ts';
import type { Handler, Handlers } from '#server/calls/context.ts';
import { found } from '#server/calls/context.ts';
import { findContent } from '../library/index.ts';
import { DOCUMENT, signMedia } from '../media/index.ts';
import { takeChunk } from './chunk.ts';
import { endUpload } from './lifecycle.ts';
import { unitCount } from './plan.ts';
import { findUpload, readRanges } from './queries.ts';
import { createContent, putSigned, uploadCredentials } from './records.ts';

export { fileIdentity, identityOf } from './identity.ts';
export { endUpload } from './lifecycle.ts';
export { findJustEnded, findStale } from './queries.ts';

const readUpload: Handler<'upload.read'> = async ({ db, scope }, { uploadId }) => {
  const upload = await findUpload(db, uploadId);
  if (!upload) return { data: { received: [], length: null, contentId: null } };
  if (upload.scope !== scope) throw new Problem('access.not_found');
  if (upload.state === 'cancelled' || upload.state === 'refused') throw new Problem('upload.gone');
  const received =
    upload.state === 'complete'
      ? [[0, unitCount(upload.lengthBytes)] as [number, number]]
      : await readRanges(db, uploadId);
  return { data: { received, length: upload.lengthBytes, contentId: upload.contentId } };
};

const cancelUpload: Handler<'upload.cancel'> = async ({ db, services, scope, session, afterCommit }, { uploadId }) => {
  await endUpload(db, services, { id: uploadId, scope, userId: session.userId });
  afterCommit(() => services.objects.discardUpload(uploadId));
  return undefined;
};

const PROGRESSIVE: Readonly<Record<string, string>> = { video: 'video.mp4', audio: 'audio.m4a', text: DOCUMENT };

const readEncoding: Handler<'upload.encoding'> = async ({ db, services, now }, { contentId }) => {
  const content = found(await findContent(db, contentId));
  const { base } = signMedia(services, contentId, now);
  const isDone = content.encodingStatus === 4;
  return {
    data: {
      onDemandEncodingStatus: content.encodingStatus,
      fileName: content.filename,
      title: content.title,
      embedUrlList: isDone ? [{ https: { source: { progressive: `${base}/${PROGRESSIVE[content.type]}` } } }] : [],
    },
  };
};

/** Everything between picking a file and its content: records, chunks, signed addresses, ends. */
export const uploadHandlers: Handlers = {
  'upload.chunk': takeChunk,
  'upload.read': readUpload,
  'upload.cancel': cancelUpload,
  'upload.encoding': readEncoding,
  'upload.putSigned': putSigned,
  'library.createContent': createContent,
  'library.uploadCredentials': uploadCredentials,
};
