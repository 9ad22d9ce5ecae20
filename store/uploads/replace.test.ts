import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { tokenOf } from '../outbox/model-server.fixtures.ts';
import { storeSession } from '../session.ts';
import type { StoredUploadJob } from './job.ts';
import { addUploads, cancelOtherReplacements, endJobsOf } from './jobs.ts';
import { ModelUploads, refusal } from './model-uploads.fixtures.ts';
import { JobRunner } from './run-jobs.ts';

let server: ModelUploads;
let owner: string;
let db: AccountDatabase;
let chunks: URLSearchParams[];
const runners: JobRunner[] = [];

beforeEach(async () => {
  server = new ModelUploads();
  chunks = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.includes('/mam/ondemand?')) chunks.push(new URL(url, 'http://x').searchParams);
    return server.fetch(url, init);
  });
  owner = newId();
  await storeSession(owner, tokenOf(owner));
  db = accountDatabase(owner);
});
afterEach(() => {
  for (const runner of runners.splice(0)) runner.stop();
  vi.unstubAllGlobals();
});

const add = async (contentId: string, name: string, type: StoredUploadJob['type'] = 'video', units = 3) => {
  const file = new File([new Uint8Array(units * UNIT_BYTES).fill(units)], name, { lastModified: 1 });
  const replaced = { id: contentId, title: 'Warm-up' };
  const input = { files: [{ file, type }], owner, scope: userScope(owner), folderId: null, replaced };
  const { jobs, saved } = await addUploads(db, input);
  await saved[0];
  return (await db.uploadJobs.get(jobs[0]!.id))!;
};
const runOnce = async () => {
  const runner = new JobRunner({ db });
  runners.push(runner);
  await runner.runOnce(new AbortController().signal);
};

test.each([
  ['video', 'take two.mp4', 3],
  ['text', 'plan.pdf', 1],
] as const)(
  'a new %s names the item in every chunk, makes no record, and ends with its last byte',
  async (type, name, units) => {
    const contentId = newId();
    const job = await add(contentId, name, type, units);
    expect(job).toMatchObject({ replaces: contentId, level: 'Uploading' });
    server.weather = ['cut'];
    await runOnce();
    expect(chunks.length).toBeGreaterThan(0);
    expect(new Set(chunks.map((query) => query.get('replaces')))).toEqual(new Set([contentId]));
    expect(server.contents.get(job.id)?.length).toBe(units * UNIT_BYTES);
    expect(await db.uploadJobs.count()).toBe(0);
    expect(server.lines.filter((line) => line.includes('/library/'))).toEqual([]);
  },
);

test('a new file whose last answer was lost ends without sending it again', async () => {
  const job = await add(newId(), 'take two.mp4');
  server.weather = ['lost answer'];
  await runOnce();
  expect([server.contentsMade, server.bytesTaken]).toEqual([1, job.size]);
  expect(await db.uploadJobs.count()).toBe(0);
});

test('a new file for a deleted item fails in words instead of vanishing', async () => {
  const job = await add(newId(), 'take two.mp4');
  server.answers.set(`/mam/uploads/${job.id}`, () => undefined);
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('/mam/')
      ? Promise.resolve(refusal(409, 'upload.nothing_to_replace', 'The item was deleted.'))
      : server.fetch(url, init),
  );
  await runOnce();
  expect(await db.uploadJobs.get(job.id)).toMatchObject({ state: 'failed', errorMessage: 'The item was deleted.' });
}, 20_000);

test('a later new file of the same item cancels the earlier one; deleting the item ends both', async () => {
  const contentId = newId();
  const first = await add(contentId, 'take two.mp4');
  const other = await add(newId(), 'other.mp4');
  const second = await add(contentId, 'take three.mp4');
  await cancelOtherReplacements(db, contentId, second);
  await cancelOtherReplacements(db, contentId, first);
  expect((await db.uploadJobs.toArray()).map(({ id }) => id).toSorted()).toEqual([other.id, second.id].toSorted());
  expect((await db.outbox.toArray()).map(({ call, input }) => [call, input])).toEqual([
    ['upload.cancel', { uploadId: first.id }],
  ]);
  await endJobsOf(db, [contentId]);
  expect((await db.uploadJobs.toArray()).map(({ id }) => id)).toEqual([other.id]);
});
