import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { StorageFullError } from '../../adapters/objects/index.ts';
import type { UploadFile } from '../../adapters/objects/upload-file.ts';
import { CONTAINERS } from '../../adapters/media/index.ts';
import { sniff, SNIFF_BYTES } from '../../adapters/media/sniff.ts';
import type { CallContext, Handler } from '../../http/context.ts';
import type { Services } from '../../services.ts';
import { readBody, type ChunkFields } from './form.ts';
import { beginUpload, completeUpload, refuseUpload, type Finished } from './lifecycle.ts';
import { readPlan, unitCount, type ChunkPlan } from './plan.ts';
import { commitUnits, readUnits, type Upload } from './queries.ts';
import { receiveUnits, type Received } from './receive.ts';

/**
 * Takes one chunk. What was verified is flushed to disk and noted before anything is answered, also when the chunk
 * breaks off or is refused half-way; no database connection is held while bytes come in.
 */
export const takeChunk: Handler<'upload.chunk'> = async (context, query) => {
  const { services, request } = context;
  const plan = readPlan(request.header);
  const { fields, bytes } = await readBody(request, query);
  const begun = await beginUpload(services, announced(context, plan, fields));
  if ('finished' in begun) return answer(begun.finished);
  const { upload } = begun;
  const { db } = services.database;

  const known = await readUnits(db, upload.id, plan.firstUnit, plan.digests.length);
  for (const [unit, digest] of known) {
    if (plan.digests[unit - plan.firstUnit] !== digest) throw new Problem('upload.other_length');
  }
  const received = await store(services, upload, plan, known, bytes);
  const now = await commitUnits(db, upload.id, received.written.map((unit) => ({ unit, digest: plan.digests[unit - plan.firstUnit]! })));
  if (now?.state !== 'uploading') {
    // It ended while this chunk came in; what was written of it belongs to nobody.
    await services.objects.discardUpload(upload.id);
    if (now?.state === 'complete') return answer(await completeUpload(services, upload.id));
    throw new Problem('upload.gone');
  }
  if (received.failure !== undefined) await giveUp(services, upload, received.failure);
  if (now.units < unitCount(upload.lengthBytes)) return { data: { received: now.units } };
  const finished = await completeUpload(services, upload.id);
  context.wake(context.scope);
  return answer(finished);
};

const answer = ({ contentId, filename }: Finished) => ({ data: { contentId, filename } });

const announced = ({ session, scope, request }: CallContext, plan: ChunkPlan, { profile, fileName, gidFolder }: ChunkFields): Omit<Upload, 'state' | 'contentId'> => {
  if (!profile || !fileName) throw new Problem('request.invalid', { message: 'profile and fileName are missing.' });
  const length = request.header('content-length');
  const isRaw = request.header('content-type')?.startsWith('application/octet-stream');
  if (isRaw && length !== undefined && Number(length) !== plan.bodyBytes) {
    throw new Problem('request.invalid', { message: `The chunk has ${length} bytes instead of ${plan.bodyBytes}.` });
  }
  return { id: plan.uploadId, scope, userId: session.userId, profile, filename: fileName, folderId: gidFolder || null, lengthBytes: plan.lengthBytes };
};

/** Writes the units that are new, and returns once they are on the disk itself. */
const store = async ({ objects }: Services, upload: Upload, plan: ChunkPlan, known: ReadonlyMap<number, string>, bytes: AsyncIterable<Buffer>): Promise<Received> => {
  // Opened with the first unit to write: a chunk that brings nothing new must not begin a file anew.
  let file: UploadFile | undefined;
  try {
    const received = await receiveUnits(bytes, plan, {
      has: (unit) => known.has(unit),
      checkStart: (start) => checkType(upload, start),
      async write(unit, unitBytes) {
        file ??= await objects.openUpload(upload.id);
        await file.writeUnits(unit * UNIT_BYTES, [unitBytes]);
      },
    });
    if (received.written.length === 0) return received;
    try {
      await file!.sync();
      return received;
    } catch (error) {
      return { written: [], failure: error };
    }
  } finally {
    await file?.close();
  }
};

/** @throws Problem `upload.wrong_type` for a playlist, a page or words that call themselves a video. */
const checkType = ({ filename, profile }: Upload, start: Buffer): void => {
  const container = sniff(start.subarray(0, SNIFF_BYTES));
  if (!container || !CONTAINERS[container].kinds.includes(profile)) throw new Problem('upload.wrong_type', { name: filename, type: profile });
};

const giveUp = async (services: Services, upload: Upload, failure: unknown): Promise<never> => {
  if (failure instanceof StorageFullError) throw new Problem('upload.disk_full', {}, { cause: failure });
  if (failure instanceof Problem) {
    if (failure.code === 'upload.wrong_type') await refuseUpload(services, upload);
    throw failure;
  }
  const code = (failure as { code?: string } | undefined)?.code;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR') {
    throw new Problem('request.invalid', { message: 'The chunk broke off.' }, { cause: failure });
  }
  throw failure;
};
