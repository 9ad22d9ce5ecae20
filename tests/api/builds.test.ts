import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { pull as pullCall } from '#contract/sync.ts';
import type { OutputOf } from '#contract/call.ts';
import { joinMarks, tablesOf, THIS_BUILD, type OwnTable, type TableMarks } from '#contract/tables.ts';
import { createPull, FEED_TABLES } from '#server/domains/sync/index.ts';
import type { FeedTable } from '#server/domains/sync/reach.ts';
import { accountDatabase } from '#store/door.ts';
import { storeSession } from '#store/session.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { PROPERTY_TIMEOUT_MS, RUNS, runs } from '#tests/support/property-runs.ts';

/**
 * Past and future builds, as servers over one database and as clients over one local database. Each build has some of
 * today's tables, and its own shape of folders through its own view.
 */
interface Build {
  marks: TableMarks;
  feed: readonly FeedTable[];
  folders: string;
}
const buildOf = (tables: readonly OwnTable[], folders: string, view = `folders_${folders}`): Build => ({
  marks: Object.fromEntries(
    tables.map((table) => [table, table === 'folders' ? THIS_BUILD.folders.slice(0, 3) + folders : THIS_BUILD[table]]),
  ),
  feed: FEED_TABLES.filter(({ table }) => (tables as readonly string[]).includes(table)).map((each) =>
    each.table === 'folders' ? { ...each, shape: folders, view } : each,
  ),
  folders: view,
});
const OLDEST = buildOf(['me', 'folders'], 'one0');
const OLD = buildOf(['me', 'folders', 'subscriptions'], 'one0');
const LAST = buildOf(['me', 'folders', 'subscriptions', 'tagProfiles'], 'two0');
const THIS = buildOf(['me', 'folders', 'subscriptions', 'tagProfiles', 'sportInterests'], 'now0', 'own_folders');
const BUILDS = [OLDEST, OLD, LAST, THIS] as const;

type Answer = OutputOf<typeof pullCall> & { bytes: number };
let server: TestServer;
let person: TestPerson;
/** The build that answers next, and its rows per page. */
let serving: () => Build;
let pageRows = 1000;
let answers: Answer[] = [];
beforeAll(async () => {
  server = await startTestServer({
    handlers: { 'sync.pull': (context, input) => createPull(serving().feed, pageRows)(context, input) },
    routes: [],
    isPartial: true,
  });
  for (const shape of ['one0', 'two0'])
    await sql(`create view folders_${shape} as select scope, id, version,
      json_build_object('id', id, 'scope', scope, 'title', row->>'title', 'of', '${shape}') as row from own_folders`);
  await sql(`insert into sports (id, name, position, sport_type)
    select 'sport-' || n, 'Sport ' || n, n, 'Launched' from generate_series(1, 60) n`);
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const response = await send(`${server.url}${url}`, init);
    const text = await response.clone().text();
    answers.push({ ...(JSON.parse(text) as Answer), bytes: text.length });
    return response;
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});
const sql = async (text: string, values: unknown[] = []) =>
  (await server.services.database.pool.query<Record<string, unknown>>(text, values)).rows;

const begin = async (): Promise<void> => {
  person = await server.addPerson();
  await storeSession(person.userId, person.token);
  pageRows = 1000;
};
beforeEach(begin);

/**
 * Pulls as a client of one build from servers of others.
 *
 * @returns The answers.
 */
const pull = async (client: Build, servers: Build | (() => Build)): Promise<Answer[]> => {
  serving = typeof servers === 'function' ? servers : () => servers;
  answers = [];
  await pullOnce(person.userId, undefined, client.marks);
  return answers;
};
const sentTables = (sent: readonly Answer[]): string[] => [
  ...new Set(sent.flatMap(({ changes }) => changes.flatMap(({ rows, gone }) => Object.keys({ ...rows, ...gone })))),
];
const rowsSent = (sent: readonly Answer[], table?: string): number =>
  sent
    .flatMap(({ changes }) => changes.flatMap(({ rows }) => Object.entries(rows)))
    .reduce((sum, [name, rows]) => sum + (table === undefined || table === name ? rows.length : 0), 0);

