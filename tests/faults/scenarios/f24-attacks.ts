import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { digestsOf, videoLike } from '#server/domains/upload/upload.fixtures.ts';
import { pictureFile } from '#tests/support/media.ts';
import type { Member } from '../world/members.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { residentBytes } from '../world/server-memory.ts';
import { onServers, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

/** What the server may grow by under an attack, bytes: its bounds on bodies, and what garbage collection leaves. */
const GROWTH_MAX = 450e6;
/** How long an attack is held after it was begun, ms. */
const HELD_MS = 5_000;
const PROBE_EVERY_MS = 100;
const FORM_BYTES = Math.floor(15.9 * UNIT_BYTES);

/** What one attack did to the server and to everybody else. */
interface Finding {
  attack: string;
  /** Answers of the attacker, by status. */
  answers: string;
  grownMB: number;
  othersP50Ms: number;
  othersWorstMs: number;
  othersFailed: number;
}

interface Target {
  /** The machine's own network address where there is one: the server takes it for a stranger, unlike 127.0.0.1. */
  host: string;
  port: number;
  pid: number;
}

/** Sends requests and keeps them open; counts the answers. */
class Attacker {
  readonly statuses = new Map<string, number>();
  readonly #target: Target;
  readonly #open: ClientRequest[] = [];
  readonly #agent = new Agent({ maxSockets: Infinity, keepAlive: false });

  constructor(target: Target) {
    this.#target = target;
  }

  /** Sends the headers and the first part of the body, and the end only if `isWhole`. */
  send(path: string, { method = 'POST', headers = {}, body, isWhole = false }: Sent): ClientRequest {
    const { host, port } = this.#target;
    const sending = request({ host, port, path: `/api${path}`, method, headers, agent: this.#agent });
    sending.on('response', (answer: IncomingMessage) => {
      this.#count(String(answer.statusCode));
      answer.resume();
      answer.on('error', () => {});
    });
    sending.on('error', () => this.#count('closed'));
    sending.flushHeaders();
    if (isWhole) sending.end(body);
    else if (body) sending.write(body);
    this.#open.push(sending);
    return sending;
  }

  #count(what: string): void {
    this.statuses.set(what, (this.statuses.get(what) ?? 0) + 1);
  }

  end(): void {
    for (const each of this.#open) each.destroy();
    this.#agent.destroy();
  }
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  isWhole?: boolean;
}

const bearer = ({ token }: Member) => ({ Authorization: `Bearer ${token}` });
const JSON_TYPE = { 'Content-Type': 'application/json' };

const chunkHeaders = (member: Member, bytes: Buffer, lengthBytes: number, type: string, contentLength: number) => ({
  ...bearer(member),
  'Content-Type': type,
  'Content-Length': String(contentLength),
  'Upload-Id': newId(),
  'Upload-Offset': '0',
  'Upload-Length': String(lengthBytes),
  'Upload-Sha256': digestsOf(bytes)[0]!,
});

type Attack = (attacker: Attacker, member: Member, size: number) => void | Promise<void>;
const UNIT = videoLike(UNIT_BYTES);
const CHUNK_PATH = '/mam/ondemand?profile=video&fileName=clip.mp4';

const ATTACKS: Record<string, Attack> = {
  'forms of 15.9 MiB at once': (attacker, member, size) => {
    const body = randomBytes(FORM_BYTES);
    for (let index = 0; index < 30 * size; index += 1)
      attacker.send('/mam/ondemand', {
        headers: chunkHeaders(member, UNIT, UNIT_BYTES, 'multipart/form-data; boundary=b', FORM_BYTES),
        body,
        isWhole: true,
      });
  },
  'chunks stopped before their end': (attacker, member, size) => {
    for (let index = 0; index < 200 * size; index += 1)
      attacker.send(CHUNK_PATH, {
        headers: chunkHeaders(member, UNIT, UNIT_BYTES, 'application/octet-stream', UNIT_BYTES),
        body: UNIT.subarray(0, -10),
      });
  },
  'uploads of 499 MB announced, nothing sent': (attacker, member) => {
    for (let index = 0; index < 8; index += 1)
      attacker.send(CHUNK_PATH, {
        headers: chunkHeaders(member, UNIT, 499_000_000, 'application/octet-stream', UNIT_BYTES),
      });
  },
  'invented tokens of 15 KB': async (attacker, _, size) => {
    for (let index = 0; index < 6_000 * size; index += 1) {
      attacker.send('/users/me', {
        method: 'GET',
        headers: { Authorization: `Bearer ${index}${'x'.repeat(15_300)}` },
        isWhole: true,
      });
      if (index % 200 === 0) await wait(20);
    }
  },
  'JSON bodies never finished': async (attacker, _, size) => {
    for (let index = 0; index < 4_000 * size; index += 1) {
      attacker.send('/auth/login', { headers: { ...JSON_TYPE, 'Content-Length': '200000' }, body: '{"username":"' });
      if (index % 200 === 0) await wait(20);
    }
  },
  'wrong sign-ins at once, each with another name': (attacker, _, size) => {
    for (let index = 0; index < 300 * size; index += 1)
      attacker.send('/auth/login', {
        headers: { ...JSON_TYPE, 'Idempotency-Key': newId() },
        body: JSON.stringify({ username: `nobody${index}`, password: 'Wrong-Flag-27!' }),
        isWhole: true,
      });
  },
  'pictures of one person, equal but for their last bytes': async (attacker, member, size) => {
    const picture = await readFile(await pictureFile('jpg', 2_000, 1_500));
    for (let index = 0; index < 200 * size; index += 1) {
      const body = Buffer.concat([picture, randomBytes(8)]);
      attacker.send(`/files/${createHash('sha256').update(body).digest('hex')}`, {
        method: 'PUT',
        headers: { ...bearer(member), 'Content-Type': 'application/octet-stream' },
        body,
        isWhole: true,
      });
    }
  },
  'event streams of one session': async (attacker, member, size) => {
    for (let index = 0; index < 2_000 * size; index += 1) {
      attacker.send('/sync/wake', { method: 'GET', headers: bearer(member), isWhole: true });
      if (index % 100 === 0) await wait(20);
    }
  },
};

/** Another person's reads while the attack runs. */
const probe = (target: Target, member: Member) => {
  const waits: number[] = [];
  let failed = 0;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const startedAtMs = performance.now();
      const answer = await fetch(`http://127.0.0.1:${target.port}/api/users/me`, { headers: bearer(member) }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status !== 200) failed += 1;
      waits.push(performance.now() - startedAtMs);
      await wait(PROBE_EVERY_MS);
    }
  })();
  return async () => {
    isOver = true;
    await running;
    const sorted = waits.toSorted((a, b) => a - b);
    return { p50: sorted[Math.floor(sorted.length / 2)]!, worst: sorted.at(-1)!, failed };
  };
};

/** A server that has just started takes memory for its first calls. */
const warmUp = async (target: Target, member: Member): Promise<void> => {
  for (let call = 0; call < 50; call += 1)
    await (await fetch(`http://127.0.0.1:${target.port}/api/users/me`, { headers: bearer(member) })).arrayBuffer();
};

const watchPeak = (pid: number) => {
  let peak = residentBytes(pid) ?? 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid) ?? 0)), 50);
  return () => {
    clearInterval(timer);
    return peak;
  };
};

