import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { signMedia } from '#server/domains/media/index.ts';
import { sendFile, videoLike, worksWithoutPreparing } from '#server/domains/upload/upload.fixtures.ts';
import { handlers } from '#server/handlers.ts';
import { serveMedia } from '#server/http/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [serveMedia], isPartial: true });
  await server.work(worksWithoutPreparing(server));
  ana = await server.addPerson({ isEducator: true });
  ben = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const call = (...args: Parameters<TestServer['call']>) => server.call(...args);
const upload = async (name: string): Promise<string> => {
  const file = { id: newId(), name, profile: 'video' as const, bytes: videoLike(2000) };
  expect((await sendFile(server, ana, file)).status).toBe(200);
  return file.id;
};

test('D-101 the original is saved by a link of half an hour, in parts too, and only by who may', async () => {
  const id = await upload('Übung "eins".mp4');
  const path = `/library/contents/${id}/download-link`;
  expect((await call(`GET ${path}`, undefined, { as: ben })).status).toBe(404);
  const { body } = await call(`GET ${path}`, undefined, { as: ana });
  expect(body).toMatchObject({ filename: 'Übung _eins_.mp4', sizeBytes: 2000 });
  const whole = await fetch(server.url + body.url);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-length': '2000',
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="_bung _eins_.mp4"; filename*=UTF-8''%C3%9Cbung%20_eins_.mp4`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  const bytes = Buffer.from(await whole.arrayBuffer());
  const part = await fetch(server.url + body.url, {
    headers: { Range: 'bytes=1000-', 'If-Range': whole.headers.get('etag')! },
  });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/2000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
});

test('a link to the original opens nothing else, and ends', async () => {
  const [id, other] = [await upload('one.mp4'), await upload('two.mp4')];
  const { body } = await call(`GET /library/contents/${id}/download-link`, undefined, { as: ana });
  const media = signMedia(server.services, id, server.services.now()).base;
  for (const forged of [body.url.replace(id, other), body.url.replace('/original', '/video.mp4'), `${media}/original`])
    expect((await fetch(server.url + forged)).status).toBe(403);
  server.setNow(new Date(Date.parse(body.expiresAt)));
  expect((await fetch(server.url + body.url)).status).toBe(403);
});
