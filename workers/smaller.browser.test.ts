import * as Comlink from 'comlink';
import { Input, ALL_FORMATS, BlobSource, VideoSampleSink } from 'mediabunny';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import type { AccountDatabase } from '#store/database.ts';
import { accountDatabase } from '#store/door.ts';
import { storeSession } from '#store/session.ts';
import { newJob, type StoredUploadJob } from '#store/uploads/job.ts';
import { removeJob } from '#store/uploads/jobs.ts';
import { readLocalCopy, sweepLocalCopies } from '#store/uploads/local-copy.ts';
import { cancelSmaller, isBeingMade, requestSmaller, type Smaller } from '#store/uploads/smaller.ts';
import { uploadFolder } from '#store/uploads/upload-folder.ts';
import { soon } from '#tests/support/soon.ts';
import { noisyVideo } from './smaller.fixtures.ts';
import { makeSmaller, measureSmaller, resumeSmaller } from './smaller.ts';
import type { SmallerWorker } from './smaller.worker.ts';

const SECONDS = 3;
/** Encoding in software, beside other tests. */
const ENCODED_WITHIN_MS = 60_000;
let film: File;
let owner: string;
let db: AccountDatabase;
beforeAll(async () => {
  film = await noisyVideo(SECONDS);
}, 120_000);
beforeEach(async () => {
  owner = newId();
  await storeSession(owner, 'a-token');
  db = accountDatabase(owner);
});

/** A job whose file is on the device, as after picking it. */
const add = async (file: File, changes: Partial<StoredUploadJob> = {}): Promise<string> => {
  const { name, size, lastModified: lastModifiedMs } = file;
  const id = newId();
  const job = newJob(
    { id, owner, scope: userScope(owner), folderId: null, name, type: 'video', size, lastModifiedMs },
    Date.now(),
  );
  await db.uploadFiles.put({ id, file });
  await db.uploadJobs.add({ ...job, keptIn: 'idb', ...changes });
  return id;
};
const smallerOf = async (id: string): Promise<Smaller | undefined> => (await db.uploadJobs.get(id))?.smaller;
const offered = async (file: File, changes?: Partial<StoredUploadJob>): Promise<string> => {
  const id = await add(file, changes);
  await measureSmaller(id);
  expect(await smallerOf(id)).toMatchObject({ state: 'offered' });
  return id;
};
const copies = async (): Promise<string[]> => {
  const folder = await (
    await navigator.storage.getDirectory()
  ).getDirectoryHandle(uploadFolder(db.name), { create: true });
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
};
const facts = async (file: Blob) => {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  const [track, sound] = [(await input.getPrimaryVideoTrack())!, await input.getPrimaryAudioTrack()];
  const times: number[] = [];
  for await (const sample of new VideoSampleSink(track).samples()) {
    times.push(Math.round(sample.timestamp * 100) / 100);
    sample.close();
  }
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
    seconds: Math.round((await input.computeDuration()) * 10) / 10,
    hasSound: sound !== null,
    times,
  };
};

test('a video is made smaller as its trial said, upright, with its sound and its frames, and sent instead of the original', async () => {
  const id = await offered(film, { committedBytes: 1_000_000 });
  const { sizes } = (await smallerOf(id)) as Extract<Smaller, { state: 'offered' }>;
  expect(sizes.map(({ lines }) => lines)).toEqual([480]);
  await makeSmaller(db, id, 480);
  const [job, ...others] = await db.uploadJobs.toArray();
  expect([job!.id === id, others]).toEqual([false, []]);
  expect(job).toMatchObject({
    name: 'match.mp4',
    committedBytes: 0,
    keptIn: 'opfs',
    smaller: { state: 'made' },
    original: { fileId: id, keptIn: 'idb', size: film.size },
  });
  const [before, after] = [await facts(film), await facts((await readLocalCopy(db, job!))!)];
  expect(after).toEqual({ ...before, width: 480, height: 854, rotation: 0 });
  expect(before).toMatchObject({ width: 720, height: 1280, hasSound: true });
  expect(new Set(after.times.slice(1).map((time, at) => Math.round((time - after.times[at]!) * 100))).size).toBe(2);
  expect(job!.size).toBeLessThan(film.size * 0.7);
  expect(job!.size / sizes[0]!.bytes).toBeGreaterThan(0.4);
  expect(job!.size / sizes[0]!.bytes).toBeLessThan(2.5);
  // What was sent of the original is freed on the server.
  expect((await db.outbox.toArray()).map(({ call, input }) => [call, input])).toEqual([
    ['upload.cancel', { uploadId: id }],
  ]);
  await removeJob(db, job!.id);
  expect([await copies(), await db.uploadFiles.count()]).toEqual([[], 0]);
}, 120_000);

