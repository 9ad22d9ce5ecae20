import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { addJobs } from './add-jobs.ts';
import { examineFiles } from './file-again.ts';
import type { StoredUploadJob } from './job.ts';
import { cancelJob, removeJob } from './jobs.ts';
import { findFile, readLocalCopy, sweepLocalCopies } from './local-copy.ts';
import { addRecording, deleteRecording, turnIntoUpload, type StoredRecording } from './recording.ts';
import type { RefusingAnswer, RefusingRequest } from './refusing-files.fixtures.ts';
import { uploadFolder } from './upload-folder.ts';

let userId: string;
let db: AccountDatabase;
beforeEach(() => {
  userId = newId();
  db = openAccountDatabase(userId);
});
const owner = () => ({ owner: userId, scope: userScope(userId), folderId: null });

/** Runs one request in a worker of its own. */
const inWorker = async (request: Omit<RefusingRequest, 'userId'>): Promise<RefusingAnswer> => {
  const worker = new Worker(new URL('./refusing-files.fixtures.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<RefusingAnswer>) => resolve(data));
      worker.addEventListener('error', reject);
      worker.postMessage({ userId, ...request });
    });
  } finally {
    worker.terminate();
  }
};

/** Every part of 4 MiB has another number in each of its bytes. */
const match = new File(
  [1, 2, 3].map((part) => new Uint8Array(part < 3 ? 4 * UNIT_BYTES : 5).fill(part)),
  'match.mp4',
  { lastModified: 1 },
);
const bytesOf = async (file: Blob | undefined) => new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
const isEqual = (one: Uint8Array, other: Uint8Array): boolean => indexedDB.cmp(one, other) === 0;
/** Names and sizes of what is in the private file system. */
const inFiles = async (): Promise<[string, number][]> => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(uploadFolder(db.name), { create: true });
  const found: [string, number][] = [];
  for await (const [name, handle] of folder.entries())
    found.push([name, (await (handle as FileSystemFileHandle).getFile()).size]);
  return found;
};
const inDatabase = async () => (await db.uploadFiles.toArray()).map(({ id, file }) => [id, file?.size]);
const pick = async (): Promise<StoredUploadJob> =>
  (await addJobs(db, { files: [{ file: match, type: 'video' }], ...owner() }))[0]!;
const rowOf = ({ id }: StoredUploadJob) => db.uploadJobs.get(id);
/** The page that has picked the file is gone. */
const leave = ({ id }: StoredUploadJob, more: Partial<StoredUploadJob> = {}) =>
  db.uploadJobs.update(id, { holder: newId(), ...more });

describe('a picked file is copied', () => {
  it('to the private file system where it takes it', async () => {
    const job = await pick();
    expect(await inWorker({ copy: { job, file: match } })).toEqual({ isCopied: true });
    expect([(await rowOf(job))!.keptIn, await inFiles(), await inDatabase()]).toEqual([
      'opfs',
      [[job.id, match.size]],
      [],
    ]);
  });

  it.each(['folder', 'access', 'write'] as const)(
    'to the database where the private file system refuses (%s), and nothing of it stays there',
    async (refusal) => {
      const job = await pick();
      expect(await inWorker({ refusal, copy: { job, file: match } })).toEqual({ isCopied: true });
      const row = (await rowOf(job))!;
      expect([row.keptIn, await inFiles(), await inDatabase()]).toEqual(['idb', [], [[job.id, match.size]]]);
      expect(isEqual(await bytesOf(await readLocalCopy(db, row)), await bytesOf(match))).toBe(true);
    },
  );

  it.each(['full', 'short'] as const)(
    'nowhere where the device is full (%s): the other store has no more room, and nothing stays behind',
    async (refusal) => {
      const job = await pick();
      expect(await inWorker({ refusal, copy: { job, file: match } })).toEqual({ isCopied: false });
      expect([(await rowOf(job))!.keptIn, await inFiles(), await inDatabase()]).toEqual(['page', [], []]);
    },
  );

  it('nowhere once it is cancelled', async () => {
    const job = await pick();
    await cancelJob(db, job.id);
    await inWorker({ refusal: 'access', copy: { job, file: match } });
    expect([await inFiles(), await inDatabase()]).toEqual([[], []]);
  });
});

