import type { AccountDatabase } from '../database.ts';
import type { EqualFile, StoredUploadJob } from './job.ts';
import { findFile } from './local-copy.ts';
import { toHex, UnitReader } from './unit-reader.ts';
import { unitCount } from './units.ts';

/** Units that are hashed at once: this much of a file is in memory. */
const UNITS_AT_ONCE = 4;

/**
 * A file's identity, as the server computes it: SHA-256 over the digests of its units, then its size as eight bytes.
 *
 * @throws DOMException NotReadableError if the file is gone or changed. Source: D-105.
 */
export const identityOf = async (file: Blob): Promise<string> => {
  const count = unitCount(file.size);
  const all = new Uint8Array(count * 32 + 8);
  const reader = new UnitReader();
  try {
    for (let unit = 0; unit < count; unit += UNITS_AT_ONCE) {
      const digests = await reader.digests(file, [unit, Math.min(count, unit + UNITS_AT_ONCE)]);
      for (const [index, digest] of digests.entries()) putHex(all, (unit + index) * 32, digest);
    }
  } finally {
    reader.close();
  }
  new DataView(all.buffer).setBigUint64(count * 32, BigInt(file.size));
  return toHex(await crypto.subtle.digest('SHA-256', all));
};

const putHex = (into: Uint8Array, at: number, hex: string): void => {
  for (let index = 0; index < hex.length / 2; index += 1)
    into[at + index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
};

/**
 * Notes on an upload that the same owner has these bytes already, in the Library or in an earlier upload. Only own rows on
 * this device are compared, also offline, and only files of the same size are read: mostly none is. The upload goes on.
 *
 * @param files Files that this page picked, by `fileId`.
 * Source: decision 0040.
 */
export const noteEqualFile = async (
  db: AccountDatabase,
  jobId: string,
  file: Blob,
  files: ReadonlyMap<string, Blob> = new Map(),
): Promise<void> => {
  const job = await db.uploadJobs.get(jobId);
  if (!job || job.replaces !== undefined || !isOneFile(job)) return;
  const { scope, type, size } = job;
  const contents = (
    await db.contents
      .where('scope')
      .equals(scope)
      .filter((row) => row.originFileSize === size && row.type === type && row.id !== jobId && row.encodingStatus >= 0)
      .toArray()
  ).filter(({ sha256 }) => sha256);
  const jobs = (await db.uploadJobs.where('scope').equals(scope).sortBy('startedAtMs')).filter(
    (other) =>
      other.size === size &&
      other.type === type &&
      other.replaces === undefined &&
      isOneFile(other) &&
      isBefore(other, job),
  );
  if (contents.length === 0 && jobs.length === 0) return;
  const identity = await identityOf(file);
  const content = contents.find(({ sha256 }) => sha256 === identity);
  const equal = content
    ? { id: content.id, name: content.filename, folderId: content.folderId }
    : await findEqualJob(jobs, identity, async (other) => files.get(other.fileId) ?? (await findFile(db, other)).file);
  if (equal) await db.uploadJobs.update(jobId, { equalTo: equal });
};

/** Not the clips of a recording, which the server joins, and not a smaller file that is sent instead of the picked one. */
const isOneFile = ({ clips, original }: StoredUploadJob): boolean =>
  (clips?.length ?? 1) === 1 && original === undefined;

const isBefore = (other: StoredUploadJob, job: StoredUploadJob): boolean =>
  other.id !== job.id &&
  (other.startedAtMs < job.startedAtMs || (other.startedAtMs === job.startedAtMs && other.id < job.id));

const findEqualJob = async (
  jobs: readonly StoredUploadJob[],
  identity: string,
  fileOf: (job: StoredUploadJob) => Promise<Blob | undefined>,
): Promise<EqualFile | undefined> => {
  for (const job of jobs) {
    const file = await fileOf(job);
    if (file && (await identityOf(file)) === identity) return { id: job.id, name: job.name, folderId: job.folderId };
  }
  return undefined;
};