const WRITES = {
  addFolder: () =>
    sql(`insert into folders (id, scope, title) values ($1, $2, gen_random_uuid()::text)`, [newId(), person.scope]),
  editFolder: () =>
    sql(`update folders set title = $2 where id = (select id from folders where scope = $1 limit 1)`, [
      person.scope,
      newId(),
    ]),
  deleteFolder: () =>
    sql(`delete from folders where id = (select id from folders where scope = $1 order by title limit 1)`, [
      person.scope,
    ]),
  addTags: () =>
    sql(`insert into tag_profiles (id, scope, title, items) values ($1, $2, gen_random_uuid()::text, '[]')`, [
      newId(),
      person.scope,
    ]),
  deleteTags: () =>
    sql(`delete from tag_profiles where id = (select id from tag_profiles where scope = $1 limit 1)`, [person.scope]),
  addSubscription: () => addOfSport('subscriptions (id, scope, user_id, sport_id, type)', `'trial'`),
  deleteSubscription: () =>
    sql(`delete from subscriptions where id = (select id from subscriptions where scope = $1 limit 1)`, [person.scope]),
  addInterest: () => addOfSport('sport_interests (id, scope, user_id, sport_id, involvement)', `'[]'`),
  editInterest: () =>
    sql(
      `update sport_interests set position = position + 1 where id = (select id from sport_interests where scope = $1 limit 1)`,
      [person.scope],
    ),
  /** Deletes the tombstones up to now. */
  purge: async () => {
    await sql(`update scope_versions set floor = version where scope = $1`, [person.scope]);
    await sql(`delete from tombstones where scope = $1`, [person.scope]);
  },
};
const addOfSport = (into: string, value: string) =>
  sql(
    `insert into ${into} select $1::uuid, $2::text, $3::uuid, s.id, ${value} from sports s
      where s.id not in (select sport_id from ${into.split(' ')[0]} where scope = $2) order by s.id limit 1`,
    [newId(), person.scope, person.userId],
  );
type Write = keyof typeof WRITES;
const ADDS: readonly Write[] = ['addFolder', 'addTags', 'addSubscription', 'addInterest'];
const write = async (...names: readonly Write[]): Promise<void> => {
  for (const name of names) await WRITES[name]();
};

