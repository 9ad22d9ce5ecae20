import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { digestsOf, sendChunk, sendFile, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { serveMedia } from '#server/http/media.ts';
import { audioFile, pdfFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { jobWorks } from './works.ts';

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [serveMedia], isPartial: true });
  await server.work(jobWorks(server.services));
});
afterAll(() => server.close());

const call = (line: string, as = ana) => server.call(line, undefined, { as });
const content = async (id: string, as = ana) => (await call(`GET /library/contents/${id}`, as)).body;
const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000, interval: 200 });
const people = async () => {
  ana = await server.addPerson({ isEducator: true });
  ben = await server.addPerson({ isEducator: true });
};
const aFile = (bytes: Buffer, profile: SentFile['profile'] = 'audio'): SentFile => {
  const id = newId();
  return { id, name: `${id}.${profile === 'text' ? 'pdf' : 'mp3'}`, profile, bytes };
};
const sound = async (seconds = 1) => readFile(await audioFile('mp3', seconds));
const ready = async (bytes: Buffer, as = ana, profile: SentFile['profile'] = 'audio') => {
  const file = aFile(bytes, profile);
  expect((await sendFile(server, as, file)).status).toBe(200);
  await poll(async () => (await content(file.id, as)).encodingStatus).toBe(4);
  return file.id;
};
const account = (as = ana) =>
  server.services.database.db
    .selectFrom('storage_accounts')
    .select(['used', 'reserved'])
    .where('scope', '=', as.scope)
    .executeTakeFirstOrThrow();
const download = async (id: string, as = ana) => {
  const answer = await fetch(`${server.url}/api/library/contents/${id}/download`, {
    headers: { Authorization: `Bearer ${as.token}` },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const playing = async (id: string, as = ana) => {
  const [source] = (await call(`GET /mam/ondemand/${id}`, as)).body.data.embedUrlList;
  return (await fetch(server.url + source.https.source.progressive)).status;
};
const folder = (name: string) => path.join(server.services.objects.path('originals')!, '..', name);
const stored = async () => ({
  originals: (await readdir(folder('originals'))).length,
  media: (await readdir(folder('media'))).length,
});

test('equal bytes of one owner are stored and prepared once; each item plays until it is deleted, the bytes go with the last one', async () => {
  await people();
  const bytes = await sound();
  const first = await ready(bytes);
  const before = await stored();
  const second = await ready(bytes);
  expect(await stored()).toEqual(before);
  // Each item counts what it shows, like a copy that is made on purpose (D-102).
  expect(await account()).toEqual({ used: 2 * bytes.length, reserved: 0 });

  await call(`DELETE /library/contents/audio/${first}`);
  expect(await account()).toEqual({ used: bytes.length, reserved: 0 });
  expect(await playing(second)).toBe(200);
  const third = await ready(bytes);
  expect(await stored()).toEqual(before);
  for (const id of [second, third]) {
    expect(await playing(id)).toBe(200);
    expect((await download(id)).bytes.equals(bytes)).toBe(true);
  }
  await call(`DELETE /library/contents/audio/${second}`);
  await call(`DELETE /library/contents/audio/${third}`);
  await poll(stored).toEqual({ originals: before.originals - 1, media: before.media - 1 });
}, 120_000);

test('a small PDF that comes at a signed address is stored once as well', async () => {
  await people();
  const bytes = await readFile(await pdfFile(2));
  const first = await ready(bytes, ana, 'text');
  const before = await stored();
  const id = newId();
  const record = { contentId: id, filename: `${id}.pdf`, type: 'text', fileSize: bytes.length };
  await server.call('POST /library/contents', record, { as: ana });
  const { url } = (await server.call(`POST /library/contents/${id}/upload-credentials`, {}, { as: ana })).body;
  const put = await fetch(server.url + url, { method: 'PUT', body: new Uint8Array(bytes) });
  expect(put.status).toBe(204);
  await poll(async () => (await content(id)).encodingStatus).toBe(4);
  await poll(stored).toEqual(before);
  await call(`DELETE /library/contents/text/${first}`);
  expect((await download(id)).bytes.equals(bytes)).toBe(true);
}, 120_000);

test('equal bytes of two owners are never shared', async () => {
  await people();
  const bytes = await sound(2);
  const [mine, theirs] = [await ready(bytes), await ready(bytes, ben)];
  const rows = await server.services.database.db
    .selectFrom('contents')
    .select(['object_key', 'media_key', 'sha256'])
    .where('id', 'in', [mine, theirs])
    .execute();
  expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(1);
  expect(new Set(rows.map(({ object_key: key }) => key)).size).toBe(2);
  expect(new Set(rows.map(({ media_key: key }) => key)).size).toBe(2);
}, 120_000);

test('whoever knows the hashes of another person’s file gets nothing for them', async () => {
  await people();
  const bytes = await sound(3);
  const victim = await ready(bytes);
  const { sha256 } = await content(victim);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  // The same length and the same digests, but not the bytes.
  const attack = aFile(Buffer.alloc(bytes.length, 1));
  const options = { digests: digestsOf(bytes) };
  const refused = await sendChunk(server, ben, attack, { firstUnit: 0, units: 1 }, options);
  expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([409, 'upload.wrong_digest']);
  expect((await content(attack.id, ben)).errors[0].code).toBe('access.not_found');
  // Nothing of an upload with the same hashes tells that somebody has the file.
  expect((await call(`GET /mam/uploads/${attack.id}`, ben)).body.data).toEqual({
    received: [],
    length: null,
    contentId: null,
  });
  expect((await download(victim, ben)).status).toBe(404);
  // The same against an own file: an item comes of bytes only.
  const own = aFile(Buffer.alloc(bytes.length, 1));
  expect((await sendChunk(server, ana, own, { firstUnit: 0, units: 1 }, options)).status).toBe(409);
}, 120_000);

test('an original that was lost is stored again instead of shared', async () => {
  await people();
  const bytes = await sound(4);
  const first = await ready(bytes);
  await server.services.objects.deletePrefix(`originals/${first}`);
  const second = await ready(bytes);
  expect((await download(second)).bytes.equals(bytes)).toBe(true);
}, 120_000);
