import type { AccountDatabase, SyncFailure, SyncRepair } from '#store/database.ts';
import { correctDeviceMs } from '#store/server-time.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';

/** Figures from the account's database: state of sending and pulling, and what is stored on this device. */
export interface AccountFacts {
  /** Null before the first pull. */
  pulledAtMs: number | null;
  failure: SyncFailure | null;
  repair: SyncRepair | null;
  waiting: number;
  refused: number;
  /** When the oldest unsent change was made; null if there is none. */
  oldestQueuedAtMs: number | null;
  /** Unsent changes by call, for the report. */
  unsentCalls: Record<string, number>;
  uploads: number;
  /** Failed uploads that need an action of the person. */
  failedUploads: number;
  uploadBytesLeft: number;
  /** Bytes of files stored here until they are sent. */
  unsentBytes: number;
  savedItems: number;
  savedBytes: number;
}

const isKept = ({ keptIn }: StoredUploadJob): boolean => keptIn === 'idb' || keptIn === 'opfs';
const isUnsent = ({ contentId, state }: StoredUploadJob): boolean => contentId === null && state !== 'cancelled';
const sum = (figures: number[]): number => figures.reduce((total, each) => total + each, 0);

/** @throws if the database cannot be read. */
export const readAccountFacts = async (db: AccountDatabase): Promise<AccountFacts> => {
  const nowMs = Date.now();
  const sync = await db.sync.get('sync');
  const entries = (await db.outbox.orderBy('order').toArray()).filter(({ state }) => state !== 'sent');
  const jobs = await db.uploadJobs.toArray();
  const unsent = jobs.filter(isUnsent);
  const unsentCalls: Record<string, number> = {};
  for (const { call } of entries) unsentCalls[call] = (unsentCalls[call] ?? 0) + 1;
  let pictureBytes = 0;
  await db.files
    .where('isSent')
    .equals(0)
    .each(({ blob }) => {
      pictureBytes += blob.size;
    });
  let savedBytes = 0;
  await db.savedMedia.each(({ bytes }) => {
    savedBytes += bytes;
  });
  await db.saveJobs.each(({ received }) => {
    savedBytes += received;
  });
  return {
    pulledAtMs: sync?.pulledAtMs ? correctDeviceMs(sync.pulledAtMs, sync.serverAtMs, nowMs) : null,
    failure: sync?.failure ?? null,
    repair: sync?.repair ?? null,
    waiting: entries.filter(({ state }) => state === 'waiting').length,
    refused: entries.filter(({ state }) => state === 'refused').length,
    oldestQueuedAtMs:
      entries.length > 0
        ? Math.min(
            ...entries.map(({ queuedAtMs, queuedAfterServerMs }) =>
              correctDeviceMs(queuedAtMs, queuedAfterServerMs, nowMs),
            ),
          )
        : null,
    unsentCalls,
    uploads: unsent.length,
    failedUploads: unsent.filter(({ state }) => state === 'failed').length,
    uploadBytesLeft: sum(unsent.map(({ size, committedBytes }) => Math.max(0, size - committedBytes))),
    unsentBytes: pictureBytes + sum(jobs.filter(isKept).map(({ size }) => size)),
    savedItems: await db.savedMedia.count(),
    savedBytes,
  };
};
