import { newId } from '#contract/ids.ts';
import type { Device } from '../world/device.ts';
import { addChannels, addContents, LibraryWork } from '../world/library-work.ts';
import {
  checkIntents,
  checkView,
  eventually,
  judge,
  settle,
  type Drain,
  type Findings,
  type Intent,
  type ScenarioReport,
} from '../oracle/oracle.ts';
import { MUTATIONS, type Mode, type Rule } from '../proxy/proxy-modes.ts';
import type { Seeded } from '../world/seeded.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_SIZE = 24;
const CONTENTS = 5;
const CHANNELS = 4;
const SHARED_FOLDERS = 2;
/** Changes per device in each offline period. */
const BURST = 8;
/**
 * Longest round under network faults, ms; entries unsent by then continue in the next round, or after the faults end.
 */
const ROUND_MS = 15_000;

const REORDER: Mode = { kind: 'reorder', boundMs: 700 };
const NETWORK_FAULTS: Rule[] = [
  {
    method: MUTATIONS,
    path: /^\/api\/(library|channels)\//,
    mode: {
      kind: 'schedule',
      of: [
        [4, { kind: 'pass' }],
        [2, REORDER],
        [1, { kind: 'dup', how: 'serial' }],
        [1, { kind: 'dup', how: 'concurrent' }],
        [1, { kind: 'dup', how: 'late' }],
        [1, { kind: 'dropBefore' }],
        [1, { kind: 'dropAfter' }],
      ],
    },
  },
  {
    method: 'GET',
    path: /^\/api\/sync$/,
    mode: {
      kind: 'schedule',
      of: [
        [3, { kind: 'pass' }],
        [2, REORDER],
        [1, { kind: 'dropAfter' }],
        [1, { kind: 'delay', ms: 600 }],
      ],
    },
  },
];

interface Side {
  device: Device;
  work: LibraryWork;
  intents: Intent[];
  discarded: string[];
}

/**
 * F5: `size` changes (24) to folders, their items and the order of channels on two devices of one person: create, move,
 * rename, delete, reorder, then random ones. Both devices are offline while they change, and their requests and pulls are reordered, duplicated and
 * dropped. At the end both show the server's state, and every refused change was shown as refused.
 */
export const runF5 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE } = options;
    const sides = await openSides(world);
    const random = world.random.fork('person');
    for (let done = 0; done < size; done += 2 * BURST) {
      await Promise.all(sides.map(({ device }) => device.context.setOffline(true)));
      for (const side of sides) await change(side, Math.min(BURST, Math.ceil((size - done) / 2)), random);
      world.proxy.setRules(...NETWORK_FAULTS);
      await Promise.all(sides.map(({ device }) => device.context.setOffline(false)));
      await Promise.all(sides.map(({ device }) => device.nudge()));
      await eventually(async () => ((await isIdle(sides)) ? true : undefined), performance.now() + ROUND_MS);
    }
    const faults = [...world.proxy.faults.entries()].map(([kind, count]) => `${count} ${kind}`).join(', ');
    const drain = await settleAll(world, sides);
    const findings = await judgeSides(world, sides);
    const refused = sides.reduce((sum, { discarded }) => sum + discarded.length, 0);
    const differences = (await Promise.all(sides.map(({ device }) => checkView(world, device)))).flat();
    return judge(
      'F5',
      seed,
      drain,
      findings,
      differences,
      `${size} changes on two devices, ${refused} refused and shown;  ${faults}`,
    );
  });

const openSides = async (world: World): Promise<Side[]> => {
  const person = await world.addPerson();
  const contents = await addContents(world.sql, person, CONTENTS);
  const channels = await addChannels(world.sql, person, CHANNELS);
  const folders = Array.from({ length: SHARED_FOLDERS }, () => newId());
  for (const [index, id] of folders.entries())
    await world.sql.query('insert into folders (id, scope, title) values ($1, $2, $3)', [
      id,
      person.scope,
      `Shared ${index}`,
    ]);
  const devices = [await world.open(person), await world.open(person)];
  for (const device of devices) {
    const differences = await checkView(world, device);
    if (differences.length > 0) throw new Error(`A new device does not show the Library: ${differences.join('; ')}`);
  }
  return devices.map((device, index) => ({
    device,
    intents: [],
    discarded: [],
    work: new LibraryWork({ folders, contents, channels, random: world.random.fork(`device ${index}`) }),
  }));
};

const change = async ({ device, work, intents }: Side, count: number, random: Seeded): Promise<void> => {
  const changes = Array.from({ length: count }, () => work.next());
  const keys = await device.ask(
    'enqueue',
    changes.map(({ call, input }) => ({ call, input })),
  );
  intents.push(...keys.map((key, index) => ({ key, entity: changes[index]!.entity })));
  // Some are tried while still offline.
  if (random.chance(0.5)) await device.nudge();
};

const isIdle = async (sides: readonly Side[]): Promise<boolean> => {
  for (const { device } of sides)
    if ((await device.ask('outbox')).some(({ state }) => state === 'waiting')) return false;
  return true;
};

/** Drains both devices; discards refused entries as the person would, and drains again what depended on them. */
const settleAll = async (world: World, sides: readonly Side[]): Promise<Drain> => {
  const total: Drain = { seconds: 0, stuck: [] };
  for (;;) {
    const { seconds, stuck } = await settle(
      world,
      sides.map(({ device }) => device),
    );
    total.seconds += seconds;
    total.stuck.push(...stuck);
    let gone = 0;
    for (const { device, discarded } of sides) {
      const keys = await device.ask('discardRefused');
      discarded.push(...keys);
      gone += keys.length;
      if (keys.length > 0) await device.nudge();
    }
    if (gone === 0 || stuck.length > 0) return total;
  }
};

const judgeSides = async (world: World, sides: readonly Side[]): Promise<Findings> => {
  const all = sides.flatMap(({ intents }) => intents.map(({ key }) => key));
  const found: Findings = { lost: [], doubled: [], reordered: [] };
  for (const { device, intents, discarded } of sides) {
    const findings = await checkIntents(world, device, intents, { elsewhere: all, discarded });
    for (const kind of ['lost', 'doubled', 'reordered'] as const) found[kind].push(...findings[kind]);
  }
  return found;
};
