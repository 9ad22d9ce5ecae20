import type { AccountDatabase } from '../database.ts';
import type { StoredUploadJob } from './job.ts';
import type { Slots } from './slots.ts';

/** Dependencies of sending a job. */
export interface SendDeps {
  db: AccountDatabase;
  /** Files that this page picked, by `fileId`; replaced by their local copies once those are made. */
  files: ReadonlyMap<string, Blob>;
  /** Limits of files sent at the same time, and of chunks in flight of all of them. */
  fileSlots: Slots;
  chunkSlots: Slots;
  /** Abandons the job's id on the server: a retry starts over under a new one. */
  abandon(job: StoredUploadJob): Promise<void>;
}
