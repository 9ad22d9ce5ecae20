import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { digestsOf, videoLike, type SentFile } from '#server/domains/upload/upload.fixtures.ts';
import { uniqueEnd, videoFile } from '#tests/support/media.ts';
import { treeOf } from '#tests/support/process-tree.ts';
import type { Member } from '../world/members.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { QueueClient } from '../world/queue-client.ts';
import { sendWhole } from '../world/send-file.ts';
import { commandOf, onServers, until, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

const CUTS = 60;
const AT_ONCE = 6;
const CLIPS = 4;
/** A stream much larger than all buffers on its way. */
const STREAM_BYTES = 40_000_000;
const LONGEST_MS = 250;

/** What the server writes when an error reached the end of its process without a listener. */
const UNHANDLED = /was not handled|The server failed|Uncaught|Unhandled/i;

interface Stage {
  servers: Servers;
  port: number;
  member: Member;
  /** Paths of a large object: whole, and as a player asks for it. */
  media: string;
}

/** Opens a connection and writes a request or a part of it. Its own errors are what the cut looks like from here. */
const say = async ({ port }: Stage, text: string, ...more: Buffer[]): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  for (const part of [Buffer.from(text), ...more]) if (socket.writable) socket.write(part);
  return socket;
};

const head = (method: string, where: string, member: Member, headers: Record<string, string | number> = {}): string =>
  [
    `${method} ${where} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${member.token}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const chunkHead = ({ member }: Stage, file: SentFile): string =>
  head('POST', `/api/mam/ondemand?${new URLSearchParams({ profile: file.profile, fileName: file.name })}`, member, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': file.bytes.length,
    'Upload-Id': file.id,
    'Upload-Offset': 0,
    'Upload-Length': file.bytes.length,
    'Upload-Sha256': digestsOf(file.bytes).join(','),
    'Idempotency-Key': newId(),
  });

/** Kinds of streams; each opens one, and how it is cut is drawn. */
const STREAMS: Record<string, (stage: Stage) => Promise<Socket>> = {
  download: (stage) => say(stage, head('GET', stage.media, stage.member)),
  range: (stage) => say(stage, head('GET', stage.media, stage.member, { Range: `bytes=1000-${STREAM_BYTES / 2}` })),
  playlist: (stage) => say(stage, head('GET', stage.media.replace('video.mp4', 'master.m3u8'), stage.member)),
  wake: (stage) => say(stage, head('GET', '/api/sync/wake', stage.member)),
  sync: (stage) => say(stage, head('GET', '/api/sync', stage.member, { 'Accept-Encoding': 'gzip' })),
  'a chunk': (stage) => {
    const file: SentFile = { id: newId(), name: 'cut.mp4', profile: 'video', bytes: videoLike(3 * UNIT_BYTES) };
    const cutAt = stage.servers.random.integer(0, file.bytes.length - 1);
    return say(stage, chunkHead(stage, file), file.bytes.subarray(0, cutAt));
  },
  'a picture': (stage) =>
    say(
      stage,
      head('PUT', `/api/files/${randomBytes(32).toString('hex')}`, stage.member, { 'Content-Length': 900_000 }),
      randomBytes(stage.servers.random.integer(1, 800_000)),
    ),
  'a body': (stage) =>
    say(
      stage,
      head('POST', '/api/library/folders', stage.member, {
        'Content-Type': 'application/json',
        'Content-Length': 5_000,
        'Idempotency-Key': newId(),
      }),
      Buffer.from('{"title":"'),
    ),
  'many requests in a row': (stage) =>
    say(stage, head('GET', stage.media, stage.member) + head('GET', '/api/sync', stage.member).repeat(20)),
  rubbish: (stage) => say(stage, '', randomBytes(2_000)),
};

const cut = async (stage: Stage, kind: string): Promise<void> => {
  const { random } = stage.servers;
  const socket = await STREAMS[kind]!(stage);
  // Nothing is read, or only for a while: the server's stream waits for room when it is cut.
  if (random.next() < 0.5) socket.resume();
  await wait(random.integer(0, LONGEST_MS));
  if (random.next() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
};

/** Kills a process that the server has started: the encoder, or what builds its jail, also while it writes. */
const killChild = ({ servers: { random, servers } }: Stage): boolean => {
  const pid = servers[0]!.pid()!;
  const children = treeOf(pid).filter((each) => each !== pid && commandOf(each) !== '');
  if (children.length === 0) return false;
  try {
    process.kill(children[random.integer(0, children.length - 1)]!, 'SIGKILL');
    return true;
  } catch {
    // It has just ended.
    return false;
  }
};

/** Ends every connection of the server to the database, those that listen and hold claims too. */
const endBackends = async ({ servers: { sql } }: Stage): Promise<number> => {
  const { rowCount } = await sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type = 'client backend' and datname = current_database()`,
  );
  return rowCount ?? 0;
};

