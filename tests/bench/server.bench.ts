import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAccessTokens } from '#server/calls/access-tokens.ts';
import { freePort } from '#tests/support/app-process.ts';
import { compare, missing, state, type Finding } from './support/finding.ts';
import { treeOf } from '#tests/support/process-tree.ts';
import { cpuSeconds, memoryMiB, startProgram, until, type Started } from './support/processes.ts';
import {
  addContents,
  addCreators,
  makeDatabase,
  makeSidelineDatabase,
  startSideline,
  type BenchDatabase,
  type Person,
} from './support/sideline.ts';
import { interleave, middleOf, type Figures } from './support/statistics.ts';
import { hasWrk, load, type Load } from './support/wrk.ts';
import type { BenchOptions } from './support/options.ts';

/** The data and load of both sides: 200,000 items, 1,000 sessions, 20 rows an answer, 32 connections. */
const SESSIONS = 1000;
const ITEMS_EACH = 200;

/**
 * Reads and inserts of a signed-in person; the references are a usual Fastify server and the bare minimum, on the same
 * PostgreSQL.
 */
export async function benchServer({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  if (!hasWrk()) return [missing('Server', 'wrk is not installed (Debian: apt-get install wrk)')];
  const seconds = isQuick ? 3 : 6;
  const anchors = await makeAnchorDatabase();
  const ours = await makeSidelineDatabase();
  const people = await addCreators(ours, SESSIONS);
  await addLibraries(ours, people);

  const runs = await interleave(
    {
      limit: () => measureAnchor('http', anchors, seconds),
      anchor: () => measureAnchor('fastify', anchors, seconds),
      ours: () => measureOurs(ours, people, seconds),
    },
    rounds,
  );
  const against = { ours: runs.ours, reference: runs.anchor, name: 'Fastify' };
  const atLimit = { ours: runs.ours, reference: runs.limit, name: 'limit' };
  return [
    compare('Reads: 20 rows of a signed-in person', '/s', { ...against, key: 'reads' }, { of: 'ratio', atLeast: 1.5 }),
    compare('Reads, of the limit', '/s', { ...atLimit, key: 'reads' }, { of: 'ratio', atLeast: 0.75 }),
    compare('Reads, p99', 'ms', { ...against, key: 'readP99' }, { of: 'ratio', atMost: 1 }),
    compare('Node CPU per read', 'µs', { ...against, key: 'readNodeUs' }, { of: 'ratio', atMost: 0.8 }),
    compare('PostgreSQL CPU per read', 'µs', { ...against, key: 'readDatabaseUs' }),
    compare('Inserts with an idempotency key', '/s', { ...against, key: 'inserts' }, { of: 'ratio', atLeast: 1.3 }),
    compare('Inserts, p99', 'ms', { ...against, key: 'insertP99' }, { of: 'ratio', atMost: 1 }),
    compare('Node CPU per insert', 'µs', { ...against, key: 'insertNodeUs' }),
    compare('PostgreSQL CPU per insert', 'µs', { ...against, key: 'insertDatabaseUs' }),
    compare('Idle memory of Node', 'MiB', { ...against, key: 'idleMiB' }, { of: 'ratio', atMost: 1.1 }),
    compare(
      'Cold start to the first healthy answer',
      'ms',
      { ...against, key: 'coldMs' },
      { of: 'ratio', atMost: 1.5 },
    ),
    state('Failed requests', '', middleOf(runs.ours, 'errors'), { of: 'value', atMost: 0 }),
  ];
}

async function makeAnchorDatabase(): Promise<BenchDatabase> {
  const database = await makeDatabase('anchors');
  for (const statement of [
    'create table sessions (hash bytea primary key, "userId" int not null, expires timestamptz not null)',
    "insert into sessions select sha256(('token' || i)::bytea), i, now() + interval '1 day' from generate_series(1, 1000) i",
    `create table items (id bigint generated always as identity primary key, kind text not null, title text not null, "ownerId" int not null,
       "createdAt" timestamptz not null default now(), "durationS" int not null default 0, thumb text not null default '/media/thumb/1.avif', description text)`,
    `insert into items (kind, title, "ownerId", "createdAt", description) select (array['video','audio','pdf','post'])[1 + i % 4], 'Session ' || i || ' on footwork and timing',
       1 + (i / 4) % 1000, now() - i * interval '1 second', 'How to hold the line when the other side presses high and what to drill in the week before the match.' from generate_series(1, 200000) i`,
    'create index on items ("ownerId", kind, "createdAt" desc)',
    'vacuum analyze',
  ])
    await database.pool.query(statement);
  return database;
}

async function addLibraries(database: BenchDatabase, people: Person[]): Promise<void> {
  for (const person of people) await addContents(database, person, ITEMS_EACH);
  await database.pool.query('vacuum analyze');
}

async function measureAnchor(kind: string, database: BenchDatabase, seconds: number): Promise<Figures> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const startedAtMs = performance.now();
  const server = startProgram(process.execPath, [path.join(import.meta.dirname, 'anchors/api-server.ts')], {
    env: { ...process.env, KIND: kind, PORT: String(port), DATABASE_URL: database.url, NODE_ENV: 'production' },
  });
  await until(
    'the anchor',
    () =>
      fetch(`${base}/health`).then(
        (answer) => answer.ok,
        () => false,
      ),
    30_000,
    5,
  );
  const coldMs = performance.now() - startedAtMs;
  const tokens = Array.from({ length: SESSIONS }, (_, index) => `token${index + 1}`);
  const insert = { body: `'{"kind":"video","title":"A new one","description":"${'x'.repeat(100)}"}'` };
  const figures = await measure(
    server,
    database,
    { url: `${base}/items?kind=video`, tokens, seconds },
    { url: `${base}/items`, tokens, insert, seconds },
  );
  await server.stop();
  return { ...figures, coldMs };
}

