import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import { audioFile } from '#tests/support/media.ts';
import { startFolderLoad } from '../world/folder-load.ts';
import { sendJob } from '../world/jobs-table.ts';
import { addChannel, addPublications, type Member } from '../world/members.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { change, QueueClient } from '../world/queue-client.ts';
import { sendWhole, sha256Of } from '../world/send-file.ts';
import { onServers, openJobs, until, type Servers } from '../world/servers.ts';
import { listenForWakes } from '../world/wake-listener.ts';
import type { ScenarioOptions } from '../world/world.ts';

const SHORT_KILLS = 1;
const PEOPLE = 12;
const UPLOADERS = 3;
const FOLLOWERS = 30;
const JOBS_DONE_WITHIN_MS = 120_000;
const WOKEN_WITHIN_MS = 5_000;

const states = async ({ sql }: Servers, name: JobName) =>
  (
    await sql.query<{ state: string; retries: number }>(
      'select state::text, retry_count as retries from jobs.job where name = $1 order by state::text',
      [name],
    )
  ).rows;

/**
 * Both servers run a job of the same kind and one is killed: its job is released and taken again, the other's is left
 * alone.
 */
const takeOnlyTheDeadOnes = async (servers: Servers, members: readonly Member[]): Promise<string[]> => {
  const {
    sql,
    servers: [first],
  } = servers;
  const channel = await addChannel(sql, members[0]!, members.slice(1, FOLLOWERS + 1));
  const publications = await addPublications(sql, channel, 2);
  const lock = await sql.connect();
  await lock.query('begin; lock table notifications in exclusive mode');
  try {
    for (const publicationId of publications) await sendJob(sql, 'publication.announce', { publicationId });
    await until(
      'both servers announce',
      async () =>
        (await states(servers, 'publication.announce')).filter(({ state }) => state === 'active').length === 2,
    );
    await servers.crash(first!, async () => {
      await until('one job is taken back', async () =>
        (await states(servers, 'publication.announce')).some(({ state }) => state === 'retry'),
      );
    });
    const touched = (await states(servers, 'publication.announce')).filter(
      ({ state, retries }) => state === 'retry' || retries > 0,
    );
    return touched.length === 1 ? [] : [`${touched.length} jobs were taken back after the end of one server`];
  } finally {
    await lock.query('rollback');
    lock.release();
  }
};

/** A device connected to one server is notified of a change at the other. */
const wakesAcross = async ({ random, servers }: Servers, member: Member): Promise<string[]> => {
  const missed: string[] = [];
  for (const [at, from] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const listener = await listenForWakes(servers[at]!.port, member);
    const client = new QueueClient({ member, ports: [servers[from]!.port], random });
    await client.deliver(
      change('POST', '/library/folders', { id: newId(), title: `Wake ${newId()}` }),
      performance.now() + WOKEN_WITHIN_MS,
    );
    await until('a wake', () => listener.wakes() > 0, WOKEN_WITHIN_MS).catch(() =>
      missed.push(`server ${at} was not notified of a change at server ${from}`),
    );
    client.close();
    listener.close();
  }
  return missed;
};

/**
 * F19: two servers on one database and one object folder; `size` times (1) one of them is killed and restarted while
 * people change data and files are uploaded and encoded.
 */
export const runF19 = ({ seed, size = SHORT_KILLS }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed, count: 2 }, async (servers) => {
    const { random, sql, objectsDir } = servers;
    const members = await servers.addMembers(PEOPLE + UPLOADERS + FOLLOWERS);
    const taken = await takeOnlyTheDeadOnes(servers, members);
    const deaf = await wakesAcross(servers, members.at(-1)!);

    const load = startFolderLoad(servers, members.slice(0, PEOPLE));
    const bytes = await readFile(await audioFile('wav', 60));
    const giveUpAtMs = performance.now() + 120_000 + size * 20_000;
    const uploads = members.slice(PEOPLE, PEOPLE + UPLOADERS).map(async (member, index) => {
      const client = new QueueClient({
        member,
        ports: servers.servers.map(({ port }) => port),
        random: random.fork(`upload ${index}`),
        timeoutMs: 20_000,
      });
      const { contentId } = await sendWhole(
        client,
        { id: newId(), name: `talk-${index}.wav`, profile: 'audio', bytes },
        giveUpAtMs,
      );
      client.close();
      return { contentId, member };
    });
    for (let kill = 0; kill < size; kill += 1) {
      await wait(random.integer(200, 1_500));
      await servers.crash(random.pick(servers.servers));
    }
    const sent = await Promise.all(uploads);
    await load.stop();

    const seconds = await until(
      'all jobs are done',
      async () => (await openJobs(sql)).length === 0,
      JOBS_DONE_WITHIN_MS,
    ).catch(() => JOBS_DONE_WITHIN_MS / 1000);
    const stuck = (await openJobs(sql)).map((job) => JSON.stringify(job));
    const lost = [...taken, ...deaf, ...(await load.compare(sql)), ...(await wakesAcross(servers, members.at(-1)!))];
    const doubled: string[] = [];
    for (const { contentId, member } of sent) {
      const { rows } = await sql.query<{ id: string; status: number }>(
        'select id, encoding_status as status from contents where scope = $1',
        [member.scope],
      );
      if (rows.length !== 1) doubled.push(`${rows.length} contents of one upload`);
      if (rows[0]?.status !== 4) lost.push(`content ${contentId} has status ${rows[0]?.status}`);
      const original = await readFile(path.join(objectsDir, 'originals', contentId)).catch(() => Buffer.alloc(0));
      if (sha256Of(original) !== sha256Of(bytes)) lost.push(`the original of ${contentId} differs from the sent file`);
    }
    const notified = await sql.query<{ count: number }>(
      `select count(*)::int as count from notifications where kind = 'new_content'`,
    );
    if (notified.rows[0]!.count !== 2 * FOLLOWERS)
      (notified.rows[0]!.count < 2 * FOLLOWERS ? lost : doubled).push(
        `${notified.rows[0]!.count} notifications instead of ${2 * FOLLOWERS}`,
      );
    const failed = load.tries.filter(({ status }) => status !== null && status >= 500).length;
    const note = `${size + 1} kills, ${load.done()} changes, ${load.tries.filter(({ status }) => status === null).length} resets, ${failed} × 5xx`;
    return judge('F19', seed, { seconds, stuck }, { lost, doubled, reordered: [] }, [], note);
  });
