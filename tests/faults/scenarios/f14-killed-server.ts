import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '#contract/ids.ts';
import { checkHls } from '#server/adapters/media/hls-check.ts';
import { CERTIFICATE, startPushService } from '#server/adapters/push-service.fixtures.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import { pdfFile, pictureFile, uniqueEnd, videoFile } from '#tests/support/media.ts';
import { treeOf } from '#tests/support/process-tree.ts';
import { sendJob } from '../world/jobs-table.ts';
import { addChannel, type Channel, type Member } from '../world/members.ts';
import { judge, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { change, QueueClient } from '../world/queue-client.ts';
import { sendWhole, sha256Of } from '../world/send-file.ts';
import { commandOf, onServers, openJobs, until, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

const FOLLOWERS = 620;
const WITH_DEVICES = 12;
/** A job that is not done after this time counts as stuck. Source: docs/reliability.md. */
const STUCK_AFTER_MS = 120_000;
const JOB_KINDS: readonly JobName[] = [
  'housekeeping',
  'media.prepare',
  'notification.push',
  'objects.delete',
  'publication.announce',
];

interface Stage {
  servers: Servers;
  push: Awaited<ReturnType<typeof startPushService>>;
  owner: Member;
  client: QueueClient;
  channel: Channel;
  followers: Member[];
  cover: string;
  /** Publications whose followers must be notified once each. */
  announced: string[];
  /** Contents whose files must be complete, with the SHA-256 of the sent file. */
  contents: Map<string, string>;
}

const later = () => performance.now() + 60_000;

const ok = async (
  client: QueueClient,
  method: 'POST' | 'PUT' | 'DELETE',
  where: string,
  body?: object,
): Promise<void> => {
  const answer = await client.deliver(change(method, where, body), later());
  if (answer.status >= 300) throw new Error(`${method} ${where}: ${answer.status} ${answer.body.toString()}`);
};

const prepareStage = async (servers: Servers, push: Stage['push']): Promise<Stage> => {
  const [owner, ...followers] = (await servers.addMembers(1 + FOLLOWERS)) as [Member, ...Member[]];
  const channel = await addChannel(servers.sql, owner, followers);
  for (const [index, { userId }] of followers.slice(0, WITH_DEVICES).entries()) {
    const where = `/device-${index}`;
    await servers.sql.query('insert into devices (user_id, registration_id, registration_hash) values ($1, $2, $3)', [
      userId,
      push.subscribe(where),
      where,
    ]);
  }
  const client = new QueueClient({
    member: owner,
    ports: servers.servers.map(({ port }) => port),
    random: servers.random.fork('client'),
  });
  const picture = await readFile(await pictureFile('jpg', 320, 200));
  const cover = createHash('sha256').update(picture).digest('hex');
  await client.once('PUT', `/files/${cover}`, { body: picture });
  return { servers, push, owner, client, channel, followers, cover, announced: [], contents: new Map() };
};

/**
 * @param onRecord Runs after the content's record is made and before its bytes are sent; without it the last chunk
 * makes the record.
 */
const upload = async (
  stage: Stage,
  source: string,
  name: string,
  profile: 'video' | 'text',
  onRecord?: (contentId: string) => Promise<void>,
): Promise<string> => {
  const file = { id: newId(), name, profile, bytes: Buffer.concat([await readFile(source), uniqueEnd(profile)]) };
  stage.contents.set(file.id, sha256Of(file.bytes));
  if (onRecord) {
    await ok(stage.client, 'POST', '/library/contents', {
      contentId: file.id,
      filename: name,
      type: profile,
      fileSize: file.bytes.length,
    });
    await onRecord(file.id);
  }
  await sendWhole(stage.client, file, later());
  return file.id;
};

/** Publishes a content on the channel; its followers are notified once it is ready. */
const publish = async ({ client, channel, cover, announced, servers }: Stage, contentId: string): Promise<void> => {
  // A channel may announce ten items an hour: here the time passes between any two.
  await servers.sql.query("delete from rate_limits where key like 'announce:channel:%'");
  const id = newId();
  announced.push(id);
  await ok(client, 'POST', `/channels/${channel.channelId}/published-contents`, {
    id,
    contentId,
    title: `Title ${id}`,
    coverImage: cover,
  });
};

/** Adds a ready content with an original on disk, as an earlier run would have left it. */
const addReady = async ({ servers: { sql, objectsDir }, owner }: Stage): Promise<string> => {
  const id = newId();
  await mkdir(path.join(objectsDir, 'originals'), { recursive: true });
  await writeFile(path.join(objectsDir, 'originals', id), 'bytes');
  await sql.query(
    `insert into contents (id, scope, title, filename, type, duration, origin_file_size, object_key, media_key, active, approved, is_reserved, encoding_status, review_status, created_by)
     values ($1::uuid, $2, $1::uuid::text, $1::uuid || '.mp4', 'video', 100, 5, 'originals/' || $1::uuid, 'media/' || $1::uuid, true, true, false, 4, 'approved', $3)`,
    [id, owner.scope, owner.userId],
  );
  await sql.query('update storage_accounts set used = used + 5 where scope = $1', [owner.scope]);
  return id;
};

const deleteReady = async (stage: Stage): Promise<string> => {
  const id = await addReady(stage);
  await ok(stage.client, 'DELETE', `/library/contents/video/${id}`);
  return id;
};

/** Processes of a running encode job: the jail's wrappers and the encoder. Empty until the encoder itself runs. */
const encoders = (pid: number): number[] => {
  const found = treeOf(pid).filter((each) => / -progress /.test(commandOf(each)));
  return found.some((each) => !/^(\S*\/)?(setpriv|nice|unshare|sh) /.test(commandOf(each))) ? found : [];
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void =>
  pids.forEach((pid) => process.kill(pid, signal));

/**
 * Blocks jobs in the middle of their work with locks on the tables that they write: announcing and publishing on
 * `notifications`, deleting on `files`, housekeeping on `confirmation_codes`.
 */
const hold = async ({ sql }: Servers) => {
  const client = await sql.connect();
  await client.query(
    'begin; lock table notifications in exclusive mode; lock table files, confirmation_codes in access exclusive mode',
  );
  let isHeld = true;
  return {
    /** Whether an announcement and a publication both wait to write notifications. */
    hasPublishing: async () =>
      (await sql.query(`select 1 from pg_locks where relation = 'notifications'::regclass and not granted`))
        .rowCount === 2,
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await client.query('rollback');
      client.release();
    },
  };
};

const ORPHANS_GONE_WITHIN_MS = 2_000;

/**
 * Kills the server while every kind of job is at work: an encoder runs, a publication is being made. A blocked
 * publication holds the lock on its owner's version counter, and other changes of the owner wait for it: it therefore
 * starts last, behind a stopped encoder, so that their relative speed does not matter.
 */
const killInEverything = async (stage: Stage): Promise<{ gone: string; orphans: number[] }> => {
  const {
    servers: {
      servers: [server],
      sql,
    },
    servers,
    push,
  } = stage;
  const [video, pdf, ready, gone] = [
    await videoFile({ seconds: 12, width: 640, height: 360 }),
    await pdfFile(2),
    await addReady(stage),
    await addReady(stage),
  ];
  const held = await hold(servers);
  let running: number[] = [];
  let orphans: number[] = [];
  try {
    const encoded = await upload(stage, video, `encode-${newId()}.mp4`, 'video');
    stage.announced.push(await addPublication(stage, encoded, false));
    await until('an encoder runs', () => (running = encoders(server!.pid()!)).length > 0);
    signalAll(running, 'SIGSTOP');

    await ok(stage.client, 'DELETE', `/library/contents/video/${gone}`);
    const {
      rows: [device],
    } = await sql.query<{ id: string }>('select id from devices where user_id = $1', [stage.followers[0]!.userId]);
    push.hold('/device-0');
    await sendJob(sql, 'notification.push', { testId: newId(), deviceId: device!.id });
    await sendJob(sql, 'housekeeping', {});
    // The locks would block the server's call: insert the publications directly, as the call does.
    stage.announced.push(await addPublication(stage, ready, true));
    await upload(
      stage,
      pdf,
      `publish-${newId()}.pdf`,
      'text',
      async (contentId) => void stage.announced.push(await addPublication(stage, contentId, false)),
    );
    await until('every kind of job is in work, an encoding and a publication among them', async () => {
      const { rows } = await sql.query<{ name: JobName; count: number }>(
        `select name, count(*)::int as count from jobs.job where state = 'active' and name not like '\\_\\_%' group by name`,
      );
      const inWork = new Map(rows.map(({ name, count }) => [name, count]));
      return JOB_KINDS.every((kind) => inWork.has(kind)) && inWork.get('media.prepare') === 2 && held.hasPublishing();
    });
    signalAll(running, 'SIGCONT');
    await servers.crash(server!, async () => {
      const left = () => running.filter((pid) => commandOf(pid) !== '');
      await until('the encoder is gone', () => left().length === 0, ORPHANS_GONE_WITHIN_MS).catch(() => {
        orphans = left();
      });
      push.release();
      await held.release();
    });
  } finally {
    // Release all blocked requests, also after a failure.
    push.release();
    await held.release();
  }
  return { gone, orphans };
};

const addPublication = async (
  { servers: { sql }, owner, channel }: Stage,
  contentId: string,
  isLive: boolean,
): Promise<string> => {
  const id = newId();
  await sql.query(
    `insert into publications (id, scope, content_id, channel_id, title, pricing, is_live, announced_at, published_by)
    values ($1::uuid, $2, $3, $4, $1::uuid::text, 'free', $5, case when $5 then now() end, $6)`,
    [id, owner.scope, contentId, channel.channelId, isLive, owner.userId],
  );
  await sql.query('insert into publication_stats (publication_id) values ($1)', [id]);
  await sql.query('update contents set publication_id = $1 where id = $2', [id, contentId]);
  if (isLive) await sendJob(sql, 'publication.announce', { publicationId: id });
  return id;
};

/** Makes a Creator's change and kills the server at a random time in the work that follows. */
const killAnywhere = async (stage: Stage): Promise<void> => {
  const {
    servers,
    servers: { random },
  } = stage;
  const [server] = servers.servers;
  const work = random.pick([
    async () => publish(stage, await upload(stage, await videoFile({ seconds: 3 }), `v-${newId()}.mp4`, 'video')),
    async () => publish(stage, await upload(stage, await pdfFile(2), `p-${newId()}.pdf`, 'text')),
    async () => publish(stage, await addReady(stage)),
    async () => void (await deleteReady(stage)),
    async () => void (await sendJob(servers.sql, 'housekeeping', {})),
  ]);
  const working = work();
  await wait(random.integer(50, 4_000));
  await servers.crash(server!);
  await working;
};

const isDone = async ({ sql }: Servers): Promise<boolean> => (await openJobs(sql)).length === 0;

const findFaults = async (
  { servers: { sql, objectsDir }, contents, announced, followers, owner, push }: Stage,
  gone: string,
): Promise<Findings> => {
  const lost: string[] = [];
  const doubled: string[] = [];
  const { rows } = await sql.query<{ id: string; status: number; size: number; type: string }>(
    'select id, encoding_status as status, origin_file_size::int as size, type from contents where scope = $1',
    [owner.scope],
  );
  for (const [id, sha256] of contents) {
    const row = rows.find((each) => each.id === id);
    if (row?.status !== 4) lost.push(`content ${id} has status ${row?.status}`);
    const original = await readFile(path.join(objectsDir, 'originals', id)).catch(() => undefined);
    if (!original || sha256Of(original) !== sha256) lost.push(`the original of ${id} differs from the sent file`);
    if (row?.status === 4 && row.type === 'video')
      await checkMade(path.join(objectsDir, 'media', id)).catch((error: Error) =>
        lost.push(`media of ${id}: ${error.message}`),
      );
    const notified = await count(sql, 'select 1 from notifications where cause = $1', [`content_ready:${id}`]);
    if (notified !== 1) (notified ? doubled : lost).push(`the owner of ${id} was notified ${notified} times`);
  }
  for (const id of announced) {
    const notified = await count(sql, 'select 1 from notifications where cause = $1', [`new_content:${id}`]);
    if (notified !== followers.length)
      (notified > followers.length ? doubled : lost).push(
        `${notified} of ${followers.length} followers were notified of ${id}`,
      );
  }
  const account = await sql.query<{ used: number; reserved: number }>(
    'select used::int, reserved::int from storage_accounts where scope = $1',
    [owner.scope],
  );
  const used = rows.reduce((sum, { size }) => sum + size, 0);
  if (account.rows[0]!.used !== used || account.rows[0]!.reserved !== 0)
    doubled.push(`storage is ${JSON.stringify(account.rows[0])} instead of ${used}`);
  if ((await readdir(path.join(objectsDir, 'originals'))).includes(gone))
    lost.push(`the deleted original ${gone} is still there`);
  const growing = await readdir(path.join(objectsDir, '.uploads')).catch(() => []);
  if (growing.length > 0) lost.push(`growing files were left: ${growing}`);
  const pushed = new Set(push.deliveries.map(({ path: where }) => where));
  for (let index = 0; index < WITH_DEVICES; index += 1)
    if (!pushed.has(`/device-${index}`)) lost.push(`device ${index} got no push`);
  return { lost, doubled, reordered: [] };
};

const count = async (sql: pg.Pool, text: string, values: unknown[]): Promise<number> =>
  (await sql.query(text, values)).rowCount ?? 0;

const checkMade = async (folder: string): Promise<void> => {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.m3u8') && name !== 'master.m3u8')
    .map((name) => name.replace('.m3u8', ''));
  const master = await readFile(path.join(folder, 'master.m3u8'), 'utf8');
  if (names.length === 0 || !names.every((name) => master.includes(`${name}.m3u8`)))
    throw new Error(`the list names other renditions than ${names}`);
  await checkHls(folder, names);
};

/**
 * F14: SIGKILL for the server while every kind of job is at work, then `size` times (0) at random times. Every job is
 * done within two minutes, once.
 */
export const runF14 = async ({ seed, size = 0 }: ScenarioOptions): Promise<ScenarioReport> => {
  const push = await startPushService();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-f14-'));
  const certificate = path.join(folder, 'push.pem');
  await writeFile(certificate, CERTIFICATE);
  try {
    return await onServers({ seed, env: { NODE_EXTRA_CA_CERTS: certificate } }, async (servers) => {
      const stage = await prepareStage(servers, push);
      const { gone, orphans } = await killInEverything(stage);
      let seconds = await until('all jobs are done', () => isDone(servers), STUCK_AFTER_MS).catch(
        () => STUCK_AFTER_MS / 1000,
      );
      for (let kill = 0; kill < size; kill += 1) {
        await killAnywhere(stage);
        seconds = Math.max(
          seconds,
          await until('all jobs are done', () => isDone(servers), STUCK_AFTER_MS).catch(() => STUCK_AFTER_MS / 1000),
        );
      }
      const stuck = (await openJobs(servers.sql)).map((job) => `${JSON.stringify(job)}`);
      const findings = await findFaults(stage, gone);
      findings.lost.push(...orphans.map((pid) => `encoder ${pid} outlived its server`));
      stage.client.close();
      return judge(
        'F14',
        seed,
        { seconds, stuck },
        findings,
        [],
        `${1 + size} kills, ${stage.announced.length * FOLLOWERS} notifications, longest until all jobs were done ${seconds.toFixed(1)} s`,
      );
    });
  } finally {
    await push.close();
    await rm(folder, { recursive: true });
  }
};
