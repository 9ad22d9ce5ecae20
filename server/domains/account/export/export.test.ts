import { inflateRawSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { EXPORT_DAYS, EXPORTS_PER_DAY } from '#contract/limits.ts';
import { serveMedia } from '#server/http/media.ts';
import { exportMailWork, exportMakeWork } from '#server/jobs/export.ts';
import { housekeepingWork } from '#server/jobs/housekeeping.ts';
import { objectsDeleteWork } from '#server/jobs/objects-delete.ts';
import { addRows } from '#tests/api/rows.ts';
import type { TestServer } from '#tests/support/server.ts';
import { eventsOf, hasShape, join, PASSWORD, problemOf, startAccounts } from '#server/domains/auth/people.fixtures.ts';
import { readAllTables } from '../catalogue.ts';
import { planFiles } from './archive.ts';
import { HIDDEN, LEFT_OUT, sortTables } from './tables.ts';

const DAY_MS = 86_400_000;
const { signal } = new AbortController();
let server: TestServer;
beforeAll(async () => {
  server = await startAccounts([serveMedia]);
});
beforeEach(() => server.setNow(new Date()));
afterAll(() => server.close());

const db = () => server.services.database.db;
type As = Awaited<ReturnType<typeof join>>['as'];
const held = async (as: As) => (await server.call('GET /account/export', undefined, { as })).body;
const ask = (as: As, password?: string) =>
  server.call('POST /account/export', { ...(password && { password }) }, { as });
const make = (exportId: string) => exportMakeWork(server.services).run({ exportId }, signal);
const link = (as: As, id: string, password?: string) =>
  server.call(`POST /account/export/${id}/download-link`, { ...(password && { password }) }, { as });
const deleteObjects = async () => {
  const { rows } = await server.services.database.pool.query<{ prefix: string }>(
    `select data ->> 'prefix' as prefix from jobs.job where name = 'objects.delete'`,
  );
  for (const { prefix } of rows) await objectsDeleteWork(server.services).run({ prefix }, signal);
};
const keyOf = (id: string) => `exports/${id}.zip`;
const isStored = async (id: string) => (await server.services.objects.stat(keyOf(id))) !== null;

/** A Creator with rows in many tables and three uploads, of which one has lost its bytes. */
const makePerson = async () => {
  const person = await join(server);
  const rows = await addRows(server, person.as);
  const { objects } = server.services;
  for (const [id, text] of [
    [rows.content, 'bytes of the match'],
    [rows.spare, 'bytes of the training'],
  ] as const)
    await objects.put(`originals/${id}`, Buffer.from(text), { contentType: 'video/mp4' });
  return { ...person, rows };
};
const made = async (as: As): Promise<string> => {
  const { id } = (await ask(as)).body;
  await make(id);
  return id;
};

/** Entries of a ZIP file by its central directory; checks size and checksum of each. */
const unzip = (zip: Buffer): Map<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, sum, packed, size] = [10, 16, 20, 24].map((offset) =>
      offset === 10 ? zip.readUInt16LE(at + offset) : zip.readUInt32LE(at + offset),
    ) as [number, number, number, number];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(start, start + packed);
    const bytes = method === 8 ? inflateRawSync(raw) : raw;
    expect([bytes.length, crc32(bytes)]).toEqual([size, sum]);
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), bytes);
    at += 46 + name + extra + comment;
  }
  return entries;
};
const download = async (as: As, id: string): Promise<Map<string, Buffer>> => {
  const { body } = await link(as, id);
  return unzip(Buffer.from(await (await fetch(server.url + body.url)).arrayBuffer()));
};

test('every table of the schema is in the archive or left out with a reason, and no secret is in it', async () => {
  const tables = await readAllTables(db());
  const { held: exported, forgotten } = sortTables(tables);
  expect(forgotten, 'tables that name people in a way of their own: add them to FOUND_BY or LEFT_OUT').toEqual([]);
  // A person column in a table that is left out must be a decision.
  const names = new Set(tables.map(({ name }) => name));
  expect(Object.keys(LEFT_OUT).filter((name) => !names.has(name))).toEqual([]);
  const columns = new Map(tables.map((table) => [table.name, table.columns]));
  for (const [table, hidden] of Object.entries(HIDDEN))
    expect(
      Object.keys(hidden).filter((column) => !columns.get(table)?.includes(column)),
      table,
    ).toEqual([]);
  // Checksums of files are no secrets.
  const secret = /hash|secret|token|password|credential|public_key|registration_id/;
  expect(
    exported.flatMap(({ name, hidden }) =>
      columns
        .get(name)!
        .filter((column) => secret.test(column) && !hidden.includes(column))
        .map((each) => `${name}.${each}`),
    ),
  ).toEqual([]);
});

