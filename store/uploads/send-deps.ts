import type { AccountDatabase } from '../database.ts';
import type { StoredUploadJob } from './job.ts';
import type { Slots } from './slots.ts';

/** Dependencies of sending a job. */
export interface SendDeps {
  db: AccountDatabase;
  /** Files that this page picked, by `fileId`; replaced by their local copies once those are made. */
  files: Map<string, Blob>;
  /** Called when a file is read by the handle that the browser keeps: it can be copied. */
  onHandle?: ((job: StoredUploadJob, file: Blob) => void) | undefined;
  /** Place of a job in the queue now. */
  placeOf(job: StoredUploadJob): number;
  /** Limits of files sent at the same time, and of chunks in flight of all of them. */
  fileSlots: Slots;
  chunkSlots: Slots;
  /** Abandons the job's id on the server: a retry starts over under a new one. */
  abandon(job: StoredUploadJob): Promise<void>;
}
