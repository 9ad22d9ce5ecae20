import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { pictureUrl } from '#server/domains/files/index.ts';
import { handlers } from '#server/handlers.ts';
import { sendChunk, videoLike, worksWithoutPreparing } from '#server/domains/upload/upload.fixtures.ts';
import { pictureFile } from '#tests/support/media.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { housekeepingWork } from './housekeeping.ts';
import { objectsDeleteWork } from './objects-delete.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await server.work(worksWithoutPreparing(server));
  ana = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const keepHouse = () => housekeepingWork(server.services).run({}, new AbortController().signal);
const run = (text: string) => sql.raw<Record<string, unknown>>(text).execute(server.services.database.db);
const reserved = async () =>
  (await run(`select reserved from storage_accounts where scope = '${ana.scope}'`)).rows[0]?.['reserved'];
const growingFile = (id: string) =>
  access(path.join(server.dataDir, 'objects', '.uploads', id)).then(
    () => true,
    () => false,
  );

test('an upload without progress for 14 days ends, with its reserved storage and its bytes; a younger one continues', async () => {
  const [old, young] = [0, 1].map(() => ({
    id: newId(),
    name: 'clip.mp4',
    profile: 'video' as const,
    bytes: videoLike(2 * UNIT_BYTES),
  }));
  for (const file of [old!, young!]) await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
  await run(`update uploads set updated_at = now() - interval '15 days' where id = '${old!.id}'`);
  expect(await growingFile(old!.id)).toBe(true);
  await keepHouse();
  expect(await reserved()).toBe(2 * UNIT_BYTES);
  expect([await growingFile(old!.id), await growingFile(young!.id)]).toEqual([false, true]);
  expect((await sendChunk(server, ana, old!, { firstUnit: 1, units: 1 })).status).toBe(410);
  expect((await sendChunk(server, ana, young!, { firstUnit: 1, units: 1 })).body.data?.contentId).toBe(young!.id);
});

test('an upload without progress for a day holds no room, keeps its bytes, and reserves the room again when it continues', async () => {
  const before = await reserved();
  const file = { id: newId(), name: 'idle.mp4', profile: 'video' as const, bytes: videoLike(3 * UNIT_BYTES) };
  await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
  expect(await reserved()).toBe(Number(before) + 3 * UNIT_BYTES);
  await run(`update uploads set updated_at = now() - interval '23 hours' where id = '${file.id}'`);
  await keepHouse();
  expect(await reserved()).toBe(Number(before) + 3 * UNIT_BYTES);
  await run(`update uploads set updated_at = now() - interval '25 hours' where id = '${file.id}'`);
  await keepHouse();
  await keepHouse();
  expect(await reserved()).toBe(before);

  const size = (await run(`select used + reserved + 100 as size from storage_accounts where scope = '${ana.scope}'`))
    .rows[0]!['size'];
  await run(`update storage_accounts set size = ${size} where scope = '${ana.scope}'`);
  const withoutRoom = await sendChunk(server, ana, file, { firstUnit: 1, units: 1 });
  expect(withoutRoom.body.errors?.[0]?.code).toBe('library.out_of_storage');
  await run(`update storage_accounts set size = 4000000000 where scope = '${ana.scope}'`);
  expect((await sendChunk(server, ana, file, { firstUnit: 1, units: 1 })).status).toBe(200);
  expect(await reserved()).toBe(Number(before) + 3 * UNIT_BYTES);
  expect((await sendChunk(server, ana, file, { firstUnit: 2, units: 1 })).body.data?.contentId).toBe(file.id);
  expect(await reserved()).toBe(Number(before) + 3 * UNIT_BYTES);
  await server.call(`DELETE /mam/uploads/${file.id}`, undefined, { as: ana });
  expect(await reserved()).toBe(before);
});