test('a new table with a person in it is exported without being named; one that names people in a text is not forgotten', () => {
  const facts = (name: string, columns: string[], people: string[] = []) => ({ name, columns, people });
  const { held: exported, forgotten } = sortTables([
    facts('boots', ['id', 'owner'], ['owner']),
    facts('bottles', ['id', 'scope']),
    facts('letters', ['id', 'email']),
  ]);
  expect(exported.map(({ name, category }) => [name, category])).toEqual([
    ['boots', 'other'],
    ['bottles', 'other'],
  ]);
  expect(forgotten).toEqual(['letters']);
});

test('the archive is a ZIP file with the own records and uploads, a page that explains it, and nothing of others', async () => {
  const { as, userId, form, rows } = await makePerson();
  const other = await makePerson();
  const id = await made(as);
  const entries = await download(as, id);
  const json = (name: string) => JSON.parse(entries.get(name)!.toString());
  expect(json('data/users.json')).toMatchObject([{ id: userId, username: form.username, email: form.email }]);
  expect(json('data/users.json')[0]).not.toHaveProperty('password_hash');
  expect(json('data/passkeys.json')[0]).not.toHaveProperty('credential_id');
  const contents = json('data/contents.json') as { id: string }[];
  expect(contents.map((content) => content.id)).toEqual(expect.arrayContaining([rows.content, rows.spare]));
  const files = json('files.json') as { path: string; contentIds: string[] }[];
  const file = files.find(({ contentIds }) => contentIds.includes(rows.content))!;
  expect(entries.get(file.path)!.toString()).toBe('bytes of the match');
  expect(entries.get('index.html')!.toString()).toContain('data/contents.json');
  const whole = [...entries.values()].map(String).join('\n');
  for (const mark of [other.userId, other.form.username, other.rows.content]) expect(whole).not.toContain(mark);
});

test('the archive has whom the person blocks, and nothing of who blocks them', async () => {
  const [person, blocked, blocker] = [await makePerson(), await makePerson(), await makePerson()];
  for (const [by, whom] of [
    [person, blocked],
    [blocker, person],
  ] as const)
    await db()
      .insertInto('blocks')
      .values({ scope: by.as.scope, user_id: by.userId, blocked_id: whom.userId })
      .execute();
  const entries = await download(person.as, await made(person.as));
  expect(JSON.parse(entries.get('data/blocks.json')!.toString())).toMatchObject([
    { user_id: person.userId, blocked_id: blocked.userId },
  ]);
  expect([...entries.values()].map(String).join('\n')).not.toContain(blocker.userId);
});

test('the download needs a link of the owner, continues where it broke off, and the link opens nothing else', async () => {
  const { as } = await makePerson();
  const other = await makePerson();
  const [id, others] = [await made(as), await made(other.as)];
  expect((await link(other.as, id)).status).toBe(404);
  expect((await link(as, newId())).status).toBe(404);
  const answer = await link(as, id);
  expect(hasShape('account.exportLink', answer)).toBe(true);
  const whole = await fetch(server.url + answer.body.url);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-length': String(answer.body.sizeBytes),
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="sideline-data-[\d-]+\.zip"/),
  });
  const bytes = Buffer.from(await whole.arrayBuffer());
  const rest = await fetch(server.url + answer.body.url, {
    headers: { Range: 'bytes=100-', 'If-Range': whole.headers.get('etag')! },
  });
  expect(rest.status).toBe(206);
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(100))).toBe(true);
  for (const forged of [answer.body.url.replace(id, others), answer.body.url.replace('/archive', '/original')])
    expect((await fetch(server.url + forged)).status).toBe(403);
  server.setNow(new Date(Date.parse(answer.body.expiresAt)));
  expect((await fetch(server.url + answer.body.url)).status).toBe(403);
});

test('asking and downloading need a recent sign-in or the password, and both are in the account history', async () => {
  const { as } = await makePerson();
  const id = await made(as);
  await link(as, id);
  expect(await eventsOf(server, as)).toEqual(expect.arrayContaining(['export_asked', 'export_downloaded']));
  await db()
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', as.userId)
    .execute();
  expect(problemOf(await ask(as)).code).toBe('account.proof_needed');
  expect(problemOf(await link(as, id)).code).toBe('account.proof_needed');
  expect(problemOf(await link(as, id, 'Wrong-Flag-27!')).code).toBe('account.wrong_password');
  expect((await link(as, id, PASSWORD)).status).toBe(200);
  const asked = await ask(as, PASSWORD);
  expect(asked.status).toBe(202);
  expect(hasShape('account.askForExport', asked)).toBe(true);
});

