import * as Comlink from 'comlink';
import { liveQuery } from 'dexie';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import { acceptSameFile, readFileAgain } from '#store/uploads/file-again.ts';
import { cancelJob, retryJob, sendAnyway } from '#store/uploads/jobs.ts';
import { holdPage } from '#store/uploads/page-lock.ts';
import { startWorker, type PageWorker } from './start-worker.ts';
import { kickSync } from './sync.ts';
import type { HandedFile, UploadWorker } from './upload.worker.ts';

let running: PageWorker<UploadWorker> | undefined;
/** Files that only this page has, by their job: closing it would lose them. */
const heldByPage = new Map<string, HandedFile>();
/** Those that could not be copied. */
const uncopied = new Set<string>();

const warnOfLeaving = (event: BeforeUnloadEvent): void => {
  if (heldByPage.size > 0) event.preventDefault();
};

/** Keeps the warning until the server has every byte, or the job is deleted. */
const watchHeldByPage = (db: AccountDatabase, id: string): void => {
  const watching = liveQuery(() => db.uploadJobs.get(id)).subscribe((job) => {
    if (job?.keptIn === 'page' && job.contentId === null) return;
    heldByPage.delete(id);
    uncopied.delete(id);
    queueMicrotask(() => watching.unsubscribe());
  });
};

/**
 * Starts the worker that copies and sends files, once per page: at the start if unfinished jobs exist, and when files are
 * picked. Screens read the job rows.
 */
export const startUploads = (): void => {
  if (running) return void resumeUploads();
  running = startWorker<UploadWorker>(
    () => new Worker(new URL('./upload.worker.ts', import.meta.url), { type: 'module', name: 'upload' }),
    (remote) => void remote.start(Comlink.proxy(() => void kickSync())),
  );
  // The service worker stops sending: this page continues.
  tellServiceWorker('UPLOADS_HERE');
  addEventListener('pagehide', () => tellServiceWorker('UPLOADS_LEFT'));
  addEventListener('pageshow', (event) => {
    if (event.persisted) tellServiceWorker('UPLOADS_HERE');
    // The new worker has none of them. What was being copied is handed to it by the question that was not answered.
    if (event.persisted && uncopied.size > 0)
      void withActive((db) =>
        handToWorker(
          db,
          [...uncopied].map((id) => heldByPage.get(id)!),
        ),
      );
    void resumeUploads();
  });
  addEventListener('beforeunload', warnOfLeaving);
};

/**
 * Copies and sends the files of jobs that were just added (store/uploads/add-jobs.ts).
 *
 * @returns For each whether there is a local copy. If not, this page must stay open until that file is sent.
 */
export const sendPicked = (db: AccountDatabase, handed: HandedFile[]): Promise<boolean[]> => {
  // Requests persistent storage. If the browser refuses, it may evict the files when space runs out.
  void navigator.storage?.persist?.().catch(() => false);
  return handToWorker(db, handed);
};

const handToWorker = async (db: AccountDatabase, handed: HandedFile[]): Promise<boolean[]> => {
  startUploads();
  for (const each of handed) heldByPage.set(each.job.id, each);
  const saved = await running!.ask(async (worker) => {
    await giveAgain(db, handed);
    return worker.takeFiles(handed.map(({ job: { id, fileId }, file }) => ({ job: { id, fileId }, file })));
  });
  for (const [index, { job }] of handed.entries()) {
    if (saved[index]) heldByPage.delete(job.id);
    else {
      if (!uncopied.has(job.id)) watchHeldByPage(db, job.id);
      uncopied.add(job.id);
    }
  }
  return saved;
};

/** While this page was left, another one may have looked for its files and found none: they are here again. */
const giveAgain = async (db: AccountDatabase, handed: HandedFile[]): Promise<void> => {
  for (const { job, file } of handed) {
    const { keptIn } = (await db.uploadJobs.get(job.id)) ?? {};
    if (keptIn === 'nowhere') await acceptSameFile(db, job.id, file);
  }
};

const tellServiceWorker = (type: 'UPLOADS_HERE' | 'UPLOADS_LEFT'): void =>
  navigator.serviceWorker?.controller?.postMessage({ type });

const withActive = async <T>(work: (db: AccountDatabase) => Promise<T>): Promise<T | undefined> => {
  const userId = await readActiveUserId();
  return userId ? work(accountDatabase(userId)) : undefined;
};

/** Continues a failed or paused job, at the level where it stopped. */
export const retryUpload = async (id: string): Promise<void> => {
  await withActive((db) => retryJob(db, id));
  startUploads();
};

/** Sends a job that waits for Wi-Fi, over whatever network there is. */
export const sendUploadAnyway = async (id: string): Promise<void> => {
  await withActive((db) => sendAnyway(db, id));
  startUploads();
};

/** Cancels a job: its row is deleted at once, also offline. */
export const cancelUpload = async (id: string): Promise<void> => {
  await withActive((db) => cancelJob(db, id));
  void kickSync();
};

/**
 * Takes the picked file of a job without a local copy (`keptIn: 'nowhere'`).
 *
 * @returns The message to show if it is another file; undefined if the job continues.
 */
export const chooseAgain = async (id: string, file: File, handle?: FileSystemFileHandle): Promise<string | undefined> =>
  withActive(async (db) => {
    await holdPage();
    const problem = await acceptSameFile(db, id, file, handle);
    const job = await db.uploadJobs.get(id);
    if (problem !== undefined || !job) return problem;
    await handToWorker(db, [{ job, file }]);
    return undefined;
  });

/** Continues a job whose file the browser reads again if the person allows it; call it in a tap. */
export const allowAgain = async (id: string): Promise<void> => {
  const file = await withActive((db) => readFileAgain(db, id));
  if (file) await chooseAgain(id, file);
};

/** Checks all jobs now, for example after the page or the network came back. */
export const resumeUploads = async (): Promise<void> => {
  await running?.ask((worker) => worker.resume());
};
