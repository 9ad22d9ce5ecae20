import { setTimeout as wait } from 'node:timers/promises';
import type { OutputOf } from '#contract/call.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { sendChunk } from '#contract/upload.ts';
import { StorageFullError, type UploadFile } from '#server/adapters/objects/index.ts';
import { CONTAINERS, sniff, SNIFF_BYTES } from '#server/adapters/media/index.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { uploadedBytes } from '#server/calls/metrics.ts';
import type { Services } from '#server/services.ts';
import { checkBody, isRaw, withChunkBody, type ChunkFields } from './form.ts';
import {
  beginUpload,
  checkNew,
  checkRoom,
  completeUpload,
  findBegun,
  mustGrow,
  refuseUpload,
  roomOf,
  type Begun,
  type Finished,
  type WantedUpload,
} from './lifecycle.ts';
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
 * Judges the upload by headers and rows first: a body is read only when it may be kept, and only so many of a person at
 * once. Verified units are flushed to disk and committed before the answer, also when the chunk breaks off or is refused
 * half-way. No database connection is held while bytes come in.
 */
const take = async (context: CallContext, query: ChunkFields, plan: ChunkPlan): Promise<OutputOf<typeof sendChunk>> => {
  const { services, request, session, scope } = context;
  const { db } = services.database;
  checkBody(request, plan);
  const found = await findBegun(db, plan.uploadId, scope, plan.lengthBytes);
  const begun = found && (await withGrowth(context, plan, found));
  if (begun && 'finished' in begun) return answer(begun.finished);
  if (!begun && isRaw(request)) await checkNew(services, readFacts(context, plan, query));
  if (!begun?.upload.isReserved) await checkRoomOf(context, plan, query, begun?.upload);
  const known = await readUnits(db, plan.uploadId, plan.firstUnit, plan.digests.length);
  for (const [unit, digest] of known) {
    if (plan.digests[unit - plan.firstUnit] !== digest) throw new Problem('upload.other_length');
  }
  // A part of it is stored already: the client asks for the ranges and sends only the rest.
  if (isRaw(request) && known.size > 0 && known.size < plan.digests.length) throw new Problem('upload.ahead');

  const leave = await services.bounds[isRaw(request) ? 'chunks' : 'forms'].take(session.userId);
  try {
    return await withChunkBody(request, query, services.bounds, async ({ fields, bytes }) => {
      const wanted = begun?.upload ?? readFacts(context, plan, fields);
      if (!begun && !isRaw(request)) await checkNew(services, wanted);
      return keep(context, { plan, known, bytes, wanted });
    });
  } finally {
    leave();
  }
};

/** @throws Problem as `checkRoom` and `roomOf`. */
const checkRoomOf = async (
  context: CallContext,
  plan: ChunkPlan,
  query: ChunkFields,
  begun?: Upload,
): Promise<void> => {
  const { services, scope } = context;
  const { uploadId: id, lengthBytes } = plan;
  const roomBytes =
    begun?.roomBytes ??
    (query.replaces ? await roomOf(services.database.db, readFacts(context, plan, query)) : lengthBytes);
  await checkRoom(services, { id, scope, lengthBytes, roomBytes });
};

/** Before its bytes are read: a chunk of a recording says how long that is now. */
const withGrowth = async ({ services }: CallContext, plan: ChunkPlan, begun: Begun): Promise<Begun> => {
  if ('finished' in begun || !mustGrow(begun.upload, plan)) return begun;
  const wanted = { ...begun.upload, lengthBytes: plan.lengthBytes, isGrowing: plan.isGrowing, clips: plan.clips };
  await checkNew(services, wanted);
  return beginUpload(services, wanted);
};

interface Taking {
  plan: ChunkPlan;
  /** Digests of the units that are stored already. */
  known: ReadonlyMap<number, string>;
  bytes: AsyncIterable<Buffer>;
  wanted: WantedUpload;
}