describe('a browser that was killed between the copy and its note', () => {
  /** A whole copy whose job says that it is being made. */
  const killed = async (refusal?: 'access', more: Partial<StoredUploadJob> = {}): Promise<StoredUploadJob> => {
    const job = await pick();
    await inWorker({ ...(refusal ? { refusal } : {}), copy: { job, file: match } });
    await leave(job, { keptIn: 'copying', ...more });
    return job;
  };

  it.each([
    ['opfs', undefined],
    ['idb', 'access'],
  ] as const)('finds the copy (%s) at the next start and goes on', async (keptIn, refusal) => {
    const job = await killed(refusal);
    await examineFiles(db);
    expect(await rowOf(job)).toMatchObject({ keptIn, state: 'working', errorCode: null });
    expect(isEqual(await bytesOf(await readLocalCopy(db, (await rowOf(job))!)), await bytesOf(match))).toBe(true);
    expect((await findFile(db, job)).keptIn).toBe(keptIn);
  });

  it('finds it although the file was asked for before', async () => {
    const job = await killed(undefined, { keptIn: 'nowhere', state: 'failed', errorCode: 'upload.choose_again' });
    await examineFiles(db);
    expect(await rowOf(job)).toMatchObject({ keptIn: 'opfs', state: 'working', wish: 'retry', errorCode: null });
  });

  it.each([
    ['opfs', undefined],
    ['idb', 'access'],
  ] as const)('leaves no copy (%s) of an upload that is cancelled or removed then', async (_, refusal) => {
    await cancelJob(db, (await killed(refusal)).id);
    await removeJob(db, (await killed(refusal)).id);
    expect([await inFiles(), await inDatabase()]).toEqual([[], []]);
  });

  it('deletes copies in both stores whose upload was cancelled before the kill, and no others', async () => {
    const [inPrivate, inRows, kept, keptInRows] = [
      await killed(),
      await killed('access'),
      await killed(),
      await killed('access'),
    ];
    for (const { id } of [inPrivate, inRows]) await db.uploadJobs.delete(id);
    await sweepLocalCopies(db);
    expect([await inFiles(), await inDatabase()]).toEqual([[[kept.id, match.size]], [[keptInRows.id, match.size]]]);
  });
});

describe('a recording', () => {
  const begin = (): Promise<StoredRecording> => addRecording(db, { ...owner(), keptIn: 'opfs', extension: 'webm' });
  const pieces = [1, 2, 3].map((piece) => new Uint8Array(1000 * piece).fill(piece));
  const whole = new Uint8Array(pieces.flatMap((piece) => [...piece]));
  /** Where its bytes are: in the private file system, and as pieces in the database. */
  const places = async () => [
    (await inFiles()).map(([, size]) => size),
    (await db.recordingPieces.toArray()).map(({ at }) => at),
  ];

  it.each([
    ['folder', [], [0, 1000, 3000]],
    ['access', [], [0, 1000, 3000]],
    // One byte of the second piece was written before the refusal.
    ['write', [1000], [1000, 3000]],
  ] as const)('that the private file system refuses (%s) is stored in the database', async (refusal, files, at) => {
    const recording = await begin();
    const answer = await inWorker({ refusal, record: { recording, pieces } });
    expect([answer.error, answer.size]).toEqual([undefined, whole.length]);
    expect(isEqual(answer.bytes!, whole)).toBe(true);
    expect(await places()).toEqual([files, at]);

    const job = (await turnIntoUpload(db, recording.id))!;
    expect(job).toMatchObject({ keptIn: 'idb', size: whole.length });
    expect(isEqual(await bytesOf(await readLocalCopy(db, job)), whole)).toBe(true);
    expect(await db.recordingPieces.count()).toBe(0);
    await removeJob(db, job.id);
    expect([await places(), await inDatabase()]).toEqual([[[], []], []]);
  });

  it('that goes on where the private file system has begun to refuse keeps what it has', async () => {
    const recording = await begin();
    await inWorker({ record: { recording, pieces: pieces.slice(0, 1) } });
    await inWorker({ refusal: 'access', record: { recording, pieces: pieces.slice(1, 2) } });
    // It takes files again: the rest stays beside the piece before it.
    const answer = await inWorker({ record: { recording, pieces: pieces.slice(2) } });
    expect([answer.error, await places()]).toEqual([undefined, [[1000], [1000, 3000]]]);
    expect(isEqual(answer.bytes!, whole)).toBe(true);
    const job = (await turnIntoUpload(db, recording.id))!;
    expect(isEqual(await bytesOf(await readLocalCopy(db, job)), whole)).toBe(true);
  });

  it('whose first part is refused does not begin anew, and is not deleted', async () => {
    const recording = await begin();
    await inWorker({ record: { recording, pieces: pieces.slice(0, 1) } });
    await db.recordings.update(recording.id, { bytes: 1000 });
    const stored = (await db.recordings.get(recording.id))!;
    const answer = await inWorker({ refusal: 'folder', record: { recording: stored, pieces: pieces.slice(1) } });
    expect([answer, await places()]).toEqual([{ error: 'SecurityError' }, [[1000], []]]);
    expect(await db.recordings.count()).toBe(1);
  });

  it('that the private file system does not give is kept, and used once it does', async () => {
    const recording = await begin();
    await inWorker({ record: { recording, pieces } });
    await db.recordings.update(recording.id, { bytes: whole.length });
    const refusing = vi
      .spyOn(StorageManager.prototype, 'getDirectory')
      .mockRejectedValue(new DOMException('Not on this device.', 'UnknownError'));
    await expect(turnIntoUpload(db, recording.id)).rejects.toThrow('cannot be read');
    refusing.mockRestore();
    expect([await db.recordings.count(), await db.uploadJobs.count()]).toEqual([1, 0]);
    expect(await turnIntoUpload(db, recording.id)).toMatchObject({ keptIn: 'opfs', size: whole.length });
  });

  it.each(['full', 'short'] as const)('on a full device (%s) ends with the last whole piece', async (refusal) => {
    const recording = await begin();
    const answer = await inWorker({ refusal, record: { recording, pieces: pieces.slice(0, 2) } });
    expect([answer.error, answer.size, await places()]).toEqual(['QuotaExceededError', 1000, [[1000], []]]);
    await deleteRecording(db, recording.id);
    expect(await places()).toEqual([[], []]);
  });
});