test('decision 0116 a person whose uploads wait for their device is told, once a day; one that goes on or is forgotten is not named', async () => {
  const eva = await server.addPerson({ isEducator: true });
  const files = ['first.mp4', 'second.mp4', 'forgotten.mp4'].map((name) => ({
    id: newId(),
    name,
    profile: 'video' as const,
    bytes: videoLike(2 * UNIT_BYTES),
  }));
  for (const file of files) await sendChunk(server, eva, file, { firstUnit: 0, units: 1 });
  const age = (index: number, ago: string) =>
    run(`update uploads set updated_at = now() - interval '${ago}' where id = '${files[index]!.id}'`);
  const told = async () =>
    (await run(`select title, text, link from notifications where user_id = '${eva.userId}' and kind = 'upload_waits'`))
      .rows;
  await age(2, '4 days');
  await age(1, '30 minutes');
  await keepHouse();
  expect(await told()).toEqual([]);

  await age(0, '61 minutes');
  await keepHouse();
  await age(1, '61 minutes');
  await keepHouse();
  expect(await told()).toEqual([
    {
      title: 'Upload',
      text: '‘first.mp4’ has not arrived whole. Open Sideline on the device where you chose it, and it goes on.',
      link: `/library?of=${eva.scope}`,
    },
  ]);

  await run(`update notifications set cause = 'upload_waits:of-yesterday' where user_id = '${eva.userId}'`);
  await keepHouse();
  expect((await told()).map(({ text }) => text)).toContain(
    '2 uploads have not arrived whole. Open Sideline on the device where you chose them, and they go on.',
  );
});

test('a record that takes over an upload without a reservation reserves the room, once', async () => {
  const before = await reserved();
  const file = { id: newId(), name: 'taken.mp4', profile: 'video' as const, bytes: videoLike(2 * UNIT_BYTES) };
  await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
  await run(`update uploads set updated_at = now() - interval '25 hours' where id = '${file.id}'`);
  await keepHouse();
  const record = { contentId: file.id, filename: file.name, type: 'video', fileSize: file.bytes.length };
  await server.call('POST /library/contents', record, { as: ana });
  expect(await reserved()).toBe(Number(before) + 2 * UNIT_BYTES);
  expect((await sendChunk(server, ana, file, { firstUnit: 1, units: 1 })).body.data?.contentId).toBe(file.id);
  expect(await reserved()).toBe(Number(before) + 2 * UNIT_BYTES);
  await server.call(`DELETE /mam/uploads/${file.id}`, undefined, { as: ana });
  expect(await reserved()).toBe(before);
});

test('a record without bytes is deleted after 14 days, with its reserved storage', async () => {
  const before = await reserved();
  const id = newId();
  await server.call(
    'POST /library/contents',
    { contentId: id, filename: 'never.pdf', type: 'text', fileSize: 5000 },
    { as: ana },
  );
  await run(`update contents set created_at = now() - interval '15 days' where id = '${id}'`);
  await keepHouse();
  expect(await reserved()).toBe(before);
  expect((await run(`select 1 from contents where id = '${id}'`)).rows).toEqual([]);
});

test('an upload that continues at the moment of its end is completed; so is one with an old record', async () => {
  const file = { id: newId(), name: 'late.mp4', profile: 'video' as const, bytes: videoLike(2 * UNIT_BYTES) };
  await server.call(
    'POST /library/contents',
    { contentId: file.id, filename: file.name, type: 'video', fileSize: file.bytes.length },
    { as: ana },
  );
  await run(`update contents set created_at = now() - interval '15 days' where id = '${file.id}'`);
  await sendChunk(server, ana, file, { firstUnit: 0, units: 1 });
  await keepHouse();
  await run(`update uploads set updated_at = now() - interval '15 days' where id = '${file.id}'`);
  // Housekeeping has found it and waits for the lock of its scope, when the last chunk arrives.
  const { pool } = server.services.database;
  const waiting = () => lockWaiters(pool);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from scope_versions where scope = $1 for update', [ana.scope]);
    const keeping = keepHouse();
    await expect.poll(waiting).toBe(1);
    const last = sendChunk(server, ana, file, { firstUnit: 1, units: 1 });
    await expect.poll(waiting).toBe(2);
    await client.query('rollback');
    await keeping;
    expect((await last).body.data?.contentId).toBe(file.id);
  } finally {
    client.release(true);
  }
});

