import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { startFolderLoad } from './folder-load.ts';
import { sendJob } from './jobs-table.ts';
import type { Member } from './members.ts';
import { judge, type ScenarioReport } from './oracle.ts';
import { change, QueueClient } from './queue-client.ts';
import { onServers, openJobs, until, type Servers } from './servers.ts';
import { listenForWakes } from './wake-listener.ts';
import type { ScenarioOptions } from './world.ts';

const SHORT_OUTAGES = 1;
const PEOPLE = 10;
const BACK_WITHIN_MS = 10_000;
/** No answer of a server whose database is away may take longer. */
const ANSWER_WITHIN_MS = 5_000;

/** Asks while the database is away: a refusal that says when to come again, at once. */
const askWhileAway = async ({ random, servers: [server] }: Servers, member: Member): Promise<string[]> => {
  const client = new QueueClient({ member, ports: [server!.port], random, timeoutMs: ANSWER_WITHIN_MS });
  const calls: readonly (readonly [string, string, object?])[] = [
    ['GET', '/library/folders'],
    ['GET', '/sync'],
    ['GET', '/sync/wake'],
    ['POST', '/library/folders', { id: newId(), title: `Away ${newId()}` }],
    ['GET', `/mam/uploads/${newId()}`],
  ];
  const wrong: string[] = [];
  for (const [method, where, body] of calls) {
    const answer = await client
      .once(method, where, {
        ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
        headers: { 'Idempotency-Key': newId(), ...(body ? { 'Content-Type': 'application/json' } : {}) },
      })
      .catch((error: Error) => error);
    if (answer instanceof Error) wrong.push(`${method} ${where}: ${answer.message}`);
    else if (answer.status !== 503 || !Number(answer.headers['retry-after']))
      wrong.push(`${method} ${where}: ${answer.status}, Retry-After ${answer.headers['retry-after']}`);
  }
  client.close();
  return wrong;
};

/** F20: `size` times (1) the database is killed under load and comes back a little later. */
export const runF20 = ({ seed, size = SHORT_OUTAGES }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed }, async (servers) => {
    const {
      random,
      sql,
      database,
      servers: [server],
    } = servers;
    const members = (await servers.addMembers(PEOPLE + 1)) as Member[];
    const listener = members[PEOPLE]!;
    const pid = server!.pid();
    const lost: string[] = [];
    let slowest = 0;
    const load = startFolderLoad(servers, members.slice(0, PEOPLE));
    const stream = await listenForWakes(server!.port, listener);
    for (let outage = 0; outage < size; outage += 1) {
      await wait(random.integer(500, 1_500));
      await database.stopAtOnce();
      lost.push(...(await askWhileAway(servers, listener)));
      await wait(random.integer(0, 2_000));
      const wakesBefore = stream.wakes();
      await database.start();
      const client = new QueueClient({ member: listener, ports: [server!.port], random, timeoutMs: ANSWER_WITHIN_MS });
      const probe = change('POST', '/library/folders', { id: newId(), title: `Back ${newId()}` });
      const served = await until(
        'calls are answered',
        async () => {
          const answer = await client
            .once('POST', probe.path, {
              body: Buffer.from(JSON.stringify(probe.body)),
              headers: { 'Content-Type': 'application/json', 'Idempotency-Key': probe.key },
            })
            .catch(() => undefined);
          return answer?.status === 200;
        },
        BACK_WITHIN_MS,
      ).catch(() => Infinity);
      const woken = await until('the stream wakes', () => stream.wakes() > wakesBefore, BACK_WITHIN_MS).catch(
        () => Infinity,
      );
      await sendJob(sql, 'housekeeping', {});
      const working = await until(
        'jobs are done',
        async () => (await openJobs(sql)).length === 0,
        BACK_WITHIN_MS,
      ).catch(() => Infinity);
      for (const [what, seconds] of Object.entries({ served, woken, working }))
        if (seconds === Infinity) lost.push(`not ${what} within ${BACK_WITHIN_MS / 1000} s`);
      slowest = Math.max(slowest, served, woken, working);
      client.close();
    }
    await load.stop();
    if (server!.pid() !== pid || !stream.isOpen()) lost.push('the server or its stream ended');
    stream.close();
    lost.push(...(await load.compare(sql)));
    const statuses = Map.groupBy(
      load.tries.filter(({ status }) => status === null || status >= 500),
      ({ status }) => status,
    );
    for (const [status, tries] of statuses) {
      if (status !== 503) lost.push(`${tries.length} answers ${status ?? 'broken off'}`);
      else if (tries.some(({ hasRetryAfter }) => !hasRetryAfter)) lost.push('a 503 without Retry-After');
    }
    const slow = load.tries.filter(({ ms }) => ms > ANSWER_WITHIN_MS).length;
    if (slow > 0) lost.push(`${slow} answers took longer than ${ANSWER_WITHIN_MS / 1000} s`);
    const note = `${size} outages, ${load.done()} changes, ${statuses.get(503)?.length ?? 0} × 503, back after at most ${slowest.toFixed(1)} s`;
    return judge('F20', seed, { seconds: slowest, stuck: [] }, { lost, doubled: [], reordered: [] }, [], note);
  });
