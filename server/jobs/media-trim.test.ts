import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { decode } from '#server/adapters/media/media.fixtures.ts';
import { sendFile } from '#server/domains/upload/upload.fixtures.ts';
import { serveMedia } from '#server/http/media.ts';
import { movFile, videoFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { mediaPrepareWork } from './media-prepare.ts';
import { jobWorks } from './works.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [serveMedia], isPartial: true });
  await server.work(jobWorks(server.services));
});
// Each test has its own person: equal files of one person are stored once.
beforeEach(async () => {
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const content = async (id: string) => (await server.call(`GET /library/contents/${id}`, undefined, { as: ana })).body;
const account = () =>
  server.services.database.db
    .selectFrom('storage_accounts')
    .select(['used', 'reserved'])
    .where('scope', '=', ana.scope)
    .executeTakeFirstOrThrow();
const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000, interval: 200 });
const ready = async (name: string, source: Promise<string>): Promise<string> => {
  const id = newId();
  await sendFile(server, ana, { id, name, profile: 'video', bytes: await readFile(await source) });
  await poll(async () => (await content(id)).encodingStatus).toBe(4);
  return id;
};
const trim = (id: string, input: Record<string, unknown>) =>
  server.call(`POST /library/contents/${id}/trim`, { copyId: newId(), ...input }, { as: ana });
const video = () => videoFile({ seconds: 8 });
const media = async (id: string): Promise<string> =>
  (await server.call(`GET /mam/ondemand/${id}`, undefined, { as: ana })).body.data.embedUrlList[0].https.source
    .progressive;
const stored = (key: string) => server.services.objects.path(key)!;

test('VID-002 D-140 a copy is a new item that is prepared like an upload, has only the part, and counts what it takes', async () => {
  const id = await ready('Serve practice.mp4', video());
  const before = await account();
  const copyId = newId();
  const answer = await trim(id, { mode: 'copy', startMs: 2_000, endMs: 5_500, copyId });
  expect(answer.body).toMatchObject({
    id: copyId,
    contentId: copyId,
    filename: 'Serve practice (1).mp4',
    title: 'Serve practice (1)',
    encodingStatus: 0,
    active: false,
    isPublished: false,
  });
  await poll(async () => (await content(copyId)).encodingStatus).toBe(4);
  const copy = await content(copyId);
  expect(Math.abs(copy.duration - 3.5)).toBeLessThanOrEqual(1 / 30);
  expect(Math.abs(decode(stored(`originals/${copyId}`)).frames - 3.5 * 30)).toBeLessThanOrEqual(1);
  expect((await server.services.objects.stat(`originals/${copyId}`))!.sizeBytes).toBe(copy.originFileSize);
  expect(await account()).toEqual({ used: before.used + copy.originFileSize, reserved: before.reserved });
  expect((await content(id)).duration).toBeCloseTo(8, 1);
  expect((await fetch(server.url + (await media(copyId)))).status).toBe(200);
}, 120_000);

test('D-140 a copy is made although its original is deleted meanwhile, and leaves none of its bytes behind', async () => {
  const id = await ready('short-lived.mp4', video());
  const { body: copy } = await trim(id, { mode: 'copy', startMs: 0, endMs: 4_000 });
  await server.call(`DELETE /library/contents/video/${id}`, undefined, { as: ana });
  await poll(async () => (await content(copy.id)).encodingStatus).toBe(4);
  await poll(() => server.services.objects.stat(`originals/${id}`)).toBeNull();
  expect(await server.services.objects.stat(`originals/${copy.id}`)).not.toBeNull();
}, 120_000);

