import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { noteNewFile } from '#server/domains/library/index.ts';
import { signMedia, mediaIdOf } from '#server/domains/media/index.ts';
import { serveMedia } from '#server/http/media.ts';
import { longVideoFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { minutesLeft } from './encoding-progress.ts';
import { mediaPrepareWork } from './media-prepare.ts';

// No worker takes jobs here: each test runs them itself, one after the other.
let server: TestServer;
let ana: TestPerson;
let bytes: Buffer;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [serveMedia], isPartial: true });
  ana = await server.addPerson({ isEducator: true });
  bytes = await readFile(await longVideoFile());
});
afterAll(() => server.close());

const content = async (id: string) => (await server.call(`GET /library/contents/${id}`, undefined, { as: ana })).body;
const row = (id: string) =>
  server.services.database.db.selectFrom('contents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const add = async (): Promise<string> => {
  const id = newId();
  await server.services.objects.put(`originals/${id}`, bytes, { contentType: 'video/mp4' });
  await server.services.database.db
    .insertInto('contents')
    .values({
      id,
      scope: ana.scope,
      title: 'Match',
      filename: `match-${id}.mp4`,
      type: 'video',
      origin_file_size: bytes.length,
      object_key: `originals/${id}`,
      is_reserved: false,
      created_by: ana.userId,
    })
    .execute();
  return id;
};
const run = (contentId: string, signal = new AbortController().signal) =>
  mediaPrepareWork(server.services).run({ contentId }, signal);
const jobsOf = async (id: string): Promise<{ name: string; afterSeconds: number }[]> =>
  (
    await server.services.database.pool.query<{ name: string; afterSeconds: number }>(
      `select name, extract(epoch from start_after - now())::float8 as "afterSeconds" from jobs.job
       where data->>'contentId' = $1 or data->>'prefix' = 'media/' || $1 order by name`,
      [id],
    )
  ).rows;
const sizesAt = async (mediaKey: string): Promise<string[]> => {
  const { base } = signMedia(server.services, mediaIdOf(mediaKey), server.services.now());
  const text = await (await fetch(`${server.url}${base}/master.m3u8`)).text();
  return [...text.matchAll(/RESOLUTION=(\S+?),/g)].map(([, size]) => size!);
};

test('a long video can be watched with its first rendition; the others follow under a new address, and an open player keeps the old one', async () => {
  const id = await add();
  await run(id);
  const early = await content(id);
  expect(early).toMatchObject({ encodingStatus: 4, active: true, approved: true, better: { progress: 0 } });
  const first = (await row(id)).media_key!;
  expect(await sizesAt(first)).toEqual(['640x360']);
  expect(await jobsOf(id)).toMatchObject([{ name: 'media.prepare' }]);

  await run(id);
  expect(await content(id)).toMatchObject({
    encodingStatus: 4,
    better: null,
    minutesLeft: null,
    thumbnail: early.thumbnail,
  });
  const whole = (await row(id)).media_key!;
  expect(whole).not.toBe(first);
  expect((await sizesAt(whole)).toSorted()).toEqual(['426x240', '640x360', '854x480']);
  expect(await sizesAt(first)).toEqual(['640x360']);
  const deletion = (await jobsOf(id)).find(({ name }) => name === 'objects.delete')!;
  expect(deletion.afterSeconds).toBeGreaterThan(1800);
  // Nothing is left to do, and nothing that is in use is deleted.
  await run(id);
  expect((await row(id)).media_key).toBe(whole);
  expect(await jobsOf(id)).toHaveLength(2);
});

test('F14 a server that stops while it makes the larger renditions leaves the first; the next run makes them', async () => {
  const id = await add();
  await run(id);
  const { media_key: first } = await row(id);
  const stopping = new AbortController();
  const running = run(id, stopping.signal);
  const workFolder = await server.services.objects.workFolder();
  await expect.poll(async () => (await readdir(workFolder)).some((name) => name.startsWith('prepare-'))).toBe(true);
  stopping.abort();
  await expect(running).rejects.toThrow();
  expect(await row(id)).toMatchObject({ encoding_status: 4, media_key: first });
  await run(id);
  expect(await content(id)).toMatchObject({ encodingStatus: 4, better: null });
});

