import { setTimeout as wait } from 'node:timers/promises';
import type { OutputOf } from '#contract/call.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { sendChunk } from '#contract/upload.ts';
import { StorageFullError, type UploadFile } from '#server/adapters/objects/index.ts';
import { CONTAINERS, sniff, SNIFF_BYTES } from '#server/adapters/media/index.ts';
import type { CallContext, CallRequest, Handler } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import { readBody, type ChunkFields } from './form.ts';
import { beginUpload, completeUpload, refuseUpload, type Finished } from './lifecycle.ts';
import { Noting } from './noting.ts';
import { readPlan, unitCount, type ChunkPlan } from './plan.ts';
import { commitUnits, readUnits, type Upload } from './queries.ts';
import { receiveUnits, type Received } from './receive.ts';

/** Chunks that this process takes just now, by upload and place. */
const underWay = new Map<string, Promise<unknown>>();
/** A chunk that comes again waits so long for the end of its first try. */
const FIRST_TRY_MS = 2_000;

/**
 * Takes one chunk. A browser whose connection broke sends the whole chunk again by itself, at once: what came of it the
 * first time is noted before it is looked at.
 */
export const takeChunk: Handler<'upload.chunk'> = async (context, query) => {
  const plan = readPlan(context.request.header);
  const place = `${plan.uploadId}/${plan.firstUnit}`;
  const firstTry = underWay.get(place);
  if (firstTry) await Promise.race([firstTry, wait(FIRST_TRY_MS, undefined, { ref: false })]);
  const taking = take(context, query, plan);
  const ended = taking
    .catch(() => {})
    .finally(() => {
      if (underWay.get(place) === ended) underWay.delete(place);
    });
  underWay.set(place, ended);
  return taking;
};

/**
 * What was verified is flushed to disk and noted before anything is answered, also when the chunk breaks off or is refused
 * half-way; no database connection is held while bytes come in.
 */
const take = async (context: CallContext, query: ChunkFields, plan: ChunkPlan): Promise<OutputOf<typeof sendChunk>> => {
  const { services, request } = context;
  const { fields, bytes } = await readBody(request, query);
  const begun = await beginUpload(services, announced(context, plan, fields));
  if ('finished' in begun) return answer(begun.finished);
  const { upload } = begun;
  const { db } = services.database;

  const known = await readUnits(db, upload.id, plan.firstUnit, plan.digests.length);
  for (const [unit, digest] of known) {
    if (plan.digests[unit - plan.firstUnit] !== digest) throw new Problem('upload.other_length');
  }
  // It came in part before: the client asks what is there, and sends the rest alone.
  if (isRaw(request) && known.size > 0 && known.size < plan.digests.length) throw new Problem('upload.ahead');
  const note = (units: readonly number[]) =>
    commitUnits(
      db,
      upload.id,
      units.map((unit) => ({ unit, digest: plan.digests[unit - plan.firstUnit]! })),
    );
  const received = await store(services, { upload, plan, known, bytes, note });
  const now = await note(received.written);
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

const isRaw = ({ header }: CallRequest): boolean =>
  header('content-type')?.startsWith('application/octet-stream') === true;

const answer = ({ contentId, filename }: Finished) => ({ data: { contentId, filename } });

const announced = (
  { session, scope, request }: CallContext,
  plan: ChunkPlan,
  { profile, fileName, gidFolder }: ChunkFields,
): Omit<Upload, 'state' | 'contentId'> => {
  if (!profile || !fileName) throw new Problem('request.invalid', { message: 'profile and fileName are missing.' });
  const length = request.header('content-length');
  if (isRaw(request) && length !== undefined && Number(length) !== plan.bodyBytes) {
    throw new Problem('request.invalid', { message: `The chunk has ${length} bytes instead of ${plan.bodyBytes}.` });
  }
  return {
    id: plan.uploadId,
    scope,
    userId: session.userId,
    profile,
    filename: fileName,
    folderId: gidFolder || null,
    lengthBytes: plan.lengthBytes,
  };
};

interface Storing {
  upload: Upload;
  plan: ChunkPlan;
  /** Digests of the units that are there already. */
  known: ReadonlyMap<number, string>;
  bytes: AsyncIterable<Buffer>;
  note(units: readonly number[]): Promise<unknown>;
}

/** Writes the units that are new, and returns once they are on the disk itself. @returns Those that are not noted yet. */
const store = async ({ objects }: Services, { upload, plan, known, bytes, note }: Storing): Promise<Received> => {
  // Opened with the first unit to write: a chunk that brings nothing new must not begin a file anew.
  let file: UploadFile | undefined;
  const noting = new Noting({ flush: () => file!.sync(), note });
  try {
    const { failure } = await receiveUnits(bytes, plan, {
      has: (unit) => known.has(unit),
      checkStart: (start) => checkType(upload, start),
      async write(unit, unitBytes) {
        noting.check();
        file ??= await objects.openUpload(upload.id);
        await file.writeUnits(unit * UNIT_BYTES, [unitBytes]);
        noting.add(unit);
      },
    });
    try {
      return { written: await noting.end(), failure };
    } catch (error) {
      return { written: [], failure: failure ?? error };
    }
  } finally {
    await file?.close();
  }
};

/** @throws Problem `upload.wrong_type` for a playlist, a page or words that call themselves a video. */
const checkType = ({ filename, profile }: Upload, start: Buffer): void => {
  const container = sniff(start.subarray(0, SNIFF_BYTES));
  if (!container || !CONTAINERS[container].kinds.includes(profile))
    throw new Problem('upload.wrong_type', { name: filename, type: profile });
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
