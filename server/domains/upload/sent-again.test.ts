import { request as httpRequest, type IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { handlers } from '#server/handlers.ts';
import { untilBlocked } from '#tests/support/blocked.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { chunkRequest, sendChunk, videoLike, worksWithoutPreparing, type SentFile } from './upload.fixtures.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await server.work(worksWithoutPreparing(server));
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const UNITS = 6;
const aFile = (): SentFile => ({
  id: newId(),
  name: `clip-${newId()}.mp4`,
  profile: 'video',
  bytes: videoLike(UNITS * UNIT_BYTES),
});
const received = async (file: SentFile) =>
  (await server.call(`GET /mam/uploads/${file.id}`, undefined, { as: ana })).body.data.received;

/** Begins a chunk and sends a part of it; the test sends the rest. */
const begin = (file: SentFile, bytes: number) => {
  const { url, headers, body } = chunkRequest(server, ana, file, { firstUnit: 0, units: UNITS });
  const sending = httpRequest(url, { method: 'POST', headers });
  sending.on('error', () => {});
  return new Promise<typeof sending>((resolve) => sending.write(body.subarray(0, bytes), () => resolve(sending)));
};

test('F3 complete units of an unfinished chunk are recorded while it is still open: a dead connection or a killed server costs only the last ones', async () => {
  const file = aFile();
  const sending = await begin(file, 3 * UNIT_BYTES + 1000);
  await expect.poll(() => received(file)).toEqual([[0, 3]]);
  sending.destroy();
});

test('F3 a browser that retries a broken chunk gets the received ranges at once, and sends only the rest', async () => {
  const file = aFile();
  const first = await begin(file, 4 * UNIT_BYTES + 300_000);
  first.destroy();
  const { url, headers, body } = chunkRequest(server, ana, file, { firstUnit: 0, units: UNITS });
  const again = httpRequest(url, { method: 'POST', headers });
  again.on('error', () => {});
  // Only its first bytes: the answer does not wait for the rest, and closes the connection.
  again.write(body.subarray(0, 1000));
  const answer = await new Promise<IncomingMessage>((resolve) => again.once('response', resolve));
  expect([answer.statusCode, answer.headers.connection]).toEqual([409, 'close']);
  expect(JSON.parse(await text(answer))).toMatchObject({ errors: [{ code: 'upload.ahead' }] });
  const [[from, to]] = await received(file);
  expect([from, to]).toEqual([0, 4]);
  expect((await sendChunk(server, ana, file, { firstUnit: to, units: UNITS - to })).body.data?.contentId).toBe(file.id);
  expect((await readFile(server.services.objects.path(`originals/${file.id}`)!)).equals(file.bytes)).toBe(true);
});

/** Loses the connections to the database that statements run on, as the network does when the database's machine dies. */
const watchStatements = (pool: pg.Pool) => {
  const running = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => running.add(client));
  pool.on('release', (_error, client) => running.delete(client));
  return {
    running,
    lose: () => {
      for (const client of running) {
        const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
        stream.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }));
      }
    },
  };
};

test('F20 units that cannot be committed, because the connection to the database is lost, are answered 503, so that they are sent again', async () => {
  const { pool } = server.services.database;
  const file = aFile();
  expect((await sendChunk(server, ana, file, { firstUnit: 0, units: 1 })).status).toBe(200);
  // Another transaction holds the upload's row, so that the commit of the next units waits.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from uploads where id = $1 for update', [file.id]);
  const statements = watchStatements(pool);
  const { url, headers, body } = chunkRequest(server, ana, file, { firstUnit: 1, units: UNITS - 1 });
  const sending = httpRequest(url, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve));
  sending.write(body.subarray(0, 2 * UNIT_BYTES));
  await untilBlocked(pool);
  statements.lose();
  await holder.query('rollback');
  holder.release();
  sending.end(body.subarray(2 * UNIT_BYTES));
  const answer = await answered;
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
  await text(answer);
  await expect.poll(() => received(file)).toEqual([[0, 3]]);
  expect((await sendChunk(server, ana, file, { firstUnit: 3, units: UNITS - 3 })).body.data?.contentId).toBe(file.id);
});
