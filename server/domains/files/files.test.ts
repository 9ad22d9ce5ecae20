import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveMedia } from '#server/http/media.ts';
import { pictureFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { filesHandlers, pictureUrl } from './index.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers: filesHandlers, routes: [serveMedia], isPartial: true });
  ana = await server.addPerson();
});
afterAll(() => server.close());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = async (bytes: Buffer, hash = sha256(bytes), as = ana) => {
  const answer = await fetch(`${server.url}/api/files/${hash}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${as.token}`, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: await answer.json() };
};

test('a picture is stored once, under a separate address for every scope, and served upright as JPEG', async () => {
  const bytes = await readFile(await pictureFile('png', 320, 200));
  const first = await put(bytes);
  expect(first).toMatchObject({
    status: 200,
    body: { sha256: sha256(bytes), url: expect.stringMatching(/^\/pictures\/[\w-]{32}\.jpg$/) },
  });
  expect(await put(bytes)).toEqual(first);
  const ben = await server.addPerson();
  const other = await put(bytes, undefined, ben);
  expect(other.body.url).not.toBe(first.body.url);
  const shown = await fetch(server.url + first.body.url);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(1000);

  const { db } = server.services.database;
  expect(await pictureUrl(db, ana.scope, sha256(bytes))).toBe(first.body.url);
  expect(await pictureUrl(db, ana.scope, first.body.url)).toBe(first.body.url);
  await expect(pictureUrl(db, ana.scope, other.body.url)).rejects.toMatchObject({ code: 'file.missing' });
  await expect(pictureUrl(db, ana.scope, 'f'.repeat(64))).rejects.toMatchObject({ code: 'file.missing' });
});

test('a wrong hash, a file that is not a picture, a broken picture and one above 10 MB are refused', async () => {
  const bytes = await readFile(await pictureFile('jpg', 320, 200));
  expect((await put(bytes, 'a'.repeat(64))).body.errors[0].code).toBe('file.wrong_digest');
  expect((await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body.errors[0].code).toBe(
    'file.not_a_picture',
  );
  expect((await put(Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(50)]))).body.errors[0].code).toBe(
    'file.not_a_picture',
  );
  expect((await put(Buffer.alloc(10_000_001))).status).toBe(413);
});
