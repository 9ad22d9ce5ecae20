import * as Comlink from 'comlink';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import { noteEqualFile } from '#store/uploads/find-equal.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { copyJobFile } from '#store/uploads/jobs.ts';
import { readLocalCopy, sweepLocalCopies } from '#store/uploads/local-copy.ts';
import { JobRunner } from '#store/uploads/run-jobs.ts';

/** A picked file, handed to the worker. */
export interface HandedFile {
  job: Pick<StoredUploadJob, 'id' | 'fileId'>;
  file: File;
}

type Copied = Pick<HandedFile, 'job'> & { file: Blob };

/** Files that this page picked, by `fileId`; replaced by their local copies once those are made. */
const files = new Map<string, Blob>();
let runner: { userId: string; jobs: JobRunner } | undefined;
let onSendable: (() => void) | undefined;

/** @returns The runner of the active account, started if needed; undefined if signed out. */
const run = async (): Promise<JobRunner | undefined> => {
  const userId = await readActiveUserId();
  if (runner && runner.userId === userId && !runner.jobs.isStopped) return runner.jobs;
  runner?.jobs.stop();
  runner = undefined;
  files.clear();
  if (!userId) return undefined;
  const db = accountDatabase(userId);
  const jobs = new JobRunner({
    db,
    files,
    onHandle(job, file) {
      files.set(job.fileId, file);
      void copyInTurn(db, { job, file }).catch(() => {});
    },
    onSendable: () => onSendable?.(),
  });
  runner = { userId, jobs };
  jobs.start();
  void sweepLocalCopies(db).catch(() => {});
  return jobs;
};

/** Makes the local copy of a file, while the picked one is being sent, and continues with the copy. */
const copy = async (db: AccountDatabase, { job, file }: Copied): Promise<boolean> => {
  const isCopied = await copyJobFile(db, job, file);
  if (!isCopied) return false;
  const row = await db.uploadJobs.get(job.id);
  const localCopy = row && (await readLocalCopy(db, row));
  // It reads faster, and the person may delete the original.
  if (localCopy) files.set(job.fileId, localCopy);
  else files.delete(job.fileId);
  return true;
};

let copying: Promise<unknown> = Promise.resolve();

/** Copies one file after the other: a whole copy survives the end of the browser, two halves do not. */
const copyInTurn = (db: AccountDatabase, handed: Copied): Promise<boolean> => {
  const copied = copying.then(() => copy(db, handed));
  copying = copied.catch(() => {});
  return copied;
};

let comparing: Promise<unknown> = Promise.resolve();

/** Looks whether the owner has the bytes already, beside the sending. A file that cannot be read fails where it is sent. */
const compareInTurn = (db: AccountDatabase, { job, file }: Copied): void => {
  comparing = comparing.then(() => noteEqualFile(db, job.id, file, files)).catch(() => {});
};

const facade = {
  /** Runs the existing and new jobs of the active account. @param sendable Called when the outbox may have something to send. */
  async start(sendable: () => void): Promise<void> {
    onSendable = sendable;
    await run();
  },
  /** Copies and sends files. @returns For each whether there is a local copy; if not, this page must stay open. */
  async takeFiles(handed: HandedFile[]): Promise<boolean[]> {
    const jobs = await run();
    const userId = await readActiveUserId();
    if (!jobs || !userId) return handed.map(() => false);
    for (const { job, file } of handed) files.set(job.fileId, file);
    jobs.kick();
    for (const each of handed) compareInTurn(accountDatabase(userId), each);
    const bySize = handed.toSorted((a, b) => a.file.size - b.file.size);
    const copies = new Map(bySize.map((each) => [each.job.id, copyInTurn(accountDatabase(userId), each)]));
    return Promise.all(handed.map(({ job }) => copies.get(job.id)!));
  },
  /** Checks all jobs now: the network or the page may be back. */
  async resume(): Promise<void> {
    (await run())?.kick();
  },
};
export type UploadWorker = typeof facade;
Comlink.expose(facade);
// Start before the page's first message, which it sends only when it is idle.
void run().catch(() => {});