const run = async (
  [name, attack]: [string, Attack],
  target: Target,
  [attackerMember, other]: [Member, Member],
  size: number,
): Promise<Finding> => {
  const before = residentBytes(target.pid) ?? 0;
  const peakOf = watchPeak(target.pid);
  const endProbe = probe(target, other);
  const attacker = new Attacker(target);
  await attack(attacker, attackerMember, size);
  await wait(HELD_MS);
  const answers = [...attacker.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const { p50, worst, failed } = await endProbe();
  const grownMB = Math.round((peakOf() - before) / 1e6);
  attacker.end();
  return {
    attack: name,
    answers: answers || 'none answered',
    grownMB,
    othersP50Ms: Math.round(p50),
    othersWorstMs: Math.round(worst),
    othersFailed: failed,
  };
};

const ownAddress = (): string =>
  Object.values(os.networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';

const play = async (servers: Servers, seed: number, size: number): Promise<ScenarioReport> => {
  const [server] = servers.servers;
  const lost: string[] = [];
  const findings: Finding[] = [];
  for (const attack of Object.entries(ATTACKS)) {
    const [member, other] = (await servers.addMembers(2)) as [Member, Member];
    // Limits of the attack before must not spare the server from this one.
    if (size >= 1) await server!.restart();
    const target: Target = { host: ownAddress(), port: server!.port, pid: server!.pid()! };
    await warmUp(target, other);
    const finding = await run(attack, target, [member, other], size);
    findings.push(finding);
    console.log(JSON.stringify(finding));
    if (finding.othersFailed > 0)
      lost.push(`${finding.attack}: ${finding.othersFailed} answers to somebody else failed`);
    if (finding.grownMB * 1e6 > GROWTH_MAX) lost.push(`${finding.attack}: the server grew by ${finding.grownMB} MB`);
    const { rows } = await servers.sql.query<{ reserved: string }>(
      'select reserved from storage_accounts where scope = $1',
      [member.scope],
    );
    if (Number(rows[0]!.reserved) > 0) lost.push(`${finding.attack}: ${rows[0]!.reserved} bytes stay reserved`);
  }
  const worst = Math.max(...findings.map(({ grownMB }) => grownMB));
  return judge(
    'F24',
    seed,
    { seconds: 0, stuck: [] },
    { lost, doubled: [], reordered: [] },
    [],
    `${findings.length} attacks, at most ${worst} MB of growth`,
  );
};

/**
 * F24: one client tries to use up the server's memory, connections and room, by the ways of the security review. Somebody
 * else's calls are answered all the while, the memory stays within its bounds, and no room stays reserved.
 *
 * @param options `size`: 1 for the counts of the review, less in the test run.
 */
export const runF24 = ({ seed, size = 0.1 }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed, env: { HOST: '0.0.0.0', NODE_ENV: 'development' } }, (servers) => play(servers, seed, size));
