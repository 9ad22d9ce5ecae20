import type { AccountDatabase } from '../database.ts';
import type { StoredUploadJob } from './job.ts';
import type { Slots } from './slots.ts';

/** What sending needs beside the job. */
export interface SendDeps {
  db: AccountDatabase;
  /** Files that this page picked, by the id of their kept bytes; the copy takes their place when it is made. */
  files: ReadonlyMap<string, Blob>;
  /** Files sent at the same time, and chunks under way of all of them. */
  fileSlots: Slots;
  chunkSlots: Slots;
  /** The server gives the job's id up: a retry starts over. */
  giveUp(job: StoredUploadJob): Promise<void>;
}
