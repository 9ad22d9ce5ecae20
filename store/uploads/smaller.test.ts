import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { trimContent } from '#contract/library-trim.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { soon } from '#tests/support/soon.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { tokenOf } from '../outbox/model-server.fixtures.ts';
import { withLease } from '../outbox/lease.ts';
import { storeSession } from '../session.ts';
import type { StoredUploadJob } from './job.ts';
import { addUploads, cancelJob, retryJob } from './jobs.ts';
import { ModelUploads } from './model-uploads.fixtures.ts';
import { JobRunner } from './run-jobs.ts';
import {
  beginSmaller,
  isSmallerPossible,
  offerSmaller,
  requestSmaller,
  sendOriginal,
  sendSmaller,
  smallerLease,
  type SmallerWork,
} from './smaller.ts';

const SIZES = [{ lines: 480, bytes: UNIT_BYTES, seconds: 1 }];
let server: ModelUploads;
let owner: string;
let db: AccountDatabase;
let runner: JobRunner | undefined;

beforeEach(async () => {
  server = new ModelUploads();
  vi.stubGlobal('fetch', server.fetch);
  owner = newId();
  await storeSession(owner, tokenOf(owner));
  db = accountDatabase(owner);
});
afterEach(() => {
  runner?.stop();
  vi.unstubAllGlobals();
});

const add = async (units = 7): Promise<StoredUploadJob> => {
  const file = new File([new Uint8Array(units * UNIT_BYTES).fill(units)], 'match.mov');
  const scope = userScope(owner);
  const { jobs, saved } = await addUploads(db, { files: [{ file, type: 'video' }], owner, scope, folderId: null });
  expect(await saved[0]).toBe(true);
  return (await db.uploadJobs.get(jobs[0]!.id))!;
};
const begin = async (job: StoredUploadJob): Promise<SmallerWork> => {
  await offerSmaller(db, job.id, SIZES);
  expect(await requestSmaller(db, job.id, 480)).toBe(true);
  return (await beginSmaller(db, job.id))!;
};
const smallFile = new Blob([new Uint8Array(UNIT_BYTES).fill(1)]);
/** Lets the smaller file be sent, as the worker does once it is encoded. */
const swap = async (work: SmallerWork): Promise<StoredUploadJob> => {
  await db.uploadFiles.put({ id: work.making.fileId, file: smallFile });
  const id = await sendSmaller(db, work, { name: 'match.mp4', size: smallFile.size });
  return (await db.uploadJobs.get(id!))!;
};
const once = () => {
  runner = new JobRunner({ db, untilStored: true });
  return runner.runOnce(new AbortController().signal);
};

it('nothing of the original is sent while the video is made smaller, and all of it if that ends', async () => {
  const job = await add();
  const { promise: isMade, resolve: end } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const making = withLease(db, smallerLease(job.id), async () => {
    await begin(job);
    held();
    await isMade;
  });
  await isHeld;
  await once();
  expect(server.bytesTaken).toBe(0);
  end();
  await making;
  // As after a kill: the row still says that it is being made, and no context does it.
  await once();
  expect(await db.uploadJobs.get(job.id)).toMatchObject({ contentId: job.id, smaller: { state: 'making' } });
});

it('a running upload is released when its video is made smaller', async () => {
  const job = await add();
  let waits = 0;
  const gate = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.includes('/mam/ondemand')) return server.fetch(url, init);
    waits += 1;
    await Promise.race([
      gate.promise,
      new Promise<never>((_, reject) =>
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error), { once: true }),
      ),
    ]);
    return server.fetch(url, init);
  });
  runner = new JobRunner({ db });
  runner.start();
  await soon(() => expect(waits).toBeGreaterThan(0));
  await withLease(db, smallerLease(job.id), async () => {
    const work = await begin(job);
    await soon(async () => {
      const { held = [] } = await navigator.locks.query();
      expect(held.filter(({ name }) => name!.startsWith(`upload-${job.id}`))).toEqual([]);
    });
    gate.resolve();
    const made = await swap(work);
    await soon(() => expect(server.contents.get(made.id)).toHaveLength(UNIT_BYTES));
  });
  expect([...server.contents.keys()]).not.toContain(job.id);
}, 60_000);