test('one archive is made at a time, some on a day; a new one takes the place of the one before', async () => {
  const { as } = await makePerson();
  const [first, repeat] = await Promise.all([ask(as), ask(as)]);
  expect(repeat.body.id).toBe(first.body.id);
  await make(first.body.id);
  expect(await isStored(first.body.id)).toBe(true);
  const second = await made(as);
  await deleteObjects();
  expect([await isStored(first.body.id), await isStored(second)]).toEqual([false, true]);
  for (let asked = 2; asked < EXPORTS_PER_DAY; asked += 1) await made(as);
  expect(problemOf(await ask(as))).toMatchObject({ status: 429, code: 'account.export_limit' });
});

test('the person sees what is held, and hears by mail and notification when the archive is ready; it ends after 7 days', async () => {
  const { as, form } = await makePerson();
  const before = await server.call('GET /account/export', undefined, { as });
  expect(hasShape('account.heldData', before)).toBe(true);
  expect(before.body).toMatchObject({ files: { count: 3 } });
  const categories = before.body.held.map(({ category }: { category: string }) => category);
  expect(categories).toEqual(expect.arrayContaining(['account', 'profile', 'library', 'channels']));
  expect(categories).not.toContain('other');
  const { id } = (await ask(as)).body;
  expect((await held(as)).export).toMatchObject({ id, state: 'making' });
  await make(id);
  const now = await held(as);
  expect(now.export).toMatchObject({ id, state: 'ready', sizeBytes: expect.any(Number), leftOut: 1 });
  await exportMailWork(server.services).run({ exportId: id }, signal);
  const mail = await db()
    .selectFrom('dev_messages')
    .select(['subject', 'body'])
    .where('destination', '=', form.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(mail.subject).toBe('Your Sideline data is ready');
  expect(mail.body).toContain('/account-setting/data');
  expect(mail.body).not.toContain('/media/');
  const notice = await db()
    .selectFrom('notifications')
    .select('link')
    .where('cause', '=', `export_ready:${id}`)
    .executeTakeFirst();
  expect(notice).toEqual({ link: '/account-setting/data' });

  server.setNow(new Date(Date.parse(now.export.expiresAt)));
  expect(Date.parse(now.export.expiresAt) - Date.now()).toBeGreaterThan((EXPORT_DAYS - 1) * DAY_MS);
  await db()
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 400 * DAY_MS) })
    .where('user_id', '=', as.userId)
    .execute();
  await housekeepingWork(server.services).run({}, signal);
  await deleteObjects();
  expect(await isStored(id)).toBe(false);
  server.setNow(new Date());
  expect((await held(as)).export).toMatchObject({ id, state: 'expired' });
  expect(problemOf(await link(as, id))).toMatchObject({ status: 410, code: 'account.export_over' });
});

test('an archive that never ended has failed after a day, and can be asked for again', async () => {
  const { as } = await makePerson();
  const { id } = (await ask(as)).body;
  await db()
    .updateTable('data_exports')
    .set({ asked_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', id)
    .execute();
  await housekeepingWork(server.services).run({}, signal);
  expect((await held(as)).export).toMatchObject({ id, state: 'failed', reason: 'error' });
  expect((await held(as)).export.id).not.toBe(await made(as));
});

test('without room on the disk the archive fails with that reason, and nothing of it stays', async () => {
  const { as } = await makePerson();
  const { id } = (await ask(as)).body;
  const objects = { ...server.services.objects, freeBytes: async () => 1e9 };
  await exportMakeWork({ ...server.services, objects }).run({ exportId: id }, signal);
  expect((await held(as)).export).toMatchObject({ state: 'failed', reason: 'no_room' });
  expect(await isStored(id)).toBe(false);
});

test('files beyond the limit of an archive are named in it', async () => {
  const { objects } = server.services;
  const originals = await Promise.all(
    ['one.mp4', 'two.mp4', 'gone.mp4'].map(async (filename) => {
      const id = newId();
      if (filename !== 'gone.mp4') await objects.put(`originals/${id}`, Buffer.alloc(60), { contentType: 'video/mp4' });
      return { key: `originals/${id}`, filename, sizeBytes: 60, contentIds: [id] };
    }),
  );
  const plan = await planFiles(objects, { originals, pictures: [] }, 100);
  expect(plan.files.map(({ filename }) => filename)).toEqual(['one.mp4']);
  expect(plan.leftOut).toEqual([
    { filename: 'two.mp4', why: 'large' },
    { filename: 'gone.mp4', why: 'missing' },
  ]);
});

test('D-90 the deletion of the account removes its archives, also one that is being made', async () => {
  const { as } = await makePerson();
  const ready = await made(as);
  const { url } = (await link(as, ready)).body;
  const making = (await ask(as)).body.id;
  expect((await server.call('DELETE /account', { password: PASSWORD }, { as })).status).toBe(200);
  await make(making);
  await deleteObjects();
  expect([await isStored(ready), await isStored(making)]).toEqual([false, false]);
  expect((await fetch(server.url + url)).status).toBe(404);
});