/** Keeps the units of a chunk. The upload begins, and its room is reserved, when its first unit is to be stored. */
const keep = async (context: CallContext, taking: Taking): Promise<OutputOf<typeof sendChunk>> => {
  const { services, scope } = context;
  const { plan, wanted } = taking;
  const { db } = services.database;
  const commit = async (units: readonly number[]) => {
    const state = await commitUnits(
      db,
      wanted.id,
      units.map((unit) => ({ unit, digest: plan.digests[unit - plan.firstUnit]! })),
    );
    for (const unit of units) uploadedBytes.inc(unitBytes(unit, wanted.lengthBytes));
    return state;
  };
  const received = await store(services, taking, commit);
  if (received.finished) return answer(received.finished);
  // The upload may not have begun here: its row, if there is one, may be another scope's.
  if (received.hasStoredNothing) return giveUp(services, wanted, received.failure);
  const current = await commit(received.written);
  if (current?.state !== 'uploading') {
    // The upload ended while this chunk came in: delete the bytes that it wrote.
    await services.objects.discardUpload(wanted.id);
    if (current?.state === 'complete') return answer(await completeUpload(services, wanted.id));
    throw new Problem('upload.gone');
  }
  if (received.failure !== undefined) await giveUp(services, wanted, received.failure);
  if (wanted.isGrowing || current.units < unitCount(wanted.lengthBytes)) return { data: { received: current.units } };
  const finished = await completeUpload(services, wanted.id);
  context.wake(scope);
  return answer(finished);
};

const answer = ({ contentId, filename }: Finished) => ({ data: { contentId, filename } });

const readFacts = (
  { session, scope }: CallContext,
  plan: ChunkPlan,
  { profile, fileName, gidFolder, replaces }: ChunkFields,
): WantedUpload => {
  if (!profile || !fileName) throw new Problem('request.invalid', { message: 'profile and fileName are missing.' });
  // Clips are joined where a recording becomes an item of its own.
  if (replaces && (plan.isGrowing || plan.clips !== null))
    throw new Problem('request.invalid', { message: 'A recording replaces no file.' });
  return {
    id: plan.uploadId,
    scope,
    userId: session.userId,
    profile,
    filename: fileName,
    folderId: gidFolder || null,
    lengthBytes: plan.lengthBytes,
    replaces: replaces ?? null,
    isGrowing: plan.isGrowing,
    clips: plan.clips,
  };
};

/**
 * Writes the new units and flushes them to the disk.
 *
 * @returns Those that are not committed yet, or the content that the file became meanwhile.
 */
const store = async (
  services: Services,
  { plan, known, bytes, wanted }: Taking,
  commit: (units: readonly number[]) => Promise<unknown>,
): Promise<Received & { finished?: Finished; hasStoredNothing?: true }> => {
  const { objects, bounds } = services;
  // Opened for the first new unit: a chunk without a new unit must not create the file again.
  let file: UploadFile | undefined;
  let finished: Finished | undefined;
  const committer = new UnitCommitter({ flush: () => file!.sync(), commit });
  try {
    const { failure } = await receiveUnits(bytes, plan, {
      has: (unit) => known.has(unit),
      hold: () => bounds.units.hold(UNIT_BYTES),
      checkStart: (start) => checkType(wanted, start),
      async write(unit, bytesOfUnit) {
        committer.check();
        if (!file) {
          const begun = await beginUpload(services, wanted);
          if ('finished' in begun) {
            finished = begun.finished;
            throw new Problem('upload.gone');
          }
          file = await objects.openUpload(wanted.id);
        }
        await file.writeUnits(unit * UNIT_BYTES, [bytesOfUnit]);
        committer.add(unit);
      },
    });
    if (finished) return { written: [], failure, finished };
    if (failure !== undefined && !file) return { written: [], failure, hasStoredNothing: true };
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
const checkType = ({ filename, profile }: WantedUpload, start: Buffer): void => {
  const container = sniff(start.subarray(0, SNIFF_BYTES));
  if (!container || !CONTAINERS[container].kinds.includes(profile))
    throw new Problem('upload.wrong_type', { name: filename, type: profile });
};

const giveUp = async (services: Services, upload: WantedUpload, failure: unknown): Promise<never> => {
  if (failure instanceof StorageFullError) throw new Problem('upload.disk_full', {}, { cause: failure });
  if (failure instanceof Problem && failure.code === 'upload.wrong_type') await refuseUpload(services, upload);
  throw failure;
};
