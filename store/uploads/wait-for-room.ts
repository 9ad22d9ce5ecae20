import { liveQuery } from 'dexie';
import { readStorage } from '#contract/library-storage.ts';
import { cancelUpload } from '#contract/upload.ts';
import type { AccountDatabase } from '../database.ts';
import { backoffMs } from '../outbox/backoff.ts';
import { callAs } from '../session.ts';
import type { StoredUploadJob } from './job.ts';
import { sleep } from '../sleep.ts';

/** How often the server is asked, ms: what becomes free in an organization is not seen in the person's own row. */
const ROOM_CHECK_MS = 60_000;
/** Doublings of the first wait, at most: the server may refuse what its own figures have room for. */
const DOUBLINGS = 6;

/**
 * Waits until a job's file fits into the plan: after a larger plan was bought, or content was deleted. The server decides
 * again when the job goes on. Source: decision 0106.
 *
 * @param refusals Times that the server has refused it in a row.
 * @throws the signal's reason when it is aborted.
 */
export const waitForRoom = async (
  db: AccountDatabase,
  id: string,
  refusals: number,
  signal: AbortSignal,
): Promise<void> => {
  await sleep(backoffMs(Math.min(refusals, DOUBLINGS), null), signal);
  for (;;) {
    const job = await db.uploadJobs.get(id);
    if (!job || (await hasRoom(db, job, signal))) return;
    await untilStorageChanges(db, job.owner, signal);
  }
};

/** Whether the server has room for the file; false if it cannot be asked now. */
const hasRoom = async (
  db: AccountDatabase,
  { owner, scope, size, replaces }: StoredUploadJob,
  signal: AbortSignal,
): Promise<boolean> => {
  const answer = await callAs(owner, readStorage, {}, { scope, signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!answer) return false;
  const { storageUsed, storageReserved = 0, storageSize } = answer.output;
  // A new file takes the place of the old one.
  const freed = replaces === undefined ? 0 : ((await db.contents.get(replaces))?.originFileSize ?? 0);
  return storageUsed + storageReserved + size - freed <= storageSize;
};

/** What may have made room, as a word to compare: the storage in the person's row, and cancelled uploads that the server has heard of. */
const readSigns = async (db: AccountDatabase, owner: string): Promise<string> => {
  const me = await db.me.get(owner);
  const cancels = await db.outbox.filter(({ call, state }) => call === cancelUpload.id && state !== 'sent').count();
  return `${me?.storageUsed} of ${me?.storageSize}, ${cancels}`;
};

/** Waits until something may have made room, at the latest until the server is to be asked again. */
const untilStorageChanges = async (db: AccountDatabase, owner: string, signal: AbortSignal): Promise<void> => {
  const changed = new AbortController();
  let before: string | undefined;
  const watching = liveQuery(() => readSigns(db, owner)).subscribe({
    next: (now) => {
      before ??= now;
      if (now !== before) changed.abort();
    },
    error: () => {},
  });
  try {
    await sleep(ROOM_CHECK_MS, AbortSignal.any([signal, changed.signal])).catch(() => {});
    signal.throwIfAborted();
  } finally {
    watching.unsubscribe();
  }
};
