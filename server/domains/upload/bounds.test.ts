import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import {
  chunkRequest,
  sendChunk,
  sendFile,
  videoLike,
  worksWithoutPreparing,
  type SentFile,
} from './upload.fixtures.ts';

/* The attacks on memory of a security review: what one client may hold, and what everybody else still gets. */

/** 12 MB of it for units of chunks: eleven at the same time. */
const BODIES_MB = '24';
const UNITS_AT_ONCE = 11;
/** For a busy machine. */
const SOON = { timeout: 20_000 };

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true }, { BODIES_MB });
  await server.work(worksWithoutPreparing(server));
  ana = await server.addPerson({ isEducator: true });
});
const open: ClientRequest[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await expect.poll(() => server.services.bounds.units.heldBytes, SOON).toBe(0);
});
afterAll(() => server.close());

const aFile = (units = 1): SentFile => ({
  id: newId(),
  name: `clip-${newId()}.mp4`,
  profile: 'video',
  bytes: videoLike(units * UNIT_BYTES),
});

/** Sends the headers of a request and the first bytes of its body, and no more. */
const begin = (url: string, headers: Record<string, string>, bytes: Buffer): ClientRequest => {
  const sending = httpRequest(url, { method: 'POST', headers, agent: false });
  sending.on('error', () => {});
  sending.flushHeaders();
  sending.write(bytes);
  open.push(sending);
  return sending;
};
/** A chunk that stops ten bytes before its end. */
const stall = (person: TestPerson, file = aFile()): ClientRequest => {
  const { url, headers, body } = chunkRequest(server, person, file, { firstUnit: 0, units: 1 });
  return begin(url, headers, body.subarray(0, -10));
};
const answerOf = async (sending: ClientRequest) => {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer) text += String(part);
  return {
    status: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
    code: (JSON.parse(text) as { errors?: { code: string }[] }).errors?.[0]?.code,
  };
};
const held = () => server.services.bounds.units.heldBytes / UNIT_BYTES;
const BUSY = { status: 503, code: 'server.busy', retryAfter: '5' };

describe('chunks that stand still', () => {
  test('one person holds four units at most, however many they begin, and others send meanwhile', async () => {
    for (let index = 0; index < 16; index += 1) stall(ana);
    await expect.poll(held, SOON).toBe(4);
    expect(await answerOf(stall(ana))).toEqual(BUSY);
    expect(held()).toBe(4);
    const ben = await server.addPerson({ isEducator: true });
    expect((await sendFile(server, ben, aFile(2))).status).toBe(200);
  });

  test('when the memory for units is used up a chunk is refused until later, and calls are answered', async () => {
    const people = await Promise.all([1, 2, 3].map(() => server.addPerson({ isEducator: true })));
    for (const person of people) for (let index = 0; index < 4; index += 1) stall(person);
    await expect.poll(held, SOON).toBe(UNITS_AT_ONCE);
    const file = aFile();
    const refused = await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([503, 'server.busy']);
    expect((await server.call('GET /users/me', undefined, { as: ana })).status).toBe(200);
    open.shift()!.destroy();
    open.shift()!.destroy();
    await expect.poll(held, SOON).toBeLessThan(UNITS_AT_ONCE);
    expect((await sendChunk(server, ana, file, { firstUnit: 0, units: 1 })).status).toBe(200);
  });

  test('a chunk that only announces its bytes gets no memory', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => server.addPerson({ isEducator: true })));
    for (const person of people)
      for (let index = 0; index < 4; index += 1) {
        const { url, headers } = chunkRequest(server, person, aFile(), { firstUnit: 0, units: 1 });
        begin(url, headers, Buffer.alloc(0));
      }
    expect((await sendChunk(server, ana, aFile(), { firstUnit: 0, units: 1 })).status).toBe(200);
    expect(held()).toBe(0);
  });
});

describe('a body is not read before it is known that it may be kept', () => {
  const formHeaders = (file: SentFile, lengthBytes: number) => ({
    ...chunkRequest(server, ana, file, { firstUnit: 0, units: 1 }, { lengthBytes }).headers,
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': String(Math.floor(15.9 * UNIT_BYTES)),
  });
  const url = () => `${server.url}/api/mam/ondemand`;

  test('a form without room is refused before its first byte', async () => {
    const refused = begin(url(), formHeaders(aFile(), 4e9 + 1), Buffer.alloc(0));
    expect(await answerOf(refused)).toMatchObject({ status: 409, code: 'library.out_of_storage' });
  });

  test('a form of another person’s upload and of one that has ended is refused before its first byte', async () => {
    const file = aFile(2);
    const ben = await server.addPerson({ isEducator: true });
    await sendChunk(server, ben, file, { firstUnit: 0, units: 1 });
    expect(await answerOf(begin(url(), formHeaders(file, file.bytes.length), Buffer.alloc(0)))).toMatchObject({
      status: 404,
    });
    const cancelled = aFile();
    await server.call(`DELETE /mam/uploads/${cancelled.id}`, undefined, { as: ana });
    expect(await answerOf(begin(url(), formHeaders(cancelled, UNIT_BYTES), Buffer.alloc(0)))).toMatchObject({
      status: 410,
    });
  });

  test('one person has two forms in work, two more wait, and further ones are refused', async () => {
    const begun = Array.from({ length: 5 }, () => begin(url(), formHeaders(aFile(), UNIT_BYTES), Buffer.alloc(1)));
    // Whichever of the five comes last: the other four are not answered before their bodies stop.
    expect(await Promise.race(begun.map(answerOf))).toEqual(BUSY);
  });
});

test('JSON that is never finished is given up after 30 seconds', async () => {
  const { json } = server.services.bounds;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '200000' };
    const refused = answerOf(begin(`${server.url}/api/auth/login`, headers, Buffer.from('{"username":"')));
    await expect.poll(() => json.heldBytes, SOON).toBeGreaterThan(0);
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => json.heldBytes, SOON).toBe(0);
    expect(await refused).toMatchObject({ status: 408, code: 'request.too_slow' });
  } finally {
    vi.useRealTimers();
  }
});
