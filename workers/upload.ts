import * as Comlink from 'comlink';
import { liveQuery } from 'dexie';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { addJobs, cancelJob, acceptSameFile, retryJob, type AddUploads } from '#store/uploads/jobs.ts';
import { startWorker } from './start-worker.ts';
import { kickSync } from './sync.ts';
import type { HandedFile, UploadWorker } from './upload.worker.ts';

let running: Promise<Comlink.Remote<UploadWorker>> | undefined;
/** Jobs whose file only this page has: leaving it would lose them. */
const unkept = new Set<string>();

const warnOfLeaving = (event: BeforeUnloadEvent): void => {
  if (unkept.size > 0) event.preventDefault();
};

/** Warns until the server has every byte, or the job is gone. */
const watchUnkept = (db: AccountDatabase, id: string): void => {
  const watching = liveQuery(() => db.uploadJobs.get(id)).subscribe((job) => {
    if (job?.keptIn === 'page' && job.contentId === null) return;
    unkept.delete(id);
    queueMicrotask(() => watching.unsubscribe());
  });
};

/**
 * Starts the worker that keeps and sends files, once a page: on start where unfinished jobs exist, and on a pick. It
 * goes on by itself; screens read the job rows.
 */
export const startUploads = (): void => {
  if (running) return void resumeUploads();
  running = startWorker<UploadWorker>(
    () => new Worker(new URL('./upload.worker.ts', import.meta.url), { type: 'module', name: 'upload' }),
    (remote) => void remote.start(Comlink.proxy(() => void kickSync())),
  );
  // A service worker that is at it lets go: this page goes on.
  tellServiceWorker('UPLOADS_HERE');
  addEventListener('pagehide', () => tellServiceWorker('UPLOADS_LEFT'));
  addEventListener('pageshow', (event) => {
    if (event.persisted) tellServiceWorker('UPLOADS_HERE');
    void resumeUploads();
  });
  addEventListener('beforeunload', warnOfLeaving);
};

/**
 * Takes checked files (see store/uploads/pick.ts): their rows show at once, sending begins at once.
 *
 * @returns The jobs, and when it is known of each file whether it is saved on this device. False: this page must stay
 * open until that file is sent.
 */
export const addFiles = async (input: AddUploads): Promise<{ jobs: StoredUploadJob[]; saved: Promise<boolean[]> }> => {
  // Only asked: a browser that says no keeps the files all the same, until it is short of room.
  void navigator.storage?.persist?.().catch(() => false);
  const db = accountDatabase(input.owner);
  const jobs = await addJobs(db, input);
  return {
    jobs,
    saved: hand(
      db,
      jobs.map((job, index) => ({ job: { id: job.id, fileId: job.fileId }, file: input.files[index]!.file })),
    ),
  };
};

const hand = async (db: AccountDatabase, handed: HandedFile[]): Promise<boolean[]> => {
  startUploads();
  for (const { job } of handed) unkept.add(job.id);
  const saved = await (await running!).takeFiles(handed);
  for (const [index, { job }] of handed.entries()) {
    if (saved[index]) unkept.delete(job.id);
    else watchUnkept(db, job.id);
  }
  return saved;
};

const tellServiceWorker = (type: 'UPLOADS_HERE' | 'UPLOADS_LEFT'): void =>
  navigator.serviceWorker?.controller?.postMessage({ type });

const withActive = async <T>(work: (db: AccountDatabase) => Promise<T>): Promise<T | undefined> => {
  const userId = await readActiveUserId();
  return userId ? work(accountDatabase(userId)) : undefined;
};

/** Goes on with a failed or paused job, at the level where it stopped. */
export const retryUpload = async (id: string): Promise<void> => {
  await withActive((db) => retryJob(db, id));
  startUploads();
};

/** Ends a job for good: it leaves the list at once, also offline. */
export const cancelUpload = async (id: string): Promise<void> => {
  await withActive((db) => cancelJob(db, id));
  void kickSync();
};

/**
 * Takes the file of a job that this device could not keep (`keptIn: 'nowhere'`).
 *
 * @returns The words to show if it is another file; undefined if the job goes on.
 */
export const chooseAgain = async (id: string, file: File): Promise<string | undefined> =>
  withActive(async (db) => {
    const job = await db.uploadJobs.get(id);
    const problem = await acceptSameFile(db, id, file);
    if (problem !== undefined || !job) return problem;
    const saved = hand(db, [{ job: { id, fileId: job.fileId }, file }]);
    await retryJob(db, id);
    await saved;
    return undefined;
  });

/** Something may mean "now": the page is back, the network is. */
export const resumeUploads = async (): Promise<void> => {
  await (await running)?.resume();
};
