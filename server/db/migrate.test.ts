import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { testDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { migrate, migrateAround } from './migrate.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
const REPEATABLE = path.join(import.meta.dirname, 'repeatable');
const FORMER = /^000[1-8]_/;

let databases: TestDatabase[];
let clients: pg.Client[];
let folder: string;
beforeEach(async () => {
  [databases, clients] = [[], []];
  folder = await mkdtemp(path.join(os.tmpdir(), 'repeatable-'));
  await cp(REPEATABLE, folder, { recursive: true });
});
afterEach(async () => {
  for (const client of clients) await client.end();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true });
});

const emptyDatabase = async () => {
  const database = await testDatabase(false);
  databases.push(database);
  const client = new pg.Client(database.poolConfig);
  clients.push(client);
  await client.connect();
  const sql = async (text: string, values: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(text, values)).rows;
  return { poolConfig: database.poolConfig, sql };
};
type Database = Awaited<ReturnType<typeof emptyDatabase>>;

/** A database of the builds before repeatable files: eight migrations, applied as they were shipped. */
const migrateAsBefore = async ({ sql }: Database): Promise<void> => {
  await sql(
    'create table migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  for (const name of (await readdir(MIGRATIONS)).filter((each) => FORMER.test(each)).toSorted()) {
    const text = await readFile(path.join(MIGRATIONS, name), 'utf8');
    await sql(text);
    await sql('insert into migrations values ($1, $2)', [name, createHash('sha256').update(text).digest('hex')]);
  }
};

/** The definitions of all views, functions and triggers. */
const readCatalogue = async ({ sql }: Database): Promise<string[]> => {
  const rows = await sql(`
    select 'view ' || c.relname || ' ' || pg_get_viewdef(c.oid) as text from pg_class c
      where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    union all select pg_get_functiondef(p.oid) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
    order by 1`);
  return rows.map(({ text }) => text as string);
};
/** Changes whenever a view is created again. */
const readOids = async ({ sql }: Database): Promise<unknown> =>
  sql(
    `select relname, oid::text from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace order by 1`,
  );

const addPerson = async ({ sql }: Database): Promise<string> => {
  const id = newId();
  await sql(
    `insert into users (id, scope, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id)
      values ($1::uuid, 'user:' || $1, 'ana', 'a@example.org', '+1', 'x', 'Ana', 'Test', 'email', $1::uuid)`,
    [id],
  );
  return `user:${id}`;
};
const change = (file: string, from: string, to: string) => async () => {
  const where = path.join(folder, file);
  const text = await readFile(where, 'utf8');
  expect(text).toContain(from);
  await writeFile(where, text.replace(from, to));
};
const addColumn = change(
  'views/1-own-rows.sql',
  'select scope, id::text as id, version, folder_row(',
  'select scope, id::text as id, title, version, folder_row(',
);

test('a migrated former database and a new one have the same views, functions and triggers, and rows are kept', async () => {
  const [former, fresh] = [await emptyDatabase(), await emptyDatabase()];
  await migrateAsBefore(former);
  const scope = await addPerson(former);
  await former.sql('insert into folders (id, scope, title) values (gen_random_uuid(), $1, $2)', [scope, 'Drills']);
  const before = await readCatalogue(former);
  await migrate(former.poolConfig, { version: '1.0.0' });
  await migrate(fresh.poolConfig, { version: '1.0.0' });
  const after = await readCatalogue(former);
  expect(after).toEqual(await readCatalogue(fresh));
  expect(after.length).toBeGreaterThan(80);
  expect(
    before.map((text) => text.slice(0, 60)).filter((start) => !after.some((text) => text.startsWith(start))),
  ).toEqual([]);
  expect(await former.sql('select row from own_folders')).toMatchObject([{ row: { title: 'Drills' } }]);
});

test('a second start applies nothing; a changed file, also with other columns, applies all files, and triggers keep working', async () => {
  const database = await emptyDatabase();
  await Promise.all([1, 2, 3].map(() => migrate(database.poolConfig, { version: '1.0.0', repeatable: folder })));
  const first = await readOids(database);
  await migrate(database.poolConfig, { version: '1.0.0', repeatable: folder });
  expect(await readOids(database)).toEqual(first);
  await addColumn();
  await change(
    'functions/versions.sql',
    `set version = excluded.version, deleted_at = now();`,
    `set version = excluded.version, deleted_at = 'epoch';`,
  )();
  await change(
    'functions/pages.sql',
    'list_item(item json, locked boolean)',
    'list_item(entry json, locked boolean, reason text)',
  )();
  await change('functions/pages.sql', 'left(item::text, -1)', 'left(entry::text, -1)')();
  await Promise.all([1, 2, 3].map(() => migrate(database.poolConfig, { version: '1.0.0', repeatable: folder })));
  const scope = await addPerson(database);
  await database.sql('insert into folders (id, scope, title) values (gen_random_uuid(), $1, $2)', [scope, 'Drills']);
  expect(await database.sql('select title, version from own_folders')).toEqual([
    { title: 'Drills', version: expect.anything() },
  ]);
  await database.sql('delete from folders');
  await database.sql('insert into folders (id, scope, title) select id::uuid, scope, $1 from tombstones', ['Again']);
  await database.sql('delete from folders');
  expect(await database.sql('select table_name from tombstones')).toEqual([{ table_name: 'folders' }]);
  expect(await database.sql(`select count(*)::int as n from pg_proc where proname = 'list_item'`)).toEqual([{ n: 1 }]);
});