test('a video without sound is made smaller too', async () => {
  const id = await offered(await noisyVideo(1, { sound: false }));
  await makeSmaller(db, id, 480);
  const [job] = await db.uploadJobs.toArray();
  expect(await facts((await readLocalCopy(db, job!))!)).toMatchObject({ width: 480, hasSound: false });
}, 120_000);

test('a cancelled encoding leaves the original and the offer, and no unfinished copy', async () => {
  const id = await offered(film);
  const making = makeSmaller(db, id, 480);
  await soon(async () => expect(await copies()).toHaveLength(1), ENCODED_WITHIN_MS);
  await cancelSmaller(db, id);
  await making;
  expect(await db.uploadJobs.get(id)).toMatchObject({ size: film.size, smaller: { state: 'offered' } });
  expect([await copies(), await db.outbox.count()]).toEqual([[], 0]);
}, 120_000);

test('a page that is killed while it encodes leaves the original to be sent; the next page begins again, and twice at most', async () => {
  const id = await offered(film);
  const killInTheMiddle = async () => {
    const worker = new Worker(new URL('./smaller.worker.ts', import.meta.url), { type: 'module' });
    const remote = Comlink.wrap<SmallerWorker>(worker);
    const before = await copies();
    void remote.make(id);
    await soon(
      async () => expect((await copies()).filter((name) => !before.includes(name))).toHaveLength(1),
      ENCODED_WITHIN_MS,
    );
    expect(await isBeingMade(db, (await db.uploadJobs.get(id))!)).toBe(true);
    worker.terminate();
    await soon(
      async () => expect(await isBeingMade(db, (await db.uploadJobs.get(id))!)).toBe(false),
      ENCODED_WITHIN_MS,
    );
  };
  await requestSmaller(db, id, 480);
  await killInTheMiddle();
  const killed = await db.uploadJobs.get(id);
  expect(killed).toMatchObject({ size: film.size, fileId: id, smaller: { state: 'making', tries: 1 } });
  expect((await readLocalCopy(db, killed!))?.size).toBe(film.size);
  await killInTheMiddle();
  await resumeSmaller(db);
  await soon(async () => expect(await smallerOf(id)).toEqual({ state: 'failed' }), ENCODED_WITHIN_MS);
  await sweepLocalCopies(db);
  expect(await copies()).toEqual([]);
}, 120_000);

test('one kill costs the time only: the next page makes the smaller file', async () => {
  const id = await offered(film);
  await requestSmaller(db, id, 480);
  const worker = new Worker(new URL('./smaller.worker.ts', import.meta.url), { type: 'module' });
  void Comlink.wrap<SmallerWorker>(worker).make(id);
  await soon(async () => expect(await copies()).toHaveLength(1), ENCODED_WITHIN_MS);
  worker.terminate();
  await soon(async () => expect(await isBeingMade(db, (await db.uploadJobs.get(id))!)).toBe(false), ENCODED_WITHIN_MS);
  await resumeSmaller(db);
  await soon(
    async () => expect((await db.uploadJobs.toArray())[0]?.smaller).toEqual({ state: 'made' }),
    ENCODED_WITHIN_MS,
  );
  const [job] = await db.uploadJobs.toArray();
  expect(await copies()).toEqual([job!.fileId]);
}, 120_000);

test('a file that no encoder reads, or that would hardly get smaller, is not offered', async () => {
  const unreadable = new File([new Uint8Array(6_000_000).fill(7)], 'old.avi');
  const id = await add(unreadable);
  await measureSmaller(id);
  expect(await smallerOf(id)).toEqual({ state: 'none' });
  const mostlySent = await add(film, { committedBytes: Math.ceil(film.size * 0.6) });
  await measureSmaller(mostlySent);
  expect(await smallerOf(mostlySent)).toBeUndefined();
}, 60_000);
