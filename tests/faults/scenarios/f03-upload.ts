import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { Device } from '../world/device.ts';
import { judge, settle, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { writePaddedVideo } from '../world/padded-video.ts';
import type { Delivery } from '../proxy/proxy-exchange.ts';
import type { Seeded } from '../world/seeded.ts';
import { watchMemory, type MemoryWatch } from '../world/server-memory.ts';
import { mountSmallDisk, type SmallDisk } from '../world/small-disk.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_SIZE_MIB = 48;
/** From this size on every fault is injected, MiB. */
const LONG_FROM_MIB = 512;
/** Bytes that a broken chunk may cost: the unit under way, and units that the server had received but not recorded. */
const LOST_PER_BREAK_BYTES = 1.25 * UNIT_BYTES;
const LOST_PER_CHUNK_BYTES = 9 * UNIT_BYTES;
const GROWTH_MAX_BYTES = 64_000_000;
const PEAK_MAX_BYTES = 300_000_000;
/** Upload speed: slow enough that faults happen during the transfer and not after the file is in network buffers. */
const LINE_KB_PER_SECOND = { short: 8_000, long: 24_000 };

type Fault = 'cut' | 'server kill' | 'worker kill' | 'tab close' | 'browser kill' | 'disk full';
type Plan = { fault: Fault; atBytes: number }[];
const SHORT: readonly (readonly [Fault, number])[] = [
  ['cut', 3],
  ['server kill', 1],
  ['tab close', 1],
  ['worker kill', 1],
];
const LONG: readonly (readonly [Fault, number])[] = [
  ['cut', 20],
  ['server kill', 3],
  ['tab close', 1],
  ['worker kill', 3],
  ['browser kill', 1],
  ['disk full', 1],
];

/** After this time without a running worker, the test dispatches the browser's own next try. */
const BROWSER_TRIES_AGAIN_MS = 2_000;
/** Longest time without progress. */
const STUCK_AFTER_MS = 90_000;
const LOOK_EVERY_MS = 25;

const isChunk = ({ method, path: where }: Delivery): boolean => method === 'POST' && where === '/api/mam/ondemand';

interface Stage {
  world: World;
  device: Device;
  memory: MemoryWatch;
  disk: SmallDisk | undefined;
}

const contentsOf = async ({ sql }: World, { person }: Device): Promise<string[]> =>
  (await sql.query<{ id: string }>('select id::text from contents where scope = $1', [person.scope])).rows.map(
    ({ id }) => id,
  );

/** A seeded order of faults, each at a seeded offset of the file. */
const planFaults = (counts: readonly (readonly [Fault, number])[], sizeBytes: number, random: Seeded): Plan => {
  const faults = counts
    .flatMap(([fault, count]) => Array.from({ length: count }, () => ({ fault, order: random.next() })))
    .toSorted((a, b) => a.order - b.order);
  const step = (sizeBytes * 0.9) / faults.length;
  return faults.map(({ fault }, index) => ({
    fault,
    atBytes: Math.floor(sizeBytes * 0.04 + step * (index + random.next() * 0.8)),
  }));
};

const sentBytes = ({ proxy }: World): number =>
  proxy.log.filter(isChunk).reduce((sum, { sentBytes: bytes }) => sum + bytes, 0);

/** Waits for a condition while the upload runs; wakes a closed app's worker as the browser does. */
const until = async ({ world, device }: Stage, what: string, look: () => boolean | Promise<boolean>): Promise<void> => {
  let [moved, movedAtMs, askedAtMs] = [sentBytes(world), performance.now(), 0];
  while (!(await look())) {
    await wait(LOOK_EVERY_MS);
    const now = performance.now();
    const bytes = sentBytes(world);
    if (bytes !== moved) [moved, movedAtMs] = [bytes, now];
    else if (now - movedAtMs > STUCK_AFTER_MS)
      throw new Error(
        `${what}: no progress. ${await device.describe()}; ${JSON.stringify(await device.ask('uploads'))}`,
      );
    else if (!device.isInApp() && now - Math.max(movedAtMs, askedAtMs) > BROWSER_TRIES_AGAIN_MS) {
      askedAtMs = now;
      void device.dispatchSync('sideline-uploads').catch(() => {});
    }
  }
};

const play = async (stage: Stage, fault: Fault): Promise<void> => {
  const { world, device, memory, disk } = stage;
  const wasClosed = !device.isInApp();
  switch (fault) {
    case 'cut': {
      world.proxy.cut();
      break;
    }
    case 'server kill': {
      await world.crashServer();
      memory.begin(world.app.pid());
      break;
    }
    case 'tab close':
      return device.leave();
    case 'worker kill': {
      await device.leave();
      const before = sentBytes(world);
      await until(
        stage,
        'the service worker goes on where the page has stopped',
        () => sentBytes(world) > before + UNIT_BYTES,
      );
      return device.stopWorkers();
    }
    case 'browser kill': {
      await device.kill();
      await device.reopen();
      return device.goto('/library');
    }
    case 'disk full': {
      if (!disk) return console.log('F3: a disk cannot be mounted here: the full-disk fault is skipped');
      const giveBack = await disk.fill();
      await until(stage, 'the server answers that the disk is full', () =>
        world.proxy.log.some(({ status }) => status === 507),
      );
      await giveBack();
      break;
    }
  }
  // The person opens the app again.
  if (wasClosed) await device.goto('/library');
};

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
};

