import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { videoLike, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { startFolderLoad } from '../world/folder-load.ts';
import { sendJob } from '../world/jobs-table.ts';
import type { Member } from '../world/members.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { change, QueueClient } from '../world/queue-client.ts';
import { sendWhole } from '../world/send-file.ts';
import { onServers, openJobs, until, type Servers } from '../world/servers.ts';
import { listenForWakes } from '../world/wake-listener.ts';
import type { ScenarioOptions } from '../world/world.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
const SHORT_OUTAGES = 3;
const PEOPLE = 10;
const BACK_WITHIN_MS = 5_000;
/** Deadline of every answer while the database is down, ms. */
const ANSWER_WITHIN_MS = 5_000;

/** Calls while the database is down: each must be refused at once, with 503 and Retry-After. */
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

interface OtherLoad {
  /**
   * Stops after the requests in progress.
   *
   * @returns What went wrong.
   */
  stop(): Promise<string[]>;
  uploads(): number;
}

const UPLOAD_BYTES = 6 * 1024 * 1024 + 17;
/** Statuses that ended sessions, limits and outages lead to; all others are faults. */
const EXPECTED = new Set([200, 401, 429, 503]);

/** Other load while the database is killed: uploads with their jobs, pulls and sign-ins. */
const startOtherLoad = ({ random, servers: [server] }: Servers, members: readonly Member[]): OtherLoad => {
  const wrong: string[] = [];
  let isStopping = false;
  let uploads = 0;
  const clientOf = (member: Member) => new QueueClient({ member, ports: [server!.port], random, timeoutMs: 20_000 });

  const upload = async (member: Member): Promise<void> => {
    const client = clientOf(member);
    while (!isStopping) {
      const file: SentFile = { id: newId(), name: 'Drill.mp4', profile: 'video', bytes: videoLike(UPLOAD_BYTES) };
      await sendWhole(client, file, performance.now() + 60_000).then(
        () => (uploads += 1),
        (error: Error) => wrong.push(error.message),
      );
    }
    client.close();
  };
  const askAgainAndAgain = async (member: Member, method: string, where: string, body?: object): Promise<void> => {
    const client = clientOf(member);
    while (!isStopping) {
      const sent = body ? { body: Buffer.from(JSON.stringify(body)), headers: JSON_BODY } : {};
      const answer = await client.once(method, where, sent).catch((error: Error) => error);
      if (answer instanceof Error) wrong.push(`${method} ${where}: ${answer.message}`);
      else if (!EXPECTED.has(answer.status)) wrong.push(`${method} ${where}: ${answer.status}`);
      await wait(random.integer(20, 100));
    }
    client.close();
  };
  const [uploader, puller] = members;
  const work = [
    upload(uploader!),
    askAgainAndAgain(puller!, 'GET', '/sync'),
    askAgainAndAgain(puller!, 'POST', '/auth/login', { username: 'unknown', password: 'Wrong-2026!' }),
  ];
  return {
    uploads: () => uploads,
    async stop() {
      isStopping = true;
      await Promise.all(work);
      return wrong;
    },
  };
};

/** F20: `size` times (3) the database is killed with SIGKILL under load and restarted a little later. */
export const runF20 = ({ seed, size = SHORT_OUTAGES }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed }, async (servers) => {
    const {
      random,
      sql,
      database,
      servers: [server],
    } = servers;
    const members = (await servers.addMembers(PEOPLE + 3)) as Member[];
    const listener = members[PEOPLE]!;
    const pid = server!.pid();
    const lost: string[] = [];
    let slowest = 0;
    const load = startFolderLoad(servers, members.slice(0, PEOPLE));
    const others = startOtherLoad(servers, members.slice(PEOPLE + 1));
    const stream = await listenForWakes(server!.port, listener);
    for (let outage = 0; outage < size; outage += 1) {
      await wait(random.integer(500, 1_500));
      await database.kill();
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
        async () => (await openJobs(sql)).every(({ name }) => name !== 'housekeeping'),
        BACK_WITHIN_MS,
      ).catch(() => Infinity);
      for (const [what, seconds] of Object.entries({ served, woken, working }))
        if (seconds === Infinity) lost.push(`not ${what} within ${BACK_WITHIN_MS / 1000} s`);
      slowest = Math.max(slowest, served, woken, working);
      client.close();
    }
    await load.stop();
    lost.push(...(await others.stop()));
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
    const note = `${size} outages, ${load.done()} changes, ${others.uploads()} uploads, ${statuses.get(503)?.length ?? 0} × 503, back after at most ${slowest.toFixed(1)} s`;
    return judge('F20', seed, { seconds: slowest, stuck: [] }, { lost, doubled: [], reordered: [] }, [], note);
  });
