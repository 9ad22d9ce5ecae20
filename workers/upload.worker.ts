import * as Comlink from 'comlink';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { copyJobFile } from '#store/uploads/jobs.ts';
import { readLocalCopy } from '#store/uploads/local-copy.ts';
import { JobRunner } from '#store/uploads/run-jobs.ts';

/** A picked file on its way into the device. */
export interface HandedFile {
  job: Pick<StoredUploadJob, 'id' | 'fileId'>;
  file: File;
}

/** Files of this page by the id of their kept bytes: sent from here until the copy is made. */
const files = new Map<string, Blob>();
let runner: { userId: string; jobs: JobRunner } | undefined;
let onSendable: (() => void) | undefined;

const run = async (): Promise<JobRunner | undefined> => {
  const userId = await readActiveUserId();
  if (runner && runner.userId === userId && !runner.jobs.isStopped) return runner.jobs;
  runner?.jobs.stop();
  runner = undefined;
  files.clear();
  if (!userId) return undefined;
  const jobs = new JobRunner({ db: accountDatabase(userId), files, onSendable: () => onSendable?.() });
  runner = { userId, jobs };
  jobs.start();
  return jobs;
};

/** Keeps one file. Sending has begun meanwhile, from the file as it was picked. */
const keep = async (db: AccountDatabase, { job, file }: HandedFile): Promise<boolean> => {
  const isKept = await copyJobFile(db, job, file);
  if (!isKept) return false;
  const row = await db.uploadJobs.get(job.id);
  const kept = row && (await readLocalCopy(db, row));
  // The copy reads faster, and the original may go away.
  if (kept) files.set(job.fileId, kept);
  else files.delete(job.fileId);
  return true;
};

const facade = {
  /** Runs the unfinished jobs of the signed-in account, now and as they come. */
  async start(sendable: () => void): Promise<void> {
    onSendable = sendable;
    await run();
  },
  /** @returns For each file whether it is saved on this device; false: this page must stay open. */
  async takeFiles(handed: HandedFile[]): Promise<boolean[]> {
    const jobs = await run();
    const userId = await readActiveUserId();
    if (!jobs || !userId) return handed.map(() => false);
    for (const { job, file } of handed) files.set(job.fileId, file);
    jobs.kick();
    return Promise.all(handed.map((each) => keep(accountDatabase(userId), each)));
  },
  /** The network may be back, or the page is. */
  async resume(): Promise<void> {
    (await run())?.kick();
  },
};
export type UploadWorker = typeof facade;
Comlink.expose(facade);
// Not with the page's first word: that comes when the page has time.
void run().catch(() => {});