const checkStored = async (
  { world, device }: Stage,
  objectsDir: string,
  sizeBytes: number,
  wanted: string,
): Promise<Findings> => {
  const [lost, doubled]: string[][] = [[], []];
  const ids = await contentsOf(world, device);
  if (ids.length === 0) lost!.push('there is no content');
  if (ids.length > 1) doubled!.push(`there are ${ids.length} contents`);
  for (const id of ids) {
    const stored = await hashOf(path.join(objectsDir, 'originals', id)).catch(String);
    if (stored !== wanted) lost!.push(`the stored original is ${stored} instead of ${wanted}`);
  }
  const account = (
    await world.sql.query<{ used: number; reserved: number }>(
      'select used::float8, reserved::float8 from storage_accounts where scope = $1',
      [device.person.scope],
    )
  ).rows[0]!;
  // The bytes are reserved until encoding ends, and used from then on.
  if (account.used + account.reserved !== sizeBytes)
    doubled!.push(`storage is ${JSON.stringify(account)} instead of ${sizeBytes}`);
  return { lost: lost!, doubled: doubled!, reordered: [] };
};

/**
 * F3: one upload of `size` MiB (48; 1 GB in the soak) while the network is cut, the server, the service worker and the
 * browser are killed, the app is closed, a byte is flipped and the disk is full. It arrives byte for byte, once.
 */
export const runF3 = async (options: ScenarioOptions): Promise<ScenarioReport> => {
  const { size = SHORT_SIZE_MIB } = options;
  const isLong = size >= LONG_FROM_MIB;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-f3-'));
  const objectsDir = path.join(folder, 'objects');
  const disk = isLong ? await mountSmallDisk(objectsDir, size + 256) : undefined;
  try {
    return await inWorld(
      { seed: options.seed },
      (world, seed) => playF3({ world, seed, size, isLong, folder, objectsDir, disk }),
      { OBJECTS_DIR: objectsDir },
    );
  } finally {
    disk?.remove();
    await rm(folder, { recursive: true, force: true });
  }
};

interface Play {
  world: World;
  seed: number;
  size: number;
  isLong: boolean;
  folder: string;
  objectsDir: string;
  disk: SmallDisk | undefined;
}

const playF3 = async ({ world, seed, size, isLong, folder, objectsDir, disk }: Play): Promise<ScenarioReport> => {
  const sizeBytes = Math.min(size * UNIT_BYTES, 1_000_000_000);
  const random = world.random.fork('faults');
  const file = path.join(folder, 'Long match.mp4');
  const wanted = await writePaddedVideo(file, sizeBytes, random);
  await world.sql.query(`update variables set value = 1000 where name = 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE'`);
  const device = await world.open(await world.addPerson());
  const plan = planFaults(isLong ? LONG : SHORT, sizeBytes, random);
  world.proxy.setRules(
    {
      method: 'POST',
      path: /^\/api\/mam\/ondemand$/,
      from: random.integer(2, 4),
      times: 1,
      mode: { kind: 'flip', of: 'request' },
    },
    {
      method: 'POST',
      path: /^\/api\/mam\/ondemand$/,
      mode: { kind: 'throttle', upKBPerSecond: isLong ? LINE_KB_PER_SECOND.long : LINE_KB_PER_SECOND.short },
    },
  );
  const memory = watchMemory(world.app.pid(), () => sentBytes(world));
  const stage: Stage = { world, device, memory, disk };
  const startedAtMs = performance.now();
  await device.page.getByLabel('Upload', { exact: true }).setInputFiles(file);
  for (const { fault, atBytes } of plan) {
    await until(stage, `${fault} at ${atBytes}`, () => sentBytes(world) >= atBytes);
    await play(stage, fault);
  }
  if (!device.isInApp()) await device.goto('/library');
  // The last bytes travel at the same speed; then all faults end.
  await until(stage, 'the rest of the file', async () => (await contentsOf(world, device)).length > 0);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const drain = await settle(world, [device]);
  const { grown, peak } = memory.end();
  const findings = await checkStored(stage, objectsDir, sizeBytes, wanted);
  const sent = sentBytes(world);
  const broken = world.proxy.log.filter((delivery) => isChunk(delivery) && delivery.status !== 200);
  if (world.proxy.faults.get('flip') !== 1) findings.lost.push('no byte was flipped: the test is wrong');
  const harsh = plan.filter(({ fault }) => fault === 'server kill' || fault === 'disk full').length + 1;
  const most = sizeBytes + broken.length * LOST_PER_BREAK_BYTES + harsh * LOST_PER_CHUNK_BYTES;
  if (sent > most)
    findings.doubled.push(`${sent} bytes were sent for ${sizeBytes}; ${broken.length} broken chunks explain ${most}`);
  if (grown > GROWTH_MAX_BYTES || peak > PEAK_MAX_BYTES)
    findings.doubled.push(`the server grew by ${Math.round(grown / 1e6)} to ${Math.round(peak / 1e6)} MB`);
  const faults = plan.map(({ fault }) => fault).join(', ');
  return judge(
    'F3',
    seed,
    drain,
    findings,
    [],
    `${size} MiB in ${seconds.toFixed(0)} s through ${faults} and a flipped byte; ${(sent / sizeBytes).toFixed(3)} of its bytes sent in ${broken.length} broken and ${world.proxy.log.filter(isChunk).length - broken.length} whole chunks, server grew by ${Math.round(grown / 1e6)} to ${Math.round(peak / 1e6)} MB`,
  );
};
