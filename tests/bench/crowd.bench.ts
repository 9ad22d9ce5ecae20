import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAccessTokens } from '#server/calls/access-tokens.ts';
import type { Done, Guest } from './support/crowd.child.ts';
import { compare, state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { startProgram } from './support/processes.ts';
import { addContents, addCreators, makeSidelineDatabase, startSideline, type Sideline } from './support/sideline.ts';
import { interleave, median, middleOf, quantile, type Figures } from './support/statistics.ts';

/** Six who use the server as hard as it lets them, and one who reads. */
const CROWD = 6;
const WARM_UP_MS = 2_000;

/**
 * How long a person's Home takes while six others send chunks and pictures, sign in wrongly and open event streams all at once, beside
 * the same reads on the same server without them.
 */
export async function benchCrowd({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const database = await makeSidelineDatabase();
  const people = await addCreators(database, CROWD + 1);
  for (const person of people) await addContents(database, person, 100);
  const server = await startSideline(database);
  const signer = createAccessTokens(server.secret);
  const guests = await Promise.all(
    people.map(async (person, index): Promise<Guest> => ({
      token: await signer.sign(person, new Date()),
      headers: { 'X-Forwarded-For': `198.51.100.${index + 1}` },
    })),
  );
  const [reader, ...crowd] = guests as [Guest, ...Guest[]];
  const seconds = isQuick ? 8 : 20;
  await reads(server, reader, 2);
  const runs = await interleave(
    {
      quiet: () => reads(server, reader, seconds),
      crowded: () => withCrowd(server, crowd, () => reads(server, reader, seconds)),
    },
    rounds,
  );
  await server.stop();
  const beside = { ours: runs.crowded, reference: runs.quiet, name: 'without them' };
  return [
    compare('Home of a seventh while six attack', 'ms', { ...beside, key: 'homeMs' }, { of: 'ratio', atMost: 2 }),
    compare('Home, p95', 'ms', { ...beside, key: 'homeP95Ms' }),
    compare('A static picture', 'ms', { ...beside, key: 'pictureMs' }),
    state('Reads that failed', '', middleOf(runs.crowded, 'failed'), { of: 'value', atMost: 0 }),
    ...['chunks', 'pictures', 'checked', 'refused', 'streams'].map((key) =>
      state(`The six: ${key}`, '/s', middleOf(runs.crowded, key) / seconds),
    ),
  ];
}

/** The seventh reads Home and a picture of the app, one after the other, with a pause as a person makes. */
async function reads({ url }: Sideline, { token, headers }: Guest, seconds: number): Promise<Figures> {
  const home: number[] = [];
  const picture: number[] = [];
  let failed = 0;
  const timed = async (path: string, into: number[]) => {
    const startedAtMs = performance.now();
    const answer = await fetch(url + path, { headers: { ...headers, Authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) failed += 1;
    into.push(performance.now() - startedAtMs);
  };
  const endsAtMs = performance.now() + seconds * 1000;
  while (performance.now() < endsAtMs) {
    await timed('/api/home', home);
    await timed('/wordmark.svg', picture);
    await wait(20);
  }
  return { homeMs: median(home), homeP95Ms: quantile(home, 0.95), pictureMs: median(picture), failed };
}

/** Runs `measure` while the six are at work. */
async function withCrowd(server: Sideline, guests: Guest[], measure: () => Promise<Figures>): Promise<Figures> {
  // Each round is as the first one: nobody has used up anything.
  await server.database.pool.query('delete from rate_limits');
  const crowd = startProgram(
    process.execPath,
    [path.join(import.meta.dirname, 'support/crowd.child.ts'), JSON.stringify({ url: server.url, guests })],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  await wait(WARM_UP_MS);
  crowd.child.send('begin');
  const figures = await measure();
  const answered = once(crowd.child, 'message') as Promise<[Done]>;
  const gone = once(crowd.child, 'exit');
  crowd.child.send('end');
  const [done] = await answered;
  await gone;
  return { ...figures, ...done };
}
