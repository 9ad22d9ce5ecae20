import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { readRange } from '#server/calls/send-object.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { serveMedia } from '#server/http/media.ts';
import { signMedia } from './index.ts';

const BYTES = Buffer.from('0123456789abcdef');
const NOW = new Date('2026-05-01T12:03:00Z');
let server: TestServer;
let contentId: string;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ handlers: {}, routes: [serveMedia], isPartial: true });
  const ana = await server.addPerson({ isEducator: true });
  contentId = newId();
  await server.services.database.db
    .insertInto('contents')
    .values({
      id: contentId,
      scope: ana.scope,
      title: 'a',
      filename: 'a.mp4',
      type: 'video',
      origin_file_size: 16,
      object_key: `originals/${contentId}`,
      media_key: `media/${contentId}`,
      created_by: ana.userId,
    })
    .execute();
  await server.services.objects.put(`media/${contentId}/video.mp4`, BYTES, { contentType: 'video/mp4' });
  server.setNow(NOW);
  address = `${server.url}${signMedia(server.services, contentId, NOW).base}/video.mp4`;
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });

describe('signed media', () => {
  test('a whole file has the headers that a player and a browser need, and nothing in it can be executed', async () => {
    const answer = await get(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '16',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=1800',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(await answer.text()).toBe('0123456789abcdef');
    expect((await get(address, { 'If-None-Match': answer.headers.get('etag')! })).status).toBe(304);
    const head = await get(address, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '16']);
  });

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/16'],
    ['bytes=10-', 206, 'abcdef', 'bytes 10-15/16'],
    ['bytes=-2', 206, 'ef', 'bytes 14-15/16'],
    ['bytes=5-999', 206, '56789abcdef', 'bytes 5-15/16'],
    ['bytes=16-', 416, '', 'bytes */16'],
    ['bytes=-0', 416, '', 'bytes */16'],
    ['bytes=0-1,4-5', 200, '0123456789abcdef', null],
    ['bytes=4-1', 200, '0123456789abcdef', null],
    ['items=1-2', 200, '0123456789abcdef', null],
  ])('a range %s is answered %i with exactly its bytes', async (range, status, text, contentRange) => {
    const answer = await get(address, { Range: range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
  });

  test('a range of another version of the file returns the whole file', async () => {
    const answer = await get(address, { Range: 'bytes=0-3', 'If-Range': '"other"' });
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789abcdef']);
  });

  test('an empty file has no range', () => {
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(readRange(undefined, 0)).toBe('none');
  });

  test('a missing, changed or expired token, or one of another content, is refused', async () => {
    const token = address.split('/')[4]!;
    const [expiry, mac] = token.split('.') as [string, string];
    const later = (Number.parseInt(expiry, 36) + 3600).toString(36);
    const flipped = mac.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'));
    for (const forged of [
      `${expiry}.${flipped}`,
      `${later}.${mac}`,
      `${expiry}.`,
      expiry,
      'x',
      `${expiry}.${mac.slice(0, 31)}`,
      `${expiry}.${mac}A`,
    ]) {
      expect((await get(address.replace(token, forged))).status).toBe(403);
    }
    expect((await get(address.replace(contentId, newId()))).status).toBe(403);
    server.setNow(new Date(NOW.getTime() + 30 * 60_000));
    expect((await get(address)).status).toBe(403);
    server.setNow(NOW);
    expect((await get(address)).status).toBe(200);
  });

  test('D-207 addresses last almost half an hour, and are the same for some minutes', () => {
    const { base, expiresAt } = signMedia(server.services, contentId, NOW);
    expect(expiresAt).toBe('2026-05-01T12:30:00.000Z');
    expect(signMedia(server.services, contentId, new Date(NOW.getTime() + 60_000)).base).toBe(base);
  });

  test.each(['../../originals/x', '..%2f..%2foriginals', '.hidden', 'nothing.mp4', 'a%00b'])(
    'the file %s is not found',
    async (file) => {
      expect((await get(address.replace('video.mp4', file))).status).toBe(404);
    },
  );
});

describe('pictures', () => {
  test('have permanent addresses that may be cached forever', async () => {
    await server.services.objects.put('pictures/aaaaaaaaaaaaaaaaaaaa.svg', Buffer.from('<svg/>'), {
      contentType: 'image/svg+xml',
    });
    const answer = await get(`${server.url}/pictures/aaaaaaaaaaaaaaaaaaaa.svg`);
    expect(await answer.text()).toBe('<svg/>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    for (const name of ['missing-picture.jpg', '../originals', 'short.jpg', 'aaaaaaaaaaaaaaaaaaaa.html']) {
      expect((await get(`${server.url}/pictures/${name}`)).status).toBe(404);
    }
  });
});