it('the smaller file is one upload of a new id, what waits for it too, and the original is kept until the server has all', async () => {
  const job = await add();
  const cut = { id: job.id, mode: 'copy' as const, startMs: 0, endMs: 5_000, copyId: newId() };
  await enqueue(db, trimContent, cut, { owner, scope: job.scope, dependsOn: job.id });
  const made = await swap(await begin(job));
  const waiting = await db.outbox.filter(({ call }) => call === 'library.trimContent').first();
  expect(waiting).toMatchObject({ dependsOn: made.id, input: { ...cut, id: made.id } });
  const cancelled = await db.outbox.filter(({ call }) => call === 'upload.cancel').first();
  expect(cancelled).toMatchObject({ dependsOn: null, input: { uploadId: job.id } });
  expect(made).toMatchObject({
    name: 'match.mp4',
    size: UNIT_BYTES,
    original: { name: 'match.mov', fileId: job.id, size: job.size },
  });
  expect(await db.uploadFiles.count()).toBe(2);
  await once();
  expect(await db.uploadJobs.get(made.id)).toMatchObject({ contentId: made.id });
  expect((await db.uploadJobs.get(made.id))!.original).toBeUndefined();
  expect((await db.uploadFiles.toArray()).map(({ id }) => id)).toEqual([made.fileId]);
  expect(server.contents.get(made.id)).toHaveLength(UNIT_BYTES);
});

it('a part that was chosen before, and a cut of the smaller file, belong to whichever file is sent', async () => {
  const job = await add();
  const part = { startMs: 0, endMs: 5_000 };
  await db.drafts.put({ key: `trim:${job.id}`, value: part, savedAtMs: 1 });
  const made = await swap(await begin(job));
  expect(await db.drafts.toArray()).toEqual([{ key: `trim:${made.id}`, value: part, savedAtMs: 1 }]);
  const cut = { id: made.id, mode: 'replace' as const, ...part, copyId: newId() };
  await enqueue(db, trimContent, cut, { owner, scope: made.scope, dependsOn: made.id });
  await sendOriginal(db, made.id);
  const [back] = await db.uploadJobs.toArray();
  expect(back).toMatchObject({ size: job.size });
  expect(await db.outbox.filter(({ call }) => call === 'library.trimContent').toArray()).toMatchObject([
    { dependsOn: back!.id, input: { ...cut, id: back!.id } },
  ]);
  expect(await db.drafts.toCollection().primaryKeys()).toEqual([`trim:${back!.id}`]);
});

it('a smaller file that the device has lost is replaced by the original', async () => {
  const made = await swap(await begin(await add()));
  await db.uploadFiles.delete(made.fileId);
  await once();
  await once();
  const [job] = await db.uploadJobs.toArray();
  expect(job).toMatchObject({ name: 'match.mov', contentId: job!.id, smaller: { state: 'dismissed' } });
  expect(server.contents.get(job!.id)).toHaveLength(7 * UNIT_BYTES);
});

it('the person can go back to the original, and cancel with either', async () => {
  const first = await add();
  const made = await swap(await begin(first));
  await sendOriginal(db, made.id);
  const [back] = await db.uploadJobs.toArray();
  expect(back).toMatchObject({ name: 'match.mov', size: first.size, fileId: first.id });
  expect(back!.original).toBeUndefined();
  expect(isSmallerPossible(back!)).toBe(true);
  expect((await db.uploadFiles.toArray()).map(({ id }) => id)).toEqual([first.id]);
  await cancelJob(db, back!.id);
  await cancelJob(db, (await swap(await begin(await add()))).id);
  expect([await db.uploadJobs.count(), await db.uploadFiles.count()]).toEqual([0, 0]);
});

it('a server that has the whole original keeps it: the smaller file is not sent', async () => {
  const work = await begin(await add());
  await once();
  expect(await sendSmaller(db, work, { name: 'match.mp4', size: 1 })).toBeUndefined();
  expect(await db.uploadJobs.get(work.job.id)).toMatchObject({ contentId: work.job.id });
});

it('a retry under another id keeps both files', async () => {
  const made = await swap(await begin(await add()));
  await db.uploadJobs.update(made.id, { state: 'failed', isGivenUp: true });
  await retryJob(db, made.id);
  const [again] = await db.uploadJobs.toArray();
  expect(again).toMatchObject({ fileId: made.fileId, original: made.original, smaller: { state: 'made' } });
});