const byId = (rows: readonly unknown[]) => (rows as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
/** Checks that the device has exactly the rows of its build, in its shape. */
const expectTruth = async (client: Build): Promise<void> => {
  const db = accountDatabase(person.userId);
  for (const { table, view } of BUILDS.find(({ marks }) => marks === client.marks)!.feed) {
    const truth = (await sql(`select row from ${view} where scope = $1`, [person.scope])).map(({ row }) => row);
    expect(byId(await db.table(table).toArray()), table).toEqual(byId(truth));
  }
  expect((await db.sync.get('sync'))!.whole).toEqual({});
};

test('an updated client is sent the table that is new to it and the one whose rows changed their shape, and nothing else', async () => {
  await write(...ADDS, 'addSubscription');
  await pull(OLD, OLD);
  await expectTruth(OLD);
  // The newer server answers the old client first.
  await write('addFolder', 'addTags', 'addSubscription');
  expect(sentTables(await pull(OLD, LAST)).toSorted()).toEqual(['folders', 'subscriptions']);
  const update = await pull(LAST, LAST);
  expect(sentTables(update).toSorted()).toEqual(['folders', 'tagProfiles']);
  expect([rowsSent(update, 'folders'), rowsSent(update, 'tagProfiles')]).toEqual([2, 2]);
  await expectTruth(LAST);
  const [quiet] = await pull(LAST, LAST);
  expect(quiet!.changes).toEqual([]);
  expect(quiet!.bytes).toBeLessThan(250);
});

test('a device three versions behind gets what it lacks with its update, however its rows came', async () => {
  await write(...ADDS, 'addFolder');
  await pull(OLDEST, OLDEST);
  for (const newer of [OLD, LAST, THIS]) {
    await write(...ADDS, 'deleteFolder');
    await pull(OLDEST, newer);
  }
  const update = await pull(THIS, THIS);
  expect(sentTables(update)).not.toContain('me');
  await expectTruth(THIS);
});

test('a server that is older than the client sends what it knows, and the next newer one the rest', async () => {
  await write(...ADDS);
  await pull(THIS, OLD);
  expect(await accountDatabase(person.userId).tagProfiles.count()).toBe(0);
  await write(...ADDS);
  const rest = await pull(THIS, THIS);
  expect([rowsSent(rest, 'tagProfiles'), rowsSent(rest, 'sportInterests'), rowsSent(rest, 'subscriptions')]).toEqual([
    2, 2, 1,
  ]);
  await expectTruth(THIS);
});

test('a table that is only partly sent does not count as complete after a server without that table answered', async () => {
  const tags = Array.from({ length: 12 }, () => 'addTags' as const);
  await write('addFolder', ...tags);
  await pull(THIS, THIS);
  await write('purge', 'deleteTags', ...tags);
  // The floor is above the device's version: everything is sent whole, on many pages, and the old server takes over
  // half-way.
  await sql('update scope_versions set floor = version where scope = $1', [person.scope]);
  pageRows = 3;
  let pages = 0;
  await pull(THIS, () => ((pages += 1) > 3 ? OLD : THIS));
  const state = (await accountDatabase(person.userId).sync.get('sync'))!;
  expect(state.wholeTables![person.scope]).toEqual(['tagProfiles', 'sportInterests']);
  expect(await accountDatabase(person.userId).tagProfiles.count()).toBe(12);
  await pull(THIS, THIS);
  await expectTruth(THIS);
});

test('servers of two builds answering in turns send each change once or twice, and never all rows', async () => {
  await write(...Array.from({ length: 50 }, (_, index) => ADDS[index % ADDS.length]!));
  await pull(THIS, THIS);
  await pull(THIS, LAST);
  let seed = 27;
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  const names = (Object.keys(WRITES) as Write[]).filter((name) => name !== 'purge');
  let [writes, rows, bytes] = [0, 0, 0];
  for (let turn = 0; turn < 100; turn += 1) {
    const some = Array.from({ length: random(4) }, () => names[random(names.length)]!);
    await write(...some);
    writes += some.length;
    const sent = await pull(THIS, random(2) === 0 ? LAST : THIS);
    expect(sent.some(({ changes }) => changes.some(({ whole, renewed }) => whole || renewed))).toBe(false);
    rows += rowsSent(sent);
    bytes += sent.reduce((sum, answer) => sum + answer.bytes, 0);
  }
  await pull(THIS, THIS);
  await expectTruth(THIS);
  expect(rows).toBeLessThanOrEqual(2 * writes);
  expect(bytes).toBeLessThan(100 * 400 + 2 * writes * 400);
});

test(
  'whatever builds a device and its servers went through, once it meets a server of its build it has every row',
  async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(WRITES) as Write[])) },
      { weight: 1, arbitrary: fc.record({ client: fc.nat(3) }) },
      { weight: 5, arbitrary: fc.record({ servers: fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40, size: 'max' }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(3),
        async (steps, rowsOfPage, first) => {
          await begin();
          pageRows = rowsOfPage;
          let client = BUILDS[first]!;
          await write(...ADDS, ...ADDS);
          for (const each of steps) {
            if (typeof each === 'string') await write(each);
            // A client's build never gets older.
            else if ('client' in each) client = BUILDS[Math.max(each.client, BUILDS.indexOf(client))]!;
            else {
              let request = 0;
              await pull(client, () => BUILDS[each.servers[request++ % each.servers.length]!]!);
            }
          }
          await pull(client, client);
          await expectTruth(client);
          // Afterwards nothing is new, and a pull is small.
          const [quiet] = await pull(client, client);
          expect(quiet!.changes).toEqual([]);
          expect(quiet!.bytes).toBeLessThan(250);
        },
      ),
      { ...runs, numRuns: Math.ceil(RUNS / 4) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);

test('this build names all of its tables', () => {
  expect(joinMarks(THIS_BUILD)).toHaveLength(7 * tablesOf(THIS_BUILD).length);
});
