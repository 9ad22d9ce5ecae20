import { createAccessTokens } from '#server/calls/access-tokens.ts';
import { treeOf } from '#tests/support/process-tree.ts';
import { tellAll } from './announce.bench.ts';
import { compare, missing, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { cpuSeconds } from './support/processes.ts';
import { addContents, addCreators, makeSidelineDatabase, startSideline, type Sideline } from './support/sideline.ts';
import { interleave, type Figures } from './support/statistics.ts';
import { hasWrk, load } from './support/wrk.ts';

const PATH = '/api/library/contents?type=video';
/** What stays flat may grow by so much, and what grows in proportion may be so much above it. */
const FLAT = 1.25;
/** Two processes on enough cores, of one. */
const TWO_OF_ONE = 1.8;
const CONNECTIONS = 32;

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
  const library = await interleave(
    { one: () => readFrom([libraries], seconds, 4), more: () => readFrom([larger], seconds, 4) },
    rounds,
  );
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
    compare(`First page, ${LIBRARY * TIMES} items`, 'ms', pair(library, 'p99Ms', `${LIBRARY}`)),
    compare('… processor time', 'µs', pair(library, 'cpuUs', `${LIBRARY}`), { of: 'ratio', atMost: FLAT }),
    compare(`First page, ${PEOPLE * TIMES} people`, 'ms', pair(people, 'p99Ms', `${PEOPLE}`)),
    compare('… processor time', 'µs', pair(people, 'cpuUs', `${PEOPLE}`), { of: 'ratio', atMost: FLAT }),
    compare('Reads of two processes', '/s', pair(processes, 'perSecond', 'one'), { of: 'ratio', atLeast: TWO_OF_ONE }),
    compare('… processor time of a read', 'µs', pair(processes, 'cpuUs', 'one'), {
      of: 'ratio',
      atMost: 2 / TWO_OF_ONE,
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

/** Reads first pages from some processes of one database at once; processor time is that of Node and PostgreSQL for each. */
async function readFrom(serving: Serving[], seconds: number, connections = CONNECTIONS): Promise<Figures> {
  const postmaster = await serving[0]!.server.database.postmasterPid();
  const cpu = () => ({
    node: serving.reduce((sum, { server }) => sum + cpuSeconds(treeOf(server.process.pid)), 0),
    database: cpuSeconds(treeOf(postmaster)),
  });
  const all = (for_: number) =>
    Promise.all(
      serving.map(({ server, tokens }) =>
        load({ url: server.url + PATH, tokens, connections: connections / serving.length, seconds: for_ }),
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