const addPicture = async (minutesOld: number): Promise<{ sha256: string; key: string }> => {
  const sha256 = createHash('sha256').update(newId()).digest('hex');
  const key = `pictures/${sha256.slice(0, 32)}.jpg`;
  await server.services.objects.put(key, Buffer.from('picture'), { contentType: 'image/jpeg' });
  await run(`insert into files (scope, sha256, picture, content_type, size, width, height, used_at)
    values ('${ana.scope}', '${sha256}', '/${key}', 'image/jpeg', 7, 1372, 848, now() - interval '${minutesOld} minutes')`);
  return { sha256, key };
};
const isKept = async ({ sha256, key }: { sha256: string; key: string }) => [
  (await run(`select 1 from files where sha256 = '${sha256}'`)).rows.length === 1,
  (await server.services.objects.stat(key)) !== null,
];

test('a picture unused for an hour is deleted with its bytes; one that a row or a recent call refers to stays', async () => {
  const [unused, young, shown, mentioned] = await Promise.all([65, 55, 90, 90].map(addPicture));
  await run(`update users set user_photo = '/${shown!.key}' where id = '${ana.userId}'`);
  await pictureUrl(server.services.database.db, ana.scope, mentioned!.sha256);
  await keepHouse();
  await expect.poll(() => isKept(unused!)).toEqual([false, false]);
  for (const picture of [young!, shown!, mentioned!]) expect(await isKept(picture)).toEqual([true, true]);
  await run(`update users set user_photo = null where id = '${ana.userId}'`);
  await keepHouse();
  await expect.poll(() => isKept(shown!)).toEqual([false, false]);
});

test('a picture that a call refers to at the moment of its deletion stays', async () => {
  const picture = await addPicture(65);
  await server.services.database.db.transaction().execute(async (tx) => {
    await pictureUrl(tx, ana.scope, picture.sha256);
    await keepHouse();
  });
  await keepHouse();
  expect(await isKept(picture)).toEqual([true, true]);
});

test('a picture that is sent again while its bytes are being deleted exists afterwards', async () => {
  const bytes = await readFile(await pictureFile('png', 320, 200));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const send = async () =>
    (
      await fetch(`${server.url}/api/files/${sha256}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${ana.token}`, 'Content-Type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
    ).json() as Promise<{ url: string }>;
  const key = (await send()).url.slice(1);
  await run(`delete from files where sha256 = '${sha256}'`);
  const { objects } = server.services;
  let sent: Promise<unknown> | undefined;
  // It is sent between the check of the rows and the deletion.
  const deletePrefix = async (prefix: string) => {
    sent = send();
    await expect
      .poll(async () => (await run(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rows.length, {
        timeout: 10_000,
      })
      .toBe(1);
    await objects.deletePrefix(prefix);
  };
  await objectsDeleteWork({ ...server.services, objects: { ...objects, deletePrefix } }).run(
    { prefix: key },
    new AbortController().signal,
  );
  await sent;
  expect(await isKept({ sha256, key })).toEqual([true, true]);
});

test('idempotency records older than 60 days and codes older than a day are deleted', async () => {
  await run(
    `insert into idempotency_keys (owner, key, call, body_hash, created_at) values ('o', '${newId()}', 'c', 'h', now() - interval '61 days'), ('o', '${newId()}', 'young', 'h', now() - interval '59 days')`,
  );
  await run(
    `insert into confirmation_codes (id, purpose, destination, code_hash, expires_at, created_at) values ('${newId()}', 'sign_up', 'd', 'h', now(), now() - interval '25 hours')`,
  );
  await keepHouse();
  expect((await run(`select call from idempotency_keys where owner = 'o'`)).rows).toEqual([{ call: 'young' }]);
  expect((await run('select 1 from confirmation_codes')).rows).toEqual([]);
});

test('tombstones older than 180 days are deleted and raise the floor of their scope, so that older clients start over', async () => {
  const id = newId();
  await server.call('POST /library/folders', { id, title: 'Short-lived' }, { as: ana });
  await server.call(`DELETE /library/folders/${id}`, undefined, { as: ana });
  const [tombstone] = (await run(`select version from tombstones where id = '${id}'`)).rows;
  await run(`update tombstones set deleted_at = now() - interval '181 days' where id = '${id}'`);
  await keepHouse();
  expect((await run(`select 1 from tombstones where id = '${id}'`)).rows).toEqual([]);
  expect((await run(`select floor from scope_versions where scope = '${ana.scope}'`)).rows).toEqual([
    { floor: tombstone!['version'] },
  ]);
});
