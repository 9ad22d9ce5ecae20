import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { newId } from '#contract/ids.ts';
import { audioFile, pictureFile } from '#tests/support/media.ts';
import type { Member } from '../world/members.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { QueueClient, type Answer } from '../world/queue-client.ts';
import { sendUnits, sendWhole, sha256Of } from '../world/send-file.ts';
import { onServers, openJobs, until, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

const SMALL_MB = 12;
const LARGE_MB = 64;
const MB = 1024 * 1024;
const DONE_WITHIN_MS = 120_000;

const mount = (folder: string, options: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' }).status === 0;
const resize = (folder: string, sizeMB: number) => execFileSync('mount', ['-o', `remount,size=${sizeMB}m`, folder]);

/** Whether a small disk can be mounted here; only root may. */
export const canMount = async (): Promise<boolean> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-mount-'));
  try {
    if (!mount(folder, 'size=1m')) return false;
    execFileSync('umount', [folder]);
    return true;
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Fills the disk up to `freeBytes`. */
const fill = async (folder: string, freeBytes: number): Promise<void> => {
  await rm(path.join(folder, 'filler'), { force: true });
  const { bavail, bsize } = await statfs(folder);
  await writeFile(path.join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
};

const wrongAnswer = (what: string, answer: Answer, status: number, code?: string): string[] =>
  answer.status === status && (!code || answer.body.includes(`"${code}"`))
    ? []
    : [`${what}: ${answer.status} ${answer.body.toString().slice(0, 150)}`];

const play = async (servers: Servers, folder: string, seed: number): Promise<ScenarioReport> => {
  const {
    random,
    sql,
    servers: [server],
  } = servers;
  const [member] = (await servers.addMembers(1)) as [Member];
  const client = new QueueClient({ member, ports: [server!.port], random });
  const lost: string[] = [];
  const bytes = await readFile(await audioFile('wav', 60));
  const file = { id: newId(), name: 'talk.wav', profile: 'audio' as const, bytes };
  lost.push(...wrongAnswer('first chunk', await sendUnits(client, file, 0, 2), 200));

  // Full during a chunk; full for a new file; full for a picture. Calls that free room still work.
  await fill(folder, 1.5 * MB);
  lost.push(...wrongAnswer('chunk on a full disk', await sendUnits(client, file, 2, 3), 507, 'upload.disk_full'));
  const other = { ...file, id: newId(), name: 'other.wav' };
  lost.push(...wrongAnswer('new file on a full disk', await sendUnits(client, other, 0, 1), 507, 'upload.disk_full'));
  await fill(folder, 0);
  const picture = await readFile(await pictureFile('jpg', 320, 200));
  lost.push(
    ...wrongAnswer(
      'picture on a full disk',
      await client.once('PUT', `/files/${createHash('sha256').update(picture).digest('hex')}`, { body: picture }),
      507,
    ),
  );
  const cancelled = await client.once('DELETE', `/mam/uploads/${other.id}`, {
    headers: { 'Idempotency-Key': newId() },
  });
  if (cancelled.status >= 300) lost.push(`cancelling on a full disk: ${cancelled.status}`);
  const { received } = (
    JSON.parse((await client.once('GET', `/mam/uploads/${file.id}`)).body.toString()) as {
      data: { received: [number, number][] };
    }
  ).data;
  if (received[0]?.[0] !== 0 || received[0][1] < 2) lost.push(`received units are gone: ${JSON.stringify(received)}`);

  // Room for the file but not for its renditions: the content waits instead of failing.
  await fill(folder, bytes.length - 2 * MB + 0.25 * MB);
  await sendWhole(client, file, performance.now() + 60_000);
  await until('the encoding meets the full disk', async () =>
    (await openJobs(sql)).some(
      ({ name, retries, state }) => name === 'media.prepare' && (retries > 0 || state === 'retry'),
    ),
  );
  const status = async () =>
    (await sql.query<{ status: number }>('select encoding_status as status from contents where id = $1', [file.id]))
      .rows[0]?.status;
  if (((await status()) ?? -1) < 0) lost.push(`the content failed on a full disk with ${await status()}`);

  resize(folder, LARGE_MB);
  const seconds = await until(
    'everything is done',
    async () => (await openJobs(sql)).length === 0,
    DONE_WITHIN_MS,
  ).catch(() => DONE_WITHIN_MS / 1000);
  if ((await status()) !== 4) lost.push(`the content has status ${await status()} after the disk grew`);
  if (sha256Of(await readFile(path.join(folder, 'originals', file.id))) !== sha256Of(bytes))
    lost.push('the original differs from the sent file');
  for (const name of ['.tmp', '.uploads']) {
    const left = await readdir(path.join(folder, name)).catch(() => []);
    if (left.length > 0) lost.push(`left in ${name}: ${left}`);
  }
  client.close();
  const stuck = (await openJobs(sql)).map((job) => JSON.stringify(job));
  return judge(
    'F21',
    seed,
    { seconds, stuck },
    { lost, doubled: [], reordered: [] },
    [],
    `${SMALL_MB} MB full, ${LARGE_MB} MB after that`,
  );
};

/** F21: the disk of the objects is full during a chunk and during encoding, and has room again later. */
export const runF21 = async ({ seed }: ScenarioOptions): Promise<ScenarioReport> => {
  if (!(await canMount()))
    return {
      scenario: 'F21',
      seed,
      runs: 0,
      lost: 0,
      doubled: 0,
      reordered: 0,
      stuck: 0,
      drainSeconds: 0,
      note: 'left out: a small disk cannot be mounted here',
    };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-disk-'));
  mount(folder, `size=${SMALL_MB}m`);
  try {
    return await onServers({ seed, objectsDir: folder }, (servers) => play(servers, folder, seed));
  } finally {
    execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true });
  }
};
