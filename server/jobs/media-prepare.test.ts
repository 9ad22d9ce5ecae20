import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { signMedia } from '#server/domains/media/index.ts';
import { serveMedia } from '#server/http/media.ts';
import { sendFile, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { ENCRYPTED, makePdf } from '#server/adapters/media/pdf.fixtures.ts';
import { audioFile, pdfFile, pictureFile, textNamedVideo, videoFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { mediaPrepareWork } from './media-prepare.ts';
import { jobWorks } from './works.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [serveMedia], isPartial: true });
  await server.work(jobWorks(server.services));
});
// Each test has its own person: equal files of one person are stored and prepared once.
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
const upload = async (source: string | Buffer, name: string, profile: SentFile['profile']): Promise<SentFile> => {
  const file = { id: newId(), name, profile, bytes: typeof source === 'string' ? await readFile(source) : source };
  expect((await sendFile(server, ana, file)).body.data?.contentId).toBe(file.id);
  return file;
};
const ended = (id: string) =>
  expect
    .poll(
      async () => {
        const { encodingStatus } = await content(id);
        return encodingStatus === 4 || encodingStatus < 0;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(true);
const notices = async (id: string) =>
  (
    await server.services.database.db
      .selectFrom('notifications')
      .select(['kind'])
      .where('cause', 'like', `%:${id}`)
      .execute()
  ).map(({ kind }) => kind);

test('UPL-004 UPL-010 UPL-046 UPL-050 a video becomes HLS, a progressive file, a poster and a length; its storage counts as used, not reserved; its owner is notified', async () => {
  const before = await account();
  const file = await upload(await videoFile(), 'Serve practice.mp4', 'video');
  expect(await account()).toEqual({ used: before.used, reserved: before.reserved + file.bytes.length });
  await ended(file.id);
  const row = await content(file.id);
  expect(row).toMatchObject({
    encodingStatus: 4,
    encodingProgress: 100,
    active: true,
    approved: true,
    reviewStatus: 'approved',
    reviewReason: null,
    originFileSize: file.bytes.length,
  });
  expect(row.duration).toBeCloseTo(3, 0);
  expect(await account()).toEqual({ used: before.used + file.bytes.length, reserved: before.reserved });

  const encoding = (await server.call(`GET /mam/ondemand/${file.id}`, undefined, { as: ana })).body.data;
  expect(encoding).toMatchObject({
    onDemandEncodingStatus: 4,
    fileName: 'Serve practice.mp4',
    title: 'Serve practice',
  });
  const progressive = await fetch(server.url + encoding.embedUrlList[0].https.source.progressive);
  expect(progressive.headers.get('content-type')).toBe('video/mp4');
  expect((await progressive.arrayBuffer()).byteLength).toBe(Number(progressive.headers.get('content-length')));
  const { base } = signMedia(server.services, file.id, server.services.now());
  expect(await (await fetch(`${server.url}${base}/master.m3u8`)).text()).toContain('#EXT-X-STREAM-INF');
  const picture = await fetch(server.url + row.thumbnail);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  await picture.arrayBuffer();
  expect((await server.call(`GET /library/contents/${file.id}/active-status`, undefined, { as: ana })).body).toEqual({
    status: 'active',
  });
  expect((await server.call(`GET /library/contents/${file.id}/review-status`, undefined, { as: ana })).body).toEqual({
    status: 'approved',
  });
  expect(await notices(file.id)).toEqual(['content_ready']);
}, 90_000);

test('a sound gets a waveform, a PDF its pages, first page and document', async () => {
  const sound = await upload(await audioFile(), 'talk.mp3', 'audio');
  const text = await upload(await pdfFile(3), 'plan.pdf', 'text');
  await ended(sound.id);
  await ended(text.id);
  const prepared = await content(sound.id);
  expect(prepared).toMatchObject({ encodingStatus: 4, type: 'audio', approved: true });
  expect(prepared.thumbnail).toMatch(/^\/pictures\/[\w-]{32}\.svg$/);
  expect(await (await fetch(server.url + prepared.thumbnail)).text()).toContain('<svg');
  const read = await content(text.id);
  expect(read).toMatchObject({ encodingStatus: 4, type: 'text', pagesCount: 3, duration: null });
  const { base } = signMedia(server.services, text.id, server.services.now());
  const pdf = await fetch(`${server.url}${base}/document.pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await pdf.arrayBuffer()).equals(text.bytes)).toBe(true);
}, 90_000);

test('UPL-011 UPL-012 an unusable file is rejected with a reason, frees its storage and its bytes at once, and its owner is notified', async () => {
  const before = await account();
  const locked = await upload(makePdf([{}], { trailer: ENCRYPTED }), 'secret.pdf', 'text');
  const sound = await upload(await audioFile('m4a'), 'sound.mp4', 'video');
  await ended(locked.id);
  await ended(sound.id);
  expect(await content(locked.id)).toMatchObject({
    encodingStatus: -2,
    active: false,
    reviewStatus: 'rejected',
    reviewReason: 'This PDF is protected by a password. Please upload one without.',
  });
  expect(await content(sound.id)).toMatchObject({
    encodingStatus: -2,
    reviewReason: 'This file is not a video. Export it as a video and upload that.',
  });
  expect(await notices(sound.id)).toEqual(['content_rejected']);
  expect(
    (await server.call(`GET /library/contents/${locked.id}/active-status`, undefined, { as: ana })).body.status,
  ).toBe('Failed upload to Mainstreaming. Please, try again');
  expect(await account()).toEqual(before);
  await expect
    .poll(() => Promise.all([locked, sound].map(({ id }) => server.services.objects.stat(`originals/${id}`))), {
      timeout: 10_000,
    })
    .toEqual([null, null]);
  await server.call(
    'POST /library/contents/delete',
    {
      items: [
        { type: 'text', id: locked.id },
        { type: 'video', id: sound.id },
        { type: 'video', id: newId() },
      ],
    },
    { as: ana },
  );
  expect(await account()).toEqual(before);
}, 60_000);

test('a text that begins like a video passes the first check and is rejected by the full one', async () => {
  const words = await readFile(await textNamedVideo());
  const start = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
  const file = await upload(Buffer.concat([start, words]), 'words.mp4', 'video');
  await ended(file.id);
  expect(await content(file.id)).toMatchObject({
    encodingStatus: -2,
    reviewStatus: 'rejected',
    reviewReason:
      'This file is broken or cannot be read. Check that it opens on your device, export it again and upload that.',
  });
}, 60_000);

test('preparing twice, also at the same time, changes nothing and counts the storage once', async () => {
  const file = await upload(await audioFile('wav'), 'again.wav', 'audio');
  const work = mediaPrepareWork(server.services);
  const signal = new AbortController().signal;
  await Promise.all([work.run({ contentId: file.id }, signal), work.run({ contentId: file.id }, signal)]);
  await ended(file.id);
  const [after, row] = [await account(), await content(file.id)];
  await work.run({ contentId: file.id }, signal);
  expect(await account()).toEqual(after);
  expect(await content(file.id)).toEqual(row);
  expect(await notices(file.id)).toEqual(['content_ready']);
}, 60_000);

test('a publication of a content in preparation goes live when it is ready; deleting the content removes it', async () => {
  const { db } = server.services.database;
  const [communityId, channelId, publicationId] = [newId(), newId(), newId()];
  await db
    .insertInto('sports')
    .values({ id: 'tennis', name: 'Tennis', position: 1, sport_type: 'Launched' })
    .onConflict((on) => on.doNothing())
    .execute();
  await db.insertInto('communities').values({ id: communityId, scope: ana.scope, sport_id: 'tennis' }).execute();
  await db
    .insertInto('channels')
    .values({
      id: channelId,
      scope: ana.scope,
      community_id: communityId,
      sport_id: 'tennis',
      name: `C ${channelId}`,
      author_id: ana.userId,
    })
    .execute();
  const file = await upload(await audioFile('m4a'), 'waiting.m4a', 'audio');
  const picture = await pictureFile('jpg', 320, 200).then((name) => readFile(name));
  const hash = createHash('sha256').update(picture).digest('hex');
  await fetch(`${server.url}/api/files/${hash}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${ana.token}` },
    body: new Uint8Array(picture),
  });
  const published = await server.call(
    `POST /channels/${channelId}/published-contents`,
    { id: publicationId, contentId: file.id, title: 'Waiting', coverImage: hash },
    { as: ana },
  );
  expect(published.status).toBe(200);
  await ended(file.id);
  const isLive = async () =>
    (await db.selectFrom('publications').select('is_live').where('id', '=', publicationId).executeTakeFirst())?.is_live;
  expect(await isLive()).toBe(true);
  expect((await content(file.id)).isPublished).toBe(true);
  expect((await server.call(`DELETE /library/contents/audio/${file.id}`, undefined, { as: ana })).status).toBe(204);
  expect(await isLive()).not.toBe(true);
  await expect.poll(() => server.services.objects.stat(`media/${file.id}/master.m3u8`)).toBeNull();
}, 60_000);

test('F14 a server that stops during the work leaves no partial result: the next run completes it', async () => {
  const { services } = server;
  const stopping = new AbortController();
  // Only this test's worker runs the job: it takes it before the queue hands it out.
  const id = newId();
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
      origin_file_size: bytes.length,
      object_key: `originals/${id}`,
      is_reserved: false,
      created_by: ana.userId,
    })
    .execute();
  const running = mediaPrepareWork(services).run({ contentId: id }, stopping.signal);
  await expect.poll(async () => (await content(id)).encodingStatus).toBe(3);
  stopping.abort();
  await expect(running).rejects.toThrow();
  expect(await content(id)).toMatchObject({ active: false, approved: false });
  expect((await readdir(await services.objects.workFolder())).filter((name) => name.startsWith('prepare-'))).toEqual(
    [],
  );
  await mediaPrepareWork(services).run({ contentId: id }, new AbortController().signal);
  expect(await content(id)).toMatchObject({ encodingStatus: 4, approved: true });
}, 120_000);

test('a content deleted while it is prepared leaves no media behind', async () => {
  const { services } = server;
  const before = await account();
  const file = await upload(await videoFile({ seconds: 4 }), 'gone.mp4', 'video');
  await expect.poll(async () => (await content(file.id)).encodingStatus ?? 4).toBeGreaterThan(1);
  await server.call(`DELETE /library/contents/video/${file.id}`, undefined, { as: ana });
  await expect
    .poll(
      async () => [
        await services.objects.stat(`originals/${file.id}`),
        await services.objects.stat(`media/${file.id}/master.m3u8`),
      ],
      { timeout: 30_000 },
    )
    .toEqual([null, null]);
  expect(await account()).toEqual(before);
}, 60_000);
