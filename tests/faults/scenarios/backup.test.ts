import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { holdObjects } from '#server/db/hold-objects.ts';
import { freePort, startApp, type App } from '#tests/support/app-process.ts';
import { audioFile, pictureFile } from '#tests/support/media.ts';
import { addPerson, type Person } from '../world/people.ts';
import { startOwnPostgres } from '../world/own-postgres.ts';
import { QueueClient } from '../world/queue-client.ts';
import { seeded } from '../world/seeded.ts';
import { sendUnits, sendWhole, sha256Of } from '../world/send-file.ts';
import { until } from '../world/servers.ts';
import { mountSmallDisk } from '../world/small-disk.ts';

/*
 * A backup while people work, loss of everything, a restore into an empty place, and people go on. The backup of the
 * first test is what the others damage.
 */

const root = path.resolve(import.meta.dirname, '../../..');
const QUIET = { info: () => {}, warn: () => {}, error: console.error };
/** Tables that nothing changes while the backup runs. */
const STILL = [
  'users',
  'sessions',
  'contents',
  'files',
  'uploads',
  'upload_units',
  'storage_accounts',
  'sports',
  'variables',
];

let folder: string;
let app: App;
let database: EmbeddedPostgres;
let sql: pg.Pool;
let person: Person;
let token: string;
let random = seeded(1);
const backup = () => path.join(folder, 'backup');

/** `npm run backup` or `npm run restore`, without npm. */
const run = async (command: 'backup' | 'restore', target: string, env: NodeJS.ProcessEnv) => {
  const script = path.join(root, `server/launch/${command}.ts`);
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 1e7 };
  return promisify(execFile)(process.execPath, [script, target], options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
};

const signIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: person.username, password: person.password }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access: string }).access;
};

const clientOf = (port: number) =>
  new QueueClient({ member: { userId: person.userId, scope: person.scope, token }, ports: [port], random });