test('D-140 a replacement keeps the id; the video plays as it was until the part is ready, and then under a new address', async () => {
  const id = await ready('replaced.mov', movFile());
  const [before, was] = [await account(), await content(id)];
  const oldAddress = await media(id);
  const { body: waiting } = await trim(id, { mode: 'replace', startMs: 0, endMs: 3_000 });
  expect(waiting).toMatchObject({
    id,
    active: true,
    encodingStatus: 4,
    trim: { status: 0, progress: 0, reason: null },
  });
  expect((await trim(id, { mode: 'replace', startMs: 0, endMs: 3_000 })).body.errors[0].code).toBe('library.not_ready');
  await poll(async () => (await content(id)).trim).toBeNull();
  const now = await content(id);
  expect(now).toMatchObject({ id, active: true, approved: true, encodingStatus: 4, filename: 'replaced.mp4' });
  expect(now.thumbnail).not.toBe(was.thumbnail);
  expect(await account()).toEqual({
    used: before.used - was.originFileSize + now.originFileSize,
    reserved: before.reserved,
  });
  const newAddress = await media(id);
  expect(newAddress.split('/').at(-2)).not.toBe(oldAddress.split('/').at(-2));
  // A player that runs still has the old address.
  expect((await fetch(server.url + oldAddress)).status).toBe(200);
  expect((await fetch(server.url + newAddress)).status).toBe(200);
  await poll(() => server.services.objects.stat(`originals/${id}`)).toBeNull();
  const kinds = await server.services.database.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', ana.userId)
    .where('text', 'like', '%replaced%')
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['content_ready', 'content_ready']);
}, 120_000);

test('D-140 a replacement that is asked for while the video is still being prepared comes after that, moves its captions, and is what its owner is told of', async () => {
  const id = newId();
  await sendFile(server, ana, { id, name: 'early.mp4', profile: 'video', bytes: await readFile(await video()) });
  const cue = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });
  const cues = [cue(0, 900, 'Before'), cue(2_000, 3_000, 'Within'), cue(6_000, 7_000, 'After')];
  await server.call(`PUT /library/contents/${id}/captions/en`, { cues }, { as: ana });
  const { body } = await trim(id, { mode: 'replace', startMs: 1_000, endMs: 4_000 });
  expect(body.trim).toMatchObject({ status: 0 });
  await poll(async () => {
    const row = await content(id);
    return row.encodingStatus === 4 && row.trim === null;
  }).toBe(true);
  expect(Math.abs((await content(id)).duration - 3)).toBeLessThanOrEqual(1 / 30);
  const captions = await server.call(`GET /library/contents/${id}/captions`, undefined, { as: ana });
  expect(captions.body.tracks).toMatchObject([{ language: 'en', cues: [cue(1_000, 2_000, 'Within')] }]);
  const told = server.services.database.db.selectFrom('notifications').select('kind').where('user_id', '=', ana.userId);
  expect(await told.execute()).toEqual([{ kind: 'content_ready' }]);
}, 120_000);

test('D-140 an edit that fails leaves the video as it was, says so, and can be made again', async () => {
  const id = await ready('unbroken.mp4', video());
  const [before, was] = [await account(), await content(id)];
  // The stored file breaks: nothing can be cut out of it.
  await server.services.objects.put(`originals/${id}`, Buffer.alloc(2_000, 7), { contentType: 'video/mp4' });
  await trim(id, { mode: 'replace', startMs: 0, endMs: 4_000 });
  await poll(async () => (await content(id)).trim?.status).toBeLessThan(0);
  const { trim: failed, ...row } = await content(id);
  expect(failed.reason).toBe('The edit could not be made. The video is unchanged. Open the editor and try again.');
  expect(row).toEqual({ ...was, trim: undefined });
  const { body: copy } = await trim(id, { mode: 'copy', startMs: 0, endMs: 4_000 });
  await poll(async () => (await content(copy.id)).encodingStatus).toBeLessThan(0);
  expect((await content(copy.id)).reviewReason).toContain('The video is unchanged. Delete this item');
  const told = await server.services.database.db
    .selectFrom('notifications')
    .select(['text', 'link'])
    .where('kind', '=', 'trim_failed')
    .where('user_id', '=', ana.userId)
    .execute();
  expect(told).toHaveLength(2);
  for (const { text, link } of told)
    expect([text, link]).toEqual([
      expect.stringMatching(/^‘.+’ could not be edited\. The video is unchanged\.$/),
      expect.stringMatching(/^\/library/),
    ]);
  expect(await account()).toEqual(before);
  expect(await server.services.objects.stat(`originals/${id}`)).not.toBeNull();
  expect((await fetch(server.url + (await media(id)))).status).toBe(200);

  const bytes = await readFile(await video());
  await server.services.objects.put(`originals/${id}`, bytes, { contentType: 'video/mp4' });
  await trim(id, { mode: 'replace', startMs: 0, endMs: 4_000 });
  await poll(async () => (await content(id)).trim).toBeNull();
  expect(Math.abs((await content(id)).duration - 4)).toBeLessThanOrEqual(1 / 30);
}, 120_000);

