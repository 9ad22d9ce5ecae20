import { setTimeout as wait } from 'node:timers/promises';
import type { OutputOf } from '#contract/call.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { sendChunk } from '#contract/upload.ts';
import { StorageFullError, type UploadFile } from '#server/adapters/objects/index.ts';
import { CONTAINERS, sniff, SNIFF_BYTES } from '#server/adapters/media/index.ts';
import type { CallContext, CallRequest, Handler } from '#server/calls/context.ts';
import { uploadedBytes } from '#server/calls/metrics.ts';
import type { Services } from '#server/services.ts';
import { readBody, type ChunkFields } from './form.ts';
import { beginUpload, completeUpload, refuseUpload, type Finished } from './lifecycle.ts';
import { readPlan, unitBytes, unitCount, type ChunkPlan } from './plan.ts';
import { commitUnits, readUnits, type Upload } from './queries.ts';
import { receiveUnits, type Received } from './receive.ts';
import { UnitCommitter } from './unit-committer.ts';

/** Chunks that this process is receiving, by upload and first unit. */
const receiving = new Map<string, Promise<unknown>>();
/** A repeated chunk waits this long for the end of its first try, ms. */
const FIRST_TRY_MS = 2_000;

/**
 * Takes one chunk. A browser whose connection broke sends the whole chunk again by itself, at once: the units of the
 * first try are committed before the repeat is examined.
 */
export const takeChunk: Handler<'upload.chunk'> = async (context, query) => {
  const plan = readPlan(context.request.header);
  const place = `${plan.uploadId}/${plan.firstUnit}`;
  const firstTry = receiving.get(place);
  if (firstTry) await Promise.race([firstTry, wait(FIRST_TRY_MS, undefined, { ref: false })]);
  const taking = take(context, query, plan);
  const ended = taking
    .catch(() => {})
    .finally(() => {
      if (receiving.get(place) === ended) receiving.delete(place);
    });
  receiving.set(place, ended);
  return taking;
};

/**
 * Verified units are flushed to disk and committed before the answer, also when the chunk breaks off or is refused
 * half-way. No database connection is held while bytes come in.
 */
const take = async (context: CallContext, query: ChunkFields, plan: ChunkPlan): Promise<OutputOf<typeof sendChunk>> => {
  const { services, request } = context;
  const { fields, bytes } = await readBody(request, query);
  const begun = await beginUpload(services, readUploadFacts(context, plan, fields));
  if ('finished' in begun) return answer(begun.finished);
  const { upload } = begun;
  const { db } = services.database;

  const known = await readUnits(db, upload.id, plan.firstUnit, plan.digests.length);
  for (const [unit, digest] of known) {
    if (plan.digests[unit - plan.firstUnit] !== digest) throw new Problem('upload.other_length');
  }
  // A part of it is stored already: the client asks for the ranges and sends only the rest.
  if (isRaw(request) && known.size > 0 && known.size < plan.digests.length) throw new Problem('upload.ahead');
  const commit = async (units: readonly number[]) => {
    const state = await commitUnits(
      db,
      upload.id,
      units.map((unit) => ({ unit, digest: plan.digests[unit - plan.firstUnit]! })),
    );
    for (const unit of units) uploadedBytes.inc(unitBytes(unit, upload.lengthBytes));
    return state;
  };
  const received = await store(services, { upload, plan, known, bytes, commit });
  const current = await commit(received.written);
  if (current?.state !== 'uploading') {
    // The upload ended while this chunk came in: delete the bytes that it wrote.
    await services.objects.discardUpload(upload.id);
    if (current?.state === 'complete') return answer(await completeUpload(services, upload.id));
    throw new Problem('upload.gone');
  }
  if (received.failure !== undefined) await giveUp(services, upload, received.failure);
  if (current.units < unitCount(upload.lengthBytes)) return { data: { received: current.units } };
  const finished = await completeUpload(services, upload.id);
  context.wake(context.scope);
  return answer(finished);
};

const isRaw = ({ header }: CallRequest): boolean =>
  header('content-type')?.startsWith('application/octet-stream') === true;

const answer = ({ contentId, filename }: Finished) => ({ data: { contentId, filename } });

const readUploadFacts = (
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
  /** Digests of the units that are stored already. */
  known: ReadonlyMap<number, string>;
  bytes: AsyncIterable<Buffer>;
  commit(units: readonly number[]): Promise<unknown>;
}

/** Writes the new units and flushes them to the disk. @returns Those that are not committed yet. */
const store = async ({ objects }: Services, { upload, plan, known, bytes, commit }: Storing): Promise<Received> => {
  // Opened for the first new unit: a chunk without a new unit must not create the file again.
  let file: UploadFile | undefined;
  const committer = new UnitCommitter({ flush: () => file!.sync(), commit });
  try {
    const { failure } = await receiveUnits(bytes, plan, {
      has: (unit) => known.has(unit),
      checkStart: (start) => checkType(upload, start),
      async write(unit, bytesOfUnit) {
        committer.check();
        file ??= await objects.openUpload(upload.id);
        await file.writeUnits(unit * UNIT_BYTES, [bytesOfUnit]);
        committer.add(unit);
      },
    });
    try {
      return { written: await committer.end(), failure };
    } catch (error) {
      return { written: [], failure: failure ?? error };
    }
  } finally {
    await file?.close();
  }
};

/** @throws Problem `upload.wrong_type` for a playlist, a page or a text under the name of a video. */
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
