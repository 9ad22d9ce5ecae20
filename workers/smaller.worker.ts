import * as Comlink from 'comlink';
import { liveQuery } from 'dexie';
import type { AccountDatabase } from '#store/database.ts';
import { activeDatabase } from '#store/door.ts';
import { withLease } from '#store/outbox/lease.ts';
import { readLocalCopy } from '#store/uploads/local-copy.ts';
import { hasSyncFiles, openSyncAccess } from '#store/uploads/opfs.ts';
import {
  beginSmaller,
  failSmaller,
  isSmallerPossible,
  offerSmaller,
  reportSmaller,
  sendSmaller,
  SMALLER_AT_MOST,
  smallerLease,
  type SmallerWork,
} from '#store/uploads/smaller.ts';
import { uploadFolder } from '#store/uploads/upload-folder.ts';
import { encodeSmaller, isWhole, measureSizes } from './smaller-video.ts';

/** Least time between writes of the progress, ms. */
const REPORT_EVERY_MS = 1_000;

let last: Promise<unknown> = Promise.resolve();

/** Encodes one video after the other. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
};

/** Offers the sizes that pay, as measured by a short trial. */
const measure = async (db: AccountDatabase, id: string): Promise<void> => {
  const job = await db.uploadJobs.get(id);
  if (!job || job.smaller || !isSmallerPossible(job)) return;
  const file = await readLocalCopy(db, job);
  if (!file) return;
  const sizes = await measureSizes(file, new AbortController().signal).catch(() => []);
  await offerSmaller(
    db,
    id,
    sizes.filter(({ bytes }) => bytes <= job.size * SMALLER_AT_MOST),
  );
};

/** Makes the requested smaller file, and lets it be sent. @returns Whether it will be sent. */
const make = async (db: AccountDatabase, id: string): Promise<boolean> => {
  let isMade = false;
  await withLease(db, smallerLease(id), async (lost) => {
    const work = await beginSmaller(db, id);
    if (!work) return;
    const unwanted = new AbortController();
    const watching = watchWish(db, work, unwanted);
    try {
      const size = await encodeTo(db, work, AbortSignal.any([lost, unwanted.signal]));
      const name = work.job.name.replace(/(?!^)\.[^.]*$/, '') + '.mp4';
      isMade = (await sendSmaller(db, work, { name, size })) !== undefined;
    } catch {
      // Also after a cancellation, whose unfinished copy is deleted here.
      await failSmaller(db, work);
    } finally {
      watching.unsubscribe();
    }
  });
  return isMade;
};

const watchWish = (db: AccountDatabase, { job, making }: SmallerWork, unwanted: AbortController) =>
  liveQuery(() => db.uploadJobs.get(job.id)).subscribe((now) => {
    if (now?.smaller?.state !== 'making' || now.smaller.fileId !== making.fileId) unwanted.abort();
  });

/** @returns The size of the result, bytes. @throws Error if it is not whole or not smaller. */
const encodeTo = async (db: AccountDatabase, work: SmallerWork, signal: AbortSignal): Promise<number> => {
  const { job, making } = work;
  const source = await readLocalCopy(db, job);
  if (!source) throw new Error('The original is not on the device.');
  const file = await openSyncAccess(uploadFolder(db.name), making.fileId);
  let reportedAtMs = performance.now();
  const onProgress = (percent: number) => {
    if (performance.now() - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = performance.now();
    void reportSmaller(db, work, percent).catch(() => {});
  };
  try {
    await encodeSmaller(source, { lines: making.lines, result: file, onProgress, signal });
    file.flush();
  } finally {
    file.close();
  }
  const result = await readLocalCopy(db, { fileId: making.fileId, keptIn: 'opfs' });
  if (!result || result.size > source.size * SMALLER_AT_MOST) throw new Error('It is not smaller.');
  if (!(await isWhole(source, result))) throw new Error('It is not whole.');
  return result.size;
};

const facade = {
  /** @returns Whether this browser can encode videos into its private file system. */
  canEncode: (): boolean => hasSyncFiles() && 'VideoEncoder' in globalThis && 'VideoDecoder' in globalThis,
  /** Measures what a job's video can be made smaller to, and records the offer. */
  async measure(id: string): Promise<void> {
    await inTurn(async () => {
      const db = await activeDatabase();
      if (db) await measure(db, id);
    });
  },
  /** Encodes the video of a job as it was requested. @returns Whether the smaller file will be sent. */
  make: (id: string): Promise<boolean> =>
    inTurn(async () => {
      const db = await activeDatabase();
      return db !== undefined && (await make(db, id));
    }),
};
export type SmallerWorker = typeof facade;
Comlink.expose(facade);