test('a definition that fails leaves the database unchanged', async () => {
  const database = await emptyDatabase();
  await migrate(database.poolConfig, { version: '1.0.0', repeatable: folder });
  const [catalogue, oids] = [await readCatalogue(database), await readOids(database)];
  await change('functions/access.sql', 'from subscriptions s', 'from subscribers s')();
  await expect(migrate(database.poolConfig, { version: '1.0.0', repeatable: folder })).rejects.toThrow(
    'views and functions failed',
  );
  expect([await readCatalogue(database), await readOids(database)]).toEqual([catalogue, oids]);
});

test('a restarted older build keeps the definitions of a newer one; a newer build may restore an old definition', async () => {
  const database = await emptyDatabase();
  await migrate(database.poolConfig, { version: '1.9.9' });
  const old = await readCatalogue(database);
  await addColumn();
  await migrate(database.poolConfig, { repeatable: folder, version: '1.10.0' });
  const newer = await readCatalogue(database);
  expect(newer).not.toEqual(old);
  await migrate(database.poolConfig, { version: '1.9.9' });
  expect(await readCatalogue(database)).toEqual(newer);
  await migrate(database.poolConfig, { version: '1.10.1' });
  expect(await readCatalogue(database)).toEqual(old);
});

test('reports of comments are kept with what was decided about them when all kinds get one table', async () => {
  const database = await emptyDatabase();
  const [owner, author, reporter, other] = [newId(), newId(), newId(), newId()];
  const [community, channel, content, publication] = [newId(), newId(), newId(), newId()];
  const client = new pg.Client(database.poolConfig);
  clients.push(client);
  await client.connect();
  const fill = async () => {
    await client.query(
      "insert into sports (id, name, position, sport_type) values ('chess', 'Chess', 999, 'Launched') on conflict do nothing",
    );
    for (const id of [owner, author, reporter, other])
      await client.query(
        `insert into users (id, scope, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id)
         values ($1::uuid, 'user:' || $1::text, 'u' || right($1::text, 12), $1 || '@example.org', '+1' || (8000000000 + floor(random() * 999999999))::bigint, 'x', 'A', 'B', 'email', gen_random_uuid())`,
        [id],
      );
    await client.query(
      `insert into communities (id, scope, sport_id) values ('${community}', 'user:${owner}', 'chess')`,
    );
    await client.query(
      `insert into channels (id, scope, community_id, sport_id, name, author_id) values ('${channel}', 'user:${owner}', '${community}', 'chess', 'C', '${owner}')`,
    );
    await client.query(
      `insert into contents (id, scope, title, filename, type, origin_file_size, created_by) values ('${content}', 'user:${owner}', 'T', 'T.mp4', 'video', 1, '${owner}')`,
    );
    await client.query(
      `insert into publications (id, scope, content_id, channel_id, sport_id, title, pricing, published_by) values ('${publication}', 'user:${owner}', '${content}', '${channel}', 'chess', 'T', 'free', '${owner}')`,
    );
    await client.query(
      `insert into comment_reports (publication_id, author_id, reporter_id, reason, text, comment, created_at, sent_at)
       values ('${publication}', '${author}', '${reporter}', 'spam', 'Shoes.', 'Buy!', '2026-03-01Z', '2026-03-02Z')`,
    );
    await client.query(
      `insert into comment_reports (publication_id, author_id, reporter_id, reason, comment, created_at, decided_at, decided_by, decision, decision_reason)
       values ('${publication}', '${author}', '${other}', 'hate', 'Buy more!', '2026-03-03Z', '2026-03-04Z', '${owner}', 'hidden', 'Advertising.')`,
    );
  };
  await client.query('begin');
  await migrateAround(client, { version: '1.0.0', upTo: '0075_suspension.sql', fill });
  await client.query('commit');
  const kept = await database.sql(
    `select kind, publication_id, person_id, reporter_id, reason, text, seen, created_at, sent_at, decided_at, decided_by, decision, decision_reason
     from reports order by created_at`,
  );
  const shared = { kind: 'comment', publication_id: publication, person_id: author };
  expect(kept).toEqual([
    {
      ...shared,
      reporter_id: reporter,
      reason: 'spam',
      text: 'Shoes.',
      seen: { comment: 'Buy!' },
      created_at: new Date('2026-03-01Z'),
      sent_at: new Date('2026-03-02Z'),
      decided_at: null,
      decided_by: null,
      decision: null,
      decision_reason: null,
    },
    {
      ...shared,
      reporter_id: other,
      reason: 'hate',
      text: '',
      seen: { comment: 'Buy more!' },
      created_at: new Date('2026-03-03Z'),
      sent_at: null,
      decided_at: new Date('2026-03-04Z'),
      decided_by: owner,
      decision: 'hidden',
      decision_reason: 'Advertising.',
    },
  ]);
});
