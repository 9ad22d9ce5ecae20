import { ENCODING } from '#contract/encoding.ts';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import { findContent } from '../library/index.ts';
import { MEDIA_FILES, mediaIdOf, signMedia } from '../media/index.ts';
import { takeChunk } from './chunk.ts';
import { endedCode, endUpload } from './lifecycle.ts';
import { unitCount } from './plan.ts';
import { findUpload, listRunning, readRanges } from './queries.ts';
import { putSigned } from './signed-upload.ts';

export { fileIdentity, identityOf } from './identity.ts';
export { endUpload, releaseReservation } from './lifecycle.ts';
export { findIdle, findJustEnded, findRunningOf, findStale } from './queries.ts';
export { remindOfUploads } from './remind.ts';

const readUpload: Handler<'upload.read'> = async ({ db, scope }, { uploadId }) => {
  const upload = await findUpload(db, uploadId);
  if (!upload) return { data: { received: [], length: null, contentId: null } };
  if (upload.scope !== scope) throw new Problem('access.not_found');
  if (upload.state === 'cancelled' || upload.state === 'refused') throw new Problem(endedCode(upload));
  const received =
    upload.state === 'complete'
      ? [[0, unitCount(upload.lengthBytes)] as [number, number]]
      : await readRanges(db, uploadId);
  return { data: { received, length: upload.lengthBytes, contentId: upload.contentId } };
};

/** Most rows of a list: a person has a few. */
const LISTED_MAX = 100;
const listUploads: Handler<'upload.list'> = ({ db, scope }) => answerJson(db, listRunning(scope, LISTED_MAX));

const cancelUpload: Handler<'upload.cancel'> = async ({ db, services, scope, session, afterCommit }, { uploadId }) => {
  await endUpload(db, services, { id: uploadId, scope, userId: session.userId });
  afterCommit(() => services.objects.discardUpload(uploadId));
  return undefined;
};

const readEncoding: Handler<'upload.encoding'> = async ({ db, services, now }, { contentId }) => {
  const content = found(await findContent(db, contentId));
  const isDone = content.encodingStatus === ENCODING.done && content.mediaKey !== null;
  const base = isDone ? signMedia(services, mediaIdOf(content.mediaKey!), now).base : '';
  return {
    data: {
      onDemandEncodingStatus: content.encodingStatus,
      fileName: content.filename,
      title: content.title,
      embedUrlList: isDone
        ? [{ https: { source: { progressive: `${base}/${MEDIA_FILES[content.type].progressive}` } } }]
        : [],
    },
  };
};

/** From the first chunk of a file to its content. */
export const uploadHandlers: AreaHandlers<'upload'> = {
  'upload.chunk': takeChunk,
  'upload.read': readUpload,
  'upload.list': listUploads,
  'upload.cancel': cancelUpload,
  'upload.encoding': readEncoding,
  'upload.putSigned': putSigned,
};