async function measureOurs(database: BenchDatabase, people: Person[], seconds: number): Promise<Figures> {
  const server = await startSideline(database);
  const signer = createAccessTokens(server.secret);
  const tokens = await Promise.all(
    people.map(({ userId, sessionId }) => signer.sign({ userId, sessionId }, new Date())),
  );
  const insert = { body: `string.format('{"id":"%s","title":"%s"}', id(), id())`, key: true };
  const figures = await measure(
    server.process,
    database,
    { url: `${server.url}/api/library/contents?type=video`, tokens, seconds },
    { url: `${server.url}/api/library/folders`, tokens, insert, seconds },
  );
  await server.stop();
  // Not TRUNCATE: it would cascade to the contents, which the next round reads.
  await database.pool.query('delete from folders');
  return { ...figures, coldMs: server.coldStartMs };
}

async function measure(server: Started, database: BenchDatabase, read: Load, insert: Load): Promise<Figures> {
  await wait(1500);
  const idleMiB = memoryMiB(treeOf(server.pid));
  const answer = await fetch(read.url, { headers: { Authorization: `Bearer ${read.tokens[0]}` } });
  if (!answer.ok) throw new Error(`a read answers ${answer.status}`);
  await load({ ...read, connections: 8, seconds: 1 });
  const reads = await counted(server, database, read);
  const inserts = await counted(server, database, insert);
  return {
    idleMiB,
    errors: reads.errors + inserts.errors,
    reads: reads.perSecond,
    readP99: reads.p99Ms,
    readNodeUs: reads.nodeUs,
    readDatabaseUs: reads.databaseUs,
    inserts: inserts.perSecond,
    insertP99: inserts.p99Ms,
    insertNodeUs: inserts.nodeUs,
    insertDatabaseUs: inserts.databaseUs,
  };
}

/** Also measures CPU time per request, which other load on the machine changes less than requests per second. */
async function counted(server: Started, database: BenchDatabase, wanted: Load) {
  const postmaster = await database.postmasterPid();
  const cpu = () => ({ node: cpuSeconds(treeOf(server.pid)), database: cpuSeconds(treeOf(postmaster)) });
  const before = cpu();
  const result = await load(wanted);
  const after = cpu();
  const perRequestUs = (seconds: number) => (seconds / result.requests) * 1e6;
  return {
    ...result,
    nodeUs: perRequestUs(after.node - before.node),
    databaseUs: perRequestUs(after.database - before.database),
  };
}
