import { createAccessTokens } from '#server/calls/access-tokens.ts';
import { treeOf } from '#tests/support/process-tree.ts';
import { tellAll } from './announce.bench.ts';
import { compare, missing, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { cpuSeconds } from './support/processes.ts';
import { addContents, addCreators, makeSidelineDatabase, startSideline, type Sideline } from './support/sideline.ts';
import { interleave, quantile, type Figures } from './support/statistics.ts';
import { hasWrk, load } from './support/wrk.ts';

const PATH = '/api/library/contents?type=video';
/** What stays flat may grow by so much, and what grows in proportion may be so much above it. */
const FLAT = 1.25;
/** Two processes on enough cores, of one. */
const TWO_OF_ONE = 1.8;
/** Where the processors are the limit: what a read of two processes may cost more. */
const MORE_FOR_TWO = 1.11;
const CONNECTIONS = 32;
const ONE_READS = 200;

const LIBRARY = 10_000;
const ITEMS_EACH = 20;
const PEOPLE = 1_000;
const FOLLOWERS = 1_000;
/** So many times as many items and people. */
const TIMES = 10;
const FOLLOWERS_TIMES = 100;

/** What happens to first pages, to the telling of followers and to the number of answers when there is more of everything. */
export async function benchGrowth({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  if (!hasWrk()) return [missing('Growth', 'wrk is not installed (Debian: apt-get install wrk)')];
  const seconds = isQuick ? 2 : 5;
  const libraries = await startWith(1, LIBRARY);
  const larger = await startWith(1, LIBRARY * TIMES);
  const library = await interleave({ one: () => readOne(libraries), more: () => readOne(larger) }, rounds);
  await Promise.all([libraries.server.stop(), larger.server.stop()]);
  const few = await startWith(PEOPLE, ITEMS_EACH);
  const many = await startWith(PEOPLE * TIMES, ITEMS_EACH);
  const people = await interleave(
    { one: () => readFrom([few], seconds), more: () => readFrom([many], seconds) },
    rounds,
  );
  await few.server.stop();
  const second = { ...many, server: await startSideline(many.server.database) };
  // The second has a secret of its own.
  const both = [many, { ...second, tokens: await tokensOf(second.server, many.people) }];
  const processes = await interleave(
    { one: () => readFrom([many], seconds), more: () => readFrom(both, seconds) },
    rounds,
  );
  await Promise.all(both.map(({ server }) => server.stop()));
  const followers = await interleave(
    { one: () => tell(FOLLOWERS), more: () => tell(FOLLOWERS * (isQuick ? TIMES : FOLLOWERS_TIMES)) },
    isQuick ? 1 : Math.min(rounds, 2),
  );
  const pair = (runs: Record<'one' | 'more', (Figures | null)[]>, key: string, name: string) =>
    ({ ours: runs.more, reference: runs.one, name, key }) as const;
  return [
    compare(`First page, ${LIBRARY * TIMES} items`, 'ms', pair(library, 'ms', `${LIBRARY}`), {
      of: 'ratio',
      atMost: FLAT,
    }),
    compare(`First page, ${PEOPLE * TIMES} people`, 'ms', pair(people, 'p99Ms', `${PEOPLE}`)),
    compare('… processor time', 'µs', pair(people, 'cpuUs', `${PEOPLE}`), { of: 'ratio', atMost: FLAT }),
    compare('Reads of two processes', '/s', pair(processes, 'perSecond', 'one'), { of: 'ratio', atLeast: TWO_OF_ONE }),
    compare('… processor time of a read', 'µs', pair(processes, 'cpuUs', 'one'), {
      of: 'ratio',
      atMost: MORE_FOR_TWO,
    }),
    compare('… of it Node', 'µs', pair(processes, 'nodeUs', 'one')),
    compare('Followers told, for each', 'ms', pair(followers, 'eachMs', `${FOLLOWERS}`), { of: 'ratio', atMost: FLAT }),
  ];
}

interface Serving {
  server: Sideline;
  people: Awaited<ReturnType<typeof addCreators>>;
  tokens: string[];
}

/** A server with so many people, each with so many items. */
async function startWith(count: number, itemsEach: number): Promise<Serving> {
  const database = await makeSidelineDatabase();
  // It would be counted as work for those who read.
  await database.pool.query('alter system set autovacuum = off');
  await database.pool.query('select pg_reload_conf()');
  const people = await addCreators(database, count);
  for (const person of people) await addContents(database, person, itemsEach);
  await database.pool.query('vacuum analyze');
  const server = await startSideline(database);
  return { server, people, tokens: await tokensOf(server, people) };
}

const tokensOf = ({ secret }: Sideline, people: Serving['people']): Promise<string[]> => {
  const signer = createAccessTokens(secret);
  return Promise.all(people.map(({ userId, sessionId }) => signer.sign({ userId, sessionId }, new Date())));
};

/** The usual time of a first page, asked one after the other; fewer than one person may ask in a minute. */
async function readOne({ server, tokens }: Serving): Promise<Figures> {
  const tookMs: number[] = [];
  for (let at = 0; at < ONE_READS; at++) {
    const startedAtMs = performance.now();
    const answer = await fetch(server.url + PATH, { headers: { Authorization: `Bearer ${tokens[0]}` } });
    if (!answer.ok) throw new Error(`a read answers ${answer.status}`);
    await answer.arrayBuffer();
    tookMs.push(performance.now() - startedAtMs);
  }
  return { ms: quantile(tookMs, 0.5) };
}

/** Reads first pages from some processes of one database at once; processor time is that of Node and PostgreSQL for each. */
async function readFrom(serving: Serving[], seconds: number): Promise<Figures> {
  const postmaster = await serving[0]!.server.database.postmasterPid();
  const cpu = () => ({
    node: serving.reduce((sum, { server }) => sum + cpuSeconds(treeOf(server.process.pid)), 0),
    database: cpuSeconds(treeOf(postmaster)),
  });
  const all = (for_: number) =>
    Promise.all(
      serving.map(({ server, tokens }) =>
        load({ url: server.url + PATH, tokens, connections: CONNECTIONS / serving.length, seconds: for_ }),
      ),
    );
  // Connections and plans are made first.
  await all(1);
  const before = cpu();
  const results = await all(seconds);
  const after = cpu();
  const sum = (key: 'requests' | 'perSecond' | 'errors') => results.reduce((total, each) => total + each[key], 0);
  if (sum('errors') > 0) throw new Error(`${sum('errors')} reads failed`);
  const each = (used: number) => (used / sum('requests')) * 1e6;
  return {
    perSecond: sum('perSecond'),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    nodeUs: each(after.node - before.node),
    cpuUs: each(after.node - before.node + after.database - before.database),
  };
}

async function tell(followers: number): Promise<Figures> {
  const { rowsS } = await tellAll({ followers, waiting: 0 }, 0);
  return { eachMs: (rowsS * 1000) / followers };
}
