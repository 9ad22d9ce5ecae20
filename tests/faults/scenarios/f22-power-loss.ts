import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { videoLike } from '#server/domains/upload/upload.fixtures.ts';
import { treeOf } from '#tests/support/process-tree.ts';
import type { Member } from '../world/members.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { change, QueueClient } from '../world/queue-client.ts';
import { sendUnits } from '../world/send-file.ts';
import { onServers, type Servers } from '../world/servers.ts';
import { traceWrites, type SystemCall } from '../world/strace.ts';
import type { ScenarioOptions } from '../world/world.ts';

const SETTINGS = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

const isSync = ({ name }: SystemCall) => name === 'fsync' || name === 'fdatasync';
const isWrite = ({ name }: SystemCall) => /write|send/.test(name);
const isAnswer = (call: SystemCall) => isWrite(call) && /TCP/.test(call.text) && call.text.includes('HTTP/1.1 200');
const of =
  (part: string) =>
  ({ text }: SystemCall) =>
    text.includes(part);

/** Traces the server and its database during one request. */
const watch = async (
  pids: () => readonly number[],
  request: () => Promise<{ status: number; body: Buffer }>,
): Promise<SystemCall[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-strace-'));
  try {
    const stop = await traceWrites(pids, path.join(folder, 'trace'));
    const { status, body } = await request();
    const calls = await stop();
    if (status !== 200) throw new Error(`${status} ${body.toString()}`);
    return calls;
  } finally {
    await rm(folder, { recursive: true });
  }
};

/**
 * Violations of the order write, flush, answer. Each name is a file that must be flushed after its last write and
 * before the answer.
 */
const judgeOrder = (
  what: string,
  calls: readonly SystemCall[],
  lastWrite: SystemCall | undefined,
  must: Record<string, (call: SystemCall) => boolean>,
): string[] => {
  const answer = calls.find(isAnswer);
  if (!answer || !lastWrite) return [`${what}: no ${answer ? 'write' : 'answer'} was seen`];
  return Object.entries(must).flatMap(([name, fits]) => {
    const isFlushed = calls.some(
      (call) => isSync(call) && fits(call) && call.beganAt > lastWrite.doneAt && call.doneAt < answer.beganAt,
    );
    return isFlushed ? [] : [`${what}: answered before ${name} was flushed`];
  });
};

const checkUpload = async (
  { random, servers: [server] }: Servers,
  member: Member,
  pids: () => readonly number[],
): Promise<string[]> => {
  const client = new QueueClient({ member, ports: [server!.port], random });
  const file = { id: newId(), name: 'clip.mp4', profile: 'video' as const, bytes: videoLike(3 * UNIT_BYTES) };
  const growing = `.uploads/${file.id}>`;
  const lastWrite = (calls: readonly SystemCall[]) => calls.filter((call) => isWrite(call) && of(growing)(call)).at(-1);
  const first = await watch(pids, () => sendUnits(client, file, 0, 2));
  const last = await watch(pids, () => sendUnits(client, file, 2, 1));
  client.close();
  const renamed = last.find((call) => call.name.startsWith('rename') && call.text.includes(file.id));
  const isNamed = (call: SystemCall) =>
    isSync(call) &&
    of('/originals>')(call) &&
    call.beganAt > renamed!.doneAt &&
    call.doneAt < last.find(isAnswer)!.beganAt;
  return [
    ...judgeOrder('first chunk', first, lastWrite(first), {
      'the chunk': of(growing),
      'the name of the file': of('.uploads>'),
      'the note of what arrived': of('pg_wal'),
    }),
    ...judgeOrder('last chunk', last, lastWrite(last), {
      'the chunk': of(growing),
      'the note of what arrived': of('pg_wal'),
    }),
    ...(renamed && last.some(isNamed) ? [] : ['last chunk: the name of the original was not flushed']),
  ];
};

const checkChange = async (
  { random, servers: [server] }: Servers,
  member: Member,
  pids: () => readonly number[],
): Promise<string[]> => {
  const client = new QueueClient({ member, ports: [server!.port], random });
  const made = await watch(pids, () =>
    client.deliver(change('POST', '/library/folders', { id: newId(), title: 'Kept' }), performance.now() + 20_000),
  );
  client.close();
  // Only the first flush: other commits may follow at the same time.
  return judgeOrder(
    'a change',
    made,
    made.find((call) => isWrite(call) && of('pg_wal')(call)),
    { 'the change': of('pg_wal') },
  );
};

/**
 * F22: a power cut cannot be simulated here, so the order of system calls is checked instead: everything answered was
 * flushed before, including directory entries, and the database flushes at every commit.
 */
export const runF22 = ({ seed }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed }, async (servers) => {
    const {
      sql,
      database,
      servers: [server],
    } = servers;
    const lost: string[] = [];
    for (const [name, wanted] of Object.entries(SETTINGS)) {
      const { rows } = await sql.query<Record<string, string>>(`show ${name}`);
      if (rows[0]![name] !== wanted) lost.push(`${name} is ${rows[0]![name]}`);
    }
    const [member] = (await servers.addMembers(1)) as [Member];
    const pids = () => [server!.pid()!, ...treeOf(database.pid())];
    lost.push(...(await checkUpload(servers, member, pids)), ...(await checkChange(servers, member, pids)));
    return judge(
      'F22',
      seed,
      { seconds: 0, stuck: [] },
      { lost, doubled: [], reordered: [] },
      [],
      'order of system calls at a first chunk, a last chunk, a change',
    );
  });