const rowsOf = async (pool: pg.Pool, table: string) =>
  (await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`)).rows.map(
    ({ row }) => row,
  );

/** Name and SHA-256 of every finished object. */
const objectsBelow = async (place: string): Promise<Record<string, string>> => {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\.tmp|\.uploads/.test(file));
  const pairs = files.map(async (file) => [path.relative(place, file), sha256Of(await readFile(file))] as const);
  return Object.fromEntries(await Promise.all(pairs));
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-backup-'));
  random = seeded(27);
  app = await startApp({ DEMO: 'false' }, ['--no-build']);
  database = await startEmbeddedPostgres({ dataDir: app.dataDir, log: QUIET });
  sql = new pg.Pool({ ...database.poolConfig, max: 4 });
  sql.on('error', () => {});
  person = await addPerson(sql);
  token = await signIn(app.url);
}, 120_000);
afterAll(async () => {
  await sql.end().catch(() => {});
  await database.stop();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a backup while people work, loss of everything, a restore: sign-in, rows, objects, jobs and an upload under way', async () => {
  const client = clientOf(app.port);
  const giveUpAtMs = performance.now() + 60_000;
  const wav = await readFile(await audioFile('wav', 4));
  const song = { id: newId(), name: 'song.wav', profile: 'audio' as const, bytes: wav };
  await sendWhole(client, song, giveUpAtMs);
  await until('the content is prepared', async () =>
    Boolean((await sql.query('select 1 from contents where id = $1 and encoding_status = 4', [song.id])).rowCount),
  );
  const picture = await readFile(await pictureFile('jpg', 320, 200));
  const sha = createHash('sha256').update(picture).digest('hex');
  expect((await client.once('PUT', `/files/${sha}`, { body: picture })).status).toBeLessThan(300);
  const talk = {
    id: newId(),
    name: 'talk.wav',
    profile: 'audio' as const,
    bytes: await readFile(await audioFile('wav', 60)),
  };
  expect((await sendUnits(client, talk, 0, 3)).status).toBe(200);
  await sql.query(
    `insert into jobs.job (name, data, policy, singleton_key, start_after)
     values ('notification.push', '{"notificationId":"01900000-0000-7000-8000-000000000001"}', 'short', 'later', now() + interval '1 hour')`,
  );

  // Folders are made all the time; what was acknowledged before the backup began must be in it.
  const before: string[] = [];
  const sent: string[] = [];
  let isDone = false;
  const write = async () => {
    const mine = clientOf(app.port);
    while (!isDone) {
      const id = newId();
      sent.push(id);
      const answer = await mine.once('POST', '/library/folders', {
        body: Buffer.from(JSON.stringify({ id, title: id })),
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newId() },
      });
      if (answer.status === 200 && !isBacking) before.push(id);
    }
  };
  let isBacking = false;
  const writers = [write(), write(), write()];
  await until('folders are made', () => before.length > 20);
  isBacking = true;
  const made = await run('backup', backup(), { DATA_DIR: app.dataDir });
  isDone = true;
  await Promise.all(writers);
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('is whole') });
  expect((await stat(path.join(backup(), 'keys/secret'))).mode & 0o777).toBe(0o600);
  expect((await stat(backup())).mode & 0o777).toBe(0o700);

  const still = new Map<string, string[]>();
  for (const table of STILL) still.set(table, await rowsOf(sql, table));
  const objects = await objectsBelow(path.join(app.dataDir, 'objects'));
  const epoch = await rowsOf(sql, 'sync_epoch');

  await sql.end();
  await database.stop();
  await app.stop();
  await expect(stat(app.dataDir)).rejects.toThrow();

  const restored = path.join(folder, 'restored');
  expect(await run('restore', backup(), { DATA_DIR: restored })).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored and compared'),
  });
  database = await startEmbeddedPostgres({ dataDir: restored, log: QUIET });
  sql = new pg.Pool({ ...database.poolConfig, max: 4 });
  sql.on('error', () => {});
  for (const table of STILL) expect([table, await rowsOf(sql, table)]).toEqual([table, still.get(table)]);
  expect(await objectsBelow(path.join(restored, 'objects'))).toEqual(objects);
  const { rows: folders } = await sql.query<{ id: string }>('select id from folders');
  const there = new Set(folders.map(({ id }) => id));
  expect(before.filter((id) => !there.has(id))).toEqual([]);
  const known = new Set(sent);
  expect([...there].filter((id) => !known.has(id))).toEqual([]);
  expect(await rowsOf(sql, 'sync_epoch')).not.toEqual(epoch);
  const { rows: jobs } = await sql.query<{ key: string; minutes: number }>(
    `select singleton_key as key, round(extract(epoch from start_after - now()) / 60)::int as minutes from jobs.job where name = 'notification.push'`,
  );
  expect(jobs).toEqual([{ key: 'later', minutes: expect.closeTo(58, -1) }]);

  app = await startApp({ DEMO: 'false', DATA_DIR: restored }, ['--no-build']);
  const again = clientOf(app.port);
  // The session goes on with the token from before the loss, and a new sign-in works.
  expect((await again.once('GET', `/mam/uploads/${talk.id}`)).status).toBe(200);
  token = await signIn(app.url);
  const { sentBytes } = await sendWhole(clientOf(app.port), talk, performance.now() + 60_000);
  expect(sentBytes).toBeLessThan(talk.bytes.length - 2 * 1024 * 1024);
  expect(sha256Of(await readFile(path.join(restored, 'objects/originals', talk.id)))).toBe(sha256Of(talk.bytes));
  // Versions go on: a change after the restore is noted as one. The row is locked, because the upload is being prepared.
  const own = await sql.connect();
  const versionOf = async (lock = '') =>
    Number(
      (
        await own.query<{ version: string }>(`select version from scope_versions where scope = $1 ${lock}`, [
          person.scope,
        ])
      ).rows[0]!.version,
    );
  await own.query('begin');
  const version = await versionOf('for update');
  await own.query(`insert into folders (id, scope, title) values ($1, $2, 'after')`, [newId(), person.scope]);
  expect(await versionOf()).toBe(version + 1);
  await own.query('commit');
  own.release();
}, 180_000);

test('a restore into DATABASE_URL and another folder of objects', async () => {
  const own = await startOwnPostgres(path.join(folder, 'own'));
  const target = path.join(folder, 'by-url');
  const env = { DATA_DIR: target, DATABASE_URL: own.url, OBJECTS_DIR: path.join(folder, 'by-url-objects') };
  try {
    expect(await run('restore', backup(), env)).toMatchObject({ code: 0 });
    // A backup of it is the same again.
    expect(await run('backup', path.join(folder, 'backup-by-url'), env)).toMatchObject({ code: 0 });
    const read = async (place: string) => {
      const manifest = JSON.parse(await readFile(path.join(place, 'manifest.json'), 'utf8')) as {
        tables: { name: string; rows: number; rowSum: string }[];
      };
      return manifest.tables
        .filter(({ name }) => !['scope_versions', 'sync_epoch'].includes(name))
        .map(({ name, rows, rowSum }) => ({ name, rows, rowSum }));
    };
    expect(await read(path.join(folder, 'backup-by-url'))).toEqual(await read(backup()));
    const taken = await run('restore', backup(), env);
    expect(taken).toMatchObject({
      code: 1,
      said: expect.stringMatching(/This place is not empty: .* is there\. A restore never/),
    });
    const used = await run('restore', backup(), {
      ...env,
      DATA_DIR: path.join(folder, 'x'),
      OBJECTS_DIR: path.join(folder, 'y'),
    });
    expect(used).toMatchObject({
      code: 1,
      said: expect.stringMatching(/This place is not empty: the database "sideline" has \d+ tables/),
    });
  } finally {
    await own.end();
  }
});

test('a damaged or unfinished backup is refused before anything is touched', async () => {
  const target = path.join(folder, 'untouched');
  const damaged = async (change: (place: string) => Promise<void>) => {
    const place = await mkdtemp(path.join(folder, 'damaged-'));
    await cp(backup(), place, { recursive: true });
    await change(place);
    const { code, said } = await run('restore', place, { DATA_DIR: target });
    expect(code).toBe(1);
    expect(said).not.toMatch(/^\s+at /m);
    await expect(stat(target)).rejects.toThrow();
    return said;
  };
  expect(await damaged((place) => rm(path.join(place, 'manifest.json')))).toMatch(
    /is not a whole backup: manifest.json is missing/,
  );
  expect(await damaged((place) => truncate(path.join(place, 'manifest.json'), 100))).toMatch(
    /manifest.json cannot be read/,
  );
  expect(await damaged((place) => truncate(path.join(place, 'database/users.copy.gz'), 50))).toMatch(
    /users.copy.gz has 50 bytes instead of \d+/,
  );
  const object = Object.keys(await objectsBelow(path.join(backup(), 'objects')))[0]!;
  const flip = async (file: string) => {
    const bytes = await readFile(file);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(file, bytes);
  };
  expect(await damaged((place) => flip(path.join(place, 'objects', object)))).toContain(
    `${object} has other bytes than were written`,
  );
  expect(await damaged((place) => flip(path.join(place, 'database/folders.copy.gz')))).toMatch(
    /folders.copy.gz has other bytes/,
  );
  expect(await damaged((place) => rm(path.join(place, 'objects', object)))).toContain(`${object} is missing`);
  const newer = async (place: string) => {
    const file = path.join(place, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { version: string; migrations: object[] };
    manifest.version = '9.0.0';
    manifest.migrations.push({ name: '9999_later.sql', sha256: '0'.repeat(64) });
    await writeFile(file, JSON.stringify(manifest));
  };
  expect(await damaged(newer)).toMatch(/made by version 9\.0\.0.*Install version 9\.0\.0 or newer/);
});

test('a backup onto a full disk and an interrupted one are no backups; a place in use is not overwritten', async ({
  skip,
}) => {
  const env = { DATA_DIR: app.dataDir };
  const occupied = path.join(folder, 'occupied');
  await cp(path.join(backup(), 'database'), occupied, { recursive: true });
  expect(await run('backup', occupied, env)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not empty: an interrupted backup/),
  });
  expect(await run('backup', backup(), env)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/holds a backup already/),
  });
  expect(await run('restore', backup(), env)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/This place is not empty/),
  });
  expect(await run('backup', path.join(folder, 'none'), { DATA_DIR: path.join(folder, 'nothing') })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/nothing to back up/),
  });
  const disk = await mountSmallDisk(path.join(folder, 'disk'), 1);
  if (!disk) return skip('Only root may mount a small disk.');
  try {
    const full = await run('backup', path.join(disk.folder, 'backup'), env);
    expect(full).toMatchObject({
      code: 1,
      said: expect.stringMatching(/A disk became full, so the backup is not done\./),
    });
    expect(await readdir(path.join(disk.folder, 'backup'))).not.toContain('manifest.json');
  } finally {
    disk.remove();
  }
});

test('a restore that was interrupted keeps the server from starting, and is repeated', async () => {
  const target = path.join(folder, 'twice');
  const env = { DATA_DIR: target };
  // Interrupted while objects are put: the mark is there, the database is empty.
  const other = path.join(folder, 'half');
  await cp(backup(), other, { recursive: true });
  const { id } = JSON.parse(await readFile(path.join(other, 'manifest.json'), 'utf8')) as { id: string };
  await cp(path.join(backup(), 'objects'), path.join(target, 'objects'), { recursive: true });
  await writeFile(path.join(target, 'restore-unfinished.json'), JSON.stringify({ backup: id }));
  await expect(startApp({ ...env, DEMO: 'false', PORT: String(await freePort()) }, ['--no-build'])).rejects.toThrow(
    /A restore into .* was interrupted\. Run it again/,
  );
  expect(await run('restore', backup(), env)).toMatchObject({ code: 0 });
  await expect(stat(path.join(target, 'restore-unfinished.json'))).rejects.toThrow();
});

test('while a backup runs no object is deleted; afterwards it is', async () => {
  const client = clientOf(app.port);
  const { rows } = await sql.query<{ id: string }>(`select id from contents where filename = 'song.wav'`);
  const id = rows[0]!.id;
  const original = path.join(app.dataDir, 'objects/originals', id);
  const hold = new pg.Client(database.poolConfig);
  hold.on('error', () => {});
  await hold.connect();
  expect(await holdObjects(hold)).toBe(true);
  const second = new pg.Client(database.poolConfig);
  await second.connect();
  expect(await holdObjects(second)).toBe(false);
  await second.end();
  const gone = await client.once('DELETE', `/library/contents/audio/${id}`, {
    headers: { 'Idempotency-Key': newId() },
  });
  expect(gone.status).toBeLessThan(300);
  const waiting = async () =>
    (
      await sql.query(
        `select 1 from jobs.job where name = 'objects.delete' and data->>'prefix' = $1 and state = 'created' and start_after > now() + interval '30 seconds'`,
        [`originals/${id}`],
      )
    ).rowCount === 1;
  await until('the deletion is put off', waiting);
  await stat(original);
  await hold.end();
  await sql.query(`update jobs.job set start_after = now() where name = 'objects.delete' and state = 'created'`);
  await until('it is deleted', () =>
    stat(original).then(
      () => false,
      () => true,
    ),
  );
});
