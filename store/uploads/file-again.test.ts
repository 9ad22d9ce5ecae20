import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { addJobs } from './add-jobs.ts';
import { acceptSameFile, examineFiles } from './file-again.ts';
import type { StoredUploadJob } from './job.ts';
import { holdPage } from './page-lock.ts';

let db: AccountDatabase;
const owner = newId();
beforeEach(() => {
  db = openAccountDatabase(newId());
});

const fileOf = (name: string, content = '0123456789') => new File([content], name, { lastModified: 1 });
const pick = async (...files: File[]): Promise<StoredUploadJob[]> =>
  addJobs(db, {
    files: files.map((file) => ({ file, type: 'video' as const })),
    owner,
    scope: userScope(owner),
    folderId: null,
    isUnchecked: true,
  });
/** A job of a page that was killed. */
const left = async (name: string, more: Partial<StoredUploadJob> = {}): Promise<StoredUploadJob> => {
  const [job] = await pick(fileOf(name));
  await db.uploadJobs.update(job!.id, { holder: newId(), ...more });
  return (await db.uploadJobs.get(job!.id))!;
};
const rowOf = async ({ id }: StoredUploadJob) => (await db.uploadJobs.get(id))!;
const MISSING = { keptIn: 'nowhere', state: 'failed', errorCode: 'upload.choose_again' };

describe('after the page that picked a file was killed', () => {
  it('a job without a whole copy asks for its file at once', async () => {
    const [nothing, half] = [await left('nothing.mp4'), await left('half.mp4', { committedBytes: 4, percent: 40 })];
    await db.uploadFiles.put({ id: half.fileId, file: new Blob(['0123']) });
    await examineFiles(db);
    expect(await rowOf(nothing)).toMatchObject(MISSING);
    expect(await rowOf(half)).toMatchObject({ ...MISSING, committedBytes: 4, percent: 40 });
  });

  it('a job with a whole copy goes on', async () => {
    const job = await left('whole.mp4');
    await db.uploadFiles.put({ id: job.fileId, file: new Blob(['0123456789']) });
    await examineFiles(db);
    expect(await rowOf(job)).toMatchObject({ keptIn: 'idb', state: 'working' });
  });

  it('a job that the server has needs no file', async () => {
    const job = await left('sent.mp4', { contentId: newId() });
    await examineFiles(db);
    expect(await rowOf(job)).toMatchObject({ state: 'working' });
  });
});

it('the file of an open page is left to it', async () => {
  await holdPage();
  const [job] = await pick(fileOf('open.mp4'));
  await examineFiles(db);
  expect(await rowOf(job!)).toMatchObject({ keptIn: 'copying', state: 'working' });
});

describe('choosing a file again', () => {
  it('with the button for new files continues its job, and what was sent is kept', async () => {
    const job = await left('match.mp4', { committedBytes: 4 });
    await examineFiles(db);
    const [again, other] = await pick(fileOf('match.mp4'), fileOf('match.mp4', 'longer than before'));
    expect(again).toMatchObject({
      id: job.id,
      fileId: job.fileId,
      state: 'working',
      wish: 'retry',
      keptIn: 'copying',
      isUnchecked: false,
      isProofNeeded: true,
      errorCode: null,
    });
    expect(other).toMatchObject({ isUnchecked: true, isProofNeeded: false });
    expect(await db.uploadJobs.count()).toBe(2);
  });

  it('a second file with the same name and size is another upload', async () => {
    const job = await left('match.mp4');
    await examineFiles(db);
    const jobs = await pick(fileOf('match.mp4'), fileOf('match.mp4'));
    expect(jobs.map(({ id }) => id === job.id)).toEqual([true, false]);
  });

  it('refuses a file of another name or size', async () => {
    const job = await left('match.mp4');
    await examineFiles(db);
    const refused = 'This is not the file that was chosen before.';
    expect(await acceptSameFile(db, job.id, fileOf('other.mp4'))).toBe(refused);
    expect(await acceptSameFile(db, job.id, fileOf('match.mp4', '1'))).toBe(refused);
    expect(await rowOf(job)).toMatchObject(MISSING);
    expect(await acceptSameFile(db, job.id, fileOf('match.mp4'))).toBeUndefined();
    expect(await rowOf(job)).toMatchObject({ state: 'working', wish: 'retry' });
  });
});