test('decision 0035 an edit counts its minutes of the day like an upload, also of a video that was encoded today', async () => {
  const id = await ready('counted.mp4', video());
  await trim(id, { mode: 'replace', startMs: 0, endMs: 3_500 });
  await poll(async () => (await content(id)).trim).toBeNull();
  const prices = await server.services.database.db
    .selectFrom('encodings')
    .select(['content_id', 'seconds', 'begun_at'])
    .where('scope', '=', ana.scope)
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute();
  expect(prices[0]!.content_id).not.toBe(id);
  expect(prices[0]!.seconds).toBeCloseTo(3.5, 2);
  expect(prices[0]!.begun_at).not.toBeNull();
}, 120_000);

test('D-140 an edit that is cancelled while it runs changes nothing and leaves nothing behind', async () => {
  const id = await ready('kept.mp4', videoFile({ seconds: 10, width: 640, height: 360 }));
  const [before, was] = [await account(), await content(id)];
  await trim(id, { mode: 'replace', startMs: 0, endMs: 8_000 });
  const workId = async () =>
    (
      await server.services.database.db
        .selectFrom('contents')
        .select('cut_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).cut_id!;
  const editId = await workId();
  await poll(async () => (await content(id)).trim?.status).toBe(3);
  await server.call(`DELETE /library/contents/${id}/trim`, undefined, { as: ana });
  await poll(async () => {
    const active = await server.services.database.pool.query(
      `select 1 from jobs.job where name = 'media.prepare' and state < 'completed' and data->>'contentId' = $1`,
      [id],
    );
    return active.rows.length;
  }).toBe(0);
  await poll(async () => [
    await server.services.objects.stat(`originals/${editId}`),
    await server.services.objects.stat(`media/${editId}/master.m3u8`),
  ]).toEqual([null, null]);
  expect(await content(id)).toEqual(was);
  expect(await account()).toEqual(before);
}, 120_000);

test('F14 a server that stops during an edit leaves the video as it was: the next run completes the edit', async () => {
  const { services } = server;
  // Only this test's runs: no job is sent.
  const [id, editId] = [newId(), newId()];
  const bytes = await readFile(await videoFile({ seconds: 10, width: 640, height: 360 }));
  await services.objects.put(`originals/${id}`, bytes, { contentType: 'video/mp4' });
  await services.database.db
    .insertInto('contents')
    .values({
      id,
      scope: ana.scope,
      title: 'stop',
      filename: `stop-${id}.mp4`,
      type: 'video',
      duration: 10,
      origin_file_size: bytes.length,
      object_key: `originals/${id}`,
      media_key: `media/${id}`,
      is_reserved: false,
      active: true,
      approved: true,
      encoding_status: 4,
      cut_id: editId,
      cut_from_ms: 1_000,
      cut_to_ms: 7_000,
      cut_status: 0,
      created_by: ana.userId,
    })
    .execute();
  const stopping = new AbortController();
  const running = mediaPrepareWork(services).run({ contentId: id }, stopping.signal);
  await expect.poll(async () => (await content(id)).trim?.status, { timeout: 30_000, interval: 50 }).toBe(3);
  stopping.abort();
  await expect(running).rejects.toThrow();
  expect(await content(id)).toMatchObject({ active: true, encodingStatus: 4, duration: 10 });
  await mediaPrepareWork(services).run({ contentId: id }, new AbortController().signal);
  const done = await content(id);
  expect(done).toMatchObject({ active: true, encodingStatus: 4, trim: null });
  expect(Math.abs(done.duration - 6)).toBeLessThanOrEqual(1 / 30);
}, 120_000);
