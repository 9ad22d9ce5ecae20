import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { sendChunk, videoLike, worksWithoutPreparing, type SentFile } from './upload.fixtures.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await server.work(worksWithoutPreparing(server));
});
beforeEach(async () => {
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const aFile = (): SentFile => ({
  id: newId(),
  name: `clip-${newId()}.mp4`,
  profile: 'video',
  bytes: videoLike(2 * UNIT_BYTES),
});
const sendFirst = (file: SentFile) => sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
const sendRecord = (file: SentFile) =>
  server.call(
    'POST /library/contents',
    { contentId: file.id, filename: file.name, type: 'video', fileSize: file.bytes.length },
    { as: ana },
  );
const cancel = (file: SentFile) => server.call(`DELETE /mam/uploads/${file.id}`, undefined, { as: ana });
const account = () =>
  server.services.database.db
    .selectFrom('storage_accounts')
    .select(['used', 'reserved'])
    .where('scope', '=', ana.scope)
    .executeTakeFirstOrThrow();

/**
 * Blocks every transaction that reserves or frees storage, before its commit.
 *
 * @returns `waits`: resolves once that many transactions wait; `release`: lets them continue.
 */
const holdAccount = async () => {
  const { pool } = server.services.database;
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select 1 from storage_accounts where scope = $1 for update', [ana.scope]);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(release);
  return {
    release,
    waits: (count: number) => expect.poll(() => lockWaiters(pool), { timeout: 10_000 }).toBe(count),
  };
};

test('F4 an upload that is cancelled while its first chunk reserves room ends, and nothing stays reserved', async () => {
  const file = aFile();
  const held = await holdAccount();
  const first = sendFirst(file);
  await held.waits(1);
  const cancelled = cancel(file);
  await held.waits(2);
  await held.release();
  expect((await cancelled).status).toBe(204);
  await first;
  expect(await account()).toEqual({ used: 0, reserved: 0 });
  expect((await sendFirst(file)).body.errors?.[0]?.code).toBe('upload.gone');
});

test('F4 a first chunk that comes while its upload is being cancelled reserves nothing', async () => {
  const file = aFile();
  await sendRecord(file);
  const held = await holdAccount();
  const cancelled = cancel(file);
  await held.waits(1);
  const first = sendFirst(file);
  await held.waits(2);
  await held.release();
  expect((await cancelled).status).toBe(204);
  expect((await first).body.errors?.[0]?.code).toBe('upload.gone');
  expect(await account()).toEqual({ used: 0, reserved: 0 });
});

test.each([
  ['a record that is made while the first chunk reserves room', [sendFirst, sendRecord]],
  ['a first chunk that comes while its record reserves room', [sendRecord, sendFirst]],
] as const)('F4 %s reserves nothing of its own, and cancelling frees all', async (_, [sendOne, sendOther]) => {
  const file = aFile();
  const held = await holdAccount();
  const one = sendOne(file);
  await held.waits(1);
  const other = sendOther(file);
  await held.waits(2);
  await held.release();
  expect([(await one).status, (await other).status]).toEqual([200, 200]);
  expect(await account()).toEqual({ used: 0, reserved: file.bytes.length });
  expect((await cancel(file)).status).toBe(204);
  expect(await account()).toEqual({ used: 0, reserved: 0 });
});