test('larger renditions that fail leave the first one in use', async () => {
  const id = await add();
  await run(id);
  const { media_key: first } = await row(id);
  await server.services.objects.put(`originals/${id}`, bytes.subarray(0, 3000), { contentType: 'video/mp4' });
  await run(id);
  expect(await content(id)).toMatchObject({
    encodingStatus: 4,
    reviewStatus: 'approved',
    reviewReason: null,
    better: null,
  });
  expect((await row(id)).media_key).toBe(first);
  expect(await sizesAt(first!)).toEqual(['640x360']);
});

test('an edit comes before larger renditions and makes them superfluous; a duplicate has its own', async () => {
  const id = await add();
  await run(id);
  const copyId = newId();
  const copied = await server.call(`POST /library/contents/${id}/duplicate`, { copyId }, { as: ana });
  expect(copied.body).toMatchObject({ id: copyId, better: { progress: 0 } });
  expect((await row(copyId)).better_id).not.toBe((await row(id)).better_id);
  const input = { mode: 'replace', startMs: 0, endMs: 20_000, copyId: newId() };
  expect((await server.call(`POST /library/contents/${id}/trim`, input, { as: ana })).status).toBe(200);
  await run(id);
  const edited = await row(id);
  expect(edited).toMatchObject({ encoding_status: 4, better_id: null, cut_status: null });
  expect(edited.duration).toBeLessThan(30);
  await run(copyId);
  expect((await sizesAt((await row(copyId)).media_key!)).toSorted()).toEqual(['426x240', '640x360', '854x480']);
});

test('the minutes left follow from the speed so far, once there is one', () => {
  expect(minutesLeft(50, 60_000)).toBe(1);
  expect(minutesLeft(10, 60_000)).toBe(9);
  expect(minutesLeft(99, 600_000)).toBe(1);
  expect(minutesLeft(1, 60_000)).toBeNull();
  expect(minutesLeft(20, 1_000)).toBeNull();
});

test('an equal file takes over the first rendition early, and its larger ones once they are made', async () => {
  const ids = [await add(), await add()] as const;
  const objectKey = `originals/${ids[0]}`;
  const sha256 = 'ab'.repeat(32);
  // As an upload of equal bytes stores them.
  await server.services.database.db
    .updateTable('contents')
    .set({ object_key: objectKey, sha256 })
    .where('id', 'in', ids)
    .execute();
  const rows = async () => [await row(ids[0]), await row(ids[1])] as const;
  for (const id of ids) await run(id);
  const [first, equal] = await rows();
  expect(equal).toMatchObject({ encoding_status: 4, media_key: first.media_key });
  expect(equal.better_id).not.toBeNull();
  expect(equal.better_id).not.toBe(first.better_id);

  for (const id of ids) await run(id);
  const [whole, adopted] = await rows();
  expect(whole.media_key).not.toBe(first.media_key);
  expect([whole.better_id, adopted.better_id]).toEqual([null, null]);
  expect(adopted.media_key).toBe(whole.media_key);
  expect((await sizesAt(adopted.media_key!)).length).toBe(3);
}, 120_000);

test('a new file comes before larger renditions of the old one, and gets all of its own at once', async () => {
  const [id, newFileId] = [await add(), await add()];
  await run(id);
  const early = await row(id);
  expect(early.better_id).not.toBeNull();
  const { database } = server.services;
  await database.db.transaction().execute((tx) =>
    noteNewFile(tx, server.services, {
      scope: ana.scope,
      contentId: id,
      uploadId: newId(),
      filename: 'other.mp4',
      sizeBytes: bytes.length,
      sha256: 'cd'.repeat(32),
      objectKey: `originals/${newFileId}`,
      roomBytes: 0,
    }),
  );
  await run(id);
  const after = await row(id);
  expect(after).toMatchObject({ better_id: null, cut_id: null, object_key: `originals/${newFileId}` });
  expect(after.media_key).not.toBe(early.media_key);
  expect((await sizesAt(after.media_key!)).length).toBe(3);
  expect(await sizesAt(early.media_key!)).toEqual(['640x360']);
}, 120_000);