/** Leaves the server without a free descriptor while many connect, as too many clients would. */
const withoutDescriptors = async (stage: Stage): Promise<void> => {
  const limit = (value: string) =>
    execFileSync('prlimit', ['--pid', String(stage.servers.servers[0]!.pid()), `--nofile=${value}`]);
  limit('16:');
  const sockets = Array.from({ length: 30 }, () => connect(stage.port, '127.0.0.1').on('error', () => {}));
  await wait(200);
  limit('4096:');
  for (const socket of sockets) socket.destroy();
};

const openStage = async (servers: Servers): Promise<Stage & { client: QueueClient; clip: Buffer }> => {
  const [member] = (await servers.addMembers(1)) as [Member];
  const port = servers.servers[0]!.port;
  const client = new QueueClient({ member, ports: [port], random: servers.random.fork('client'), timeoutMs: 30_000 });
  const clip = await readFile(await videoFile({ seconds: 12, width: 640, height: 360 }));
  const id = await upload(client, clip);
  await untilReady(servers, id);
  const answer = await client.once('GET', `/mam/ondemand/${id}`);
  const { data } = JSON.parse(answer.body.toString()) as {
    data: { embedUrlList: { https: { source: { progressive: string } } }[] };
  };
  await writeFile(path.join(servers.objectsDir, 'media', id, 'video.mp4'), randomBytes(STREAM_BYTES));
  const media = new URL(data.embedUrlList[0]!.https.source.progressive, 'http://localhost').pathname;
  return { servers, port, member, media, client, clip };
};

const upload = async (client: QueueClient, bytes: Buffer): Promise<string> => {
  const unique = Buffer.concat([bytes, uniqueEnd('video')]);
  const file: SentFile = { id: newId(), name: `${newId()}.mp4`, profile: 'video', bytes: unique };
  await sendWhole(client, file, performance.now() + 60_000);
  return file.id;
};
const untilReady = (servers: Servers, id: string, mayFail = false) =>
  until(
    'a content is ready',
    async () => {
      const { rows } = await servers.sql.query<{ status: number }>(
        'select encoding_status as status from contents where id = $1',
        [id],
      );
      return rows[0]?.status === 4 || (mayFail && (rows[0]?.status ?? 0) < 0);
    },
    120_000,
  );

/**
 * CUT: `size` streams (60) of every kind are cut at random moments while encoders and database connections are killed
 * and descriptors run out. The process lives, no error reaches its end without a listener, and it still does its work.
 */
export const runCut = ({ seed, size = CUTS }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed }, async (servers) => {
    const { random } = servers;
    const stage = await openStage(servers);
    const pid = servers.servers[0]!.pid();
    const kinds = Object.keys(STREAMS);
    const lost: string[] = [];
    let killed = 0;
    let ended = 0;
    // Work for the encoder meanwhile: killed, it may count as unable to process the file.
    const meanwhile: string[] = [];
    for (let at = 0; at < CLIPS; at += 1) meanwhile.push(await upload(stage.client, stage.clip));
    await until('an encoder runs and is killed', () => killChild(stage));
    killed += 1;
    for (let done = 0; done < size; done += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => cut(stage, kinds[(done + at) % kinds.length]!)));
      if (random.next() < 0.3 && killChild(stage)) killed += 1;
      if (random.next() < 0.15) ended += await endBackends(stage);
      if (Math.floor(done / AT_ONCE) % 7 === 3) await withoutDescriptors(stage);
    }
    const after = await upload(stage.client, stage.clip);
    for (const id of meanwhile) await untilReady(servers, id, true).catch((error: Error) => lost.push(error.message));
    await untilReady(servers, after).catch((error: Error) => lost.push(error.message));
    stage.client.close();
    if (servers.servers[0]!.pid() !== pid || commandOf(pid!) === '') lost.push('the server process ended');
    const unhandled = servers.servers[0]!.output()
      .split('\n')
      .filter((line) => UNHANDLED.test(line));
    lost.push(...unhandled.slice(0, 5));
    const note = `${size} streams cut, ${killed} programs and ${ended} database connections killed`;
    return judge('CUT', seed, { seconds: 0, stuck: [] }, { lost, doubled: [], reordered: [] }, [], note);
  });
