import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import type { Device } from '../world/device.ts';
import type { WantedChange } from '../world/driver/driver.ts';
import { checkIntents, checkView, judge, settle, type Intent, type ScenarioReport } from '../oracle/oracle.ts';
import { MUTATIONS, type Rule } from '../proxy/proxy-modes.ts';
import type { Seeded } from '../world/seeded.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_SIZE = 60;
/** Changes between two closes or reloads of the app. */
const BURST = 12;
const FOLDERS_AT_ONCE = 8;

/** One request in ten is answered with 500; one in ten is executed and its answer lost. */
const REQUEST_FAULTS: Rule = {
  method: MUTATIONS,
  path: /^\/api\/library\//,
  mode: {
    kind: 'schedule',
    of: [
      [8, { kind: 'pass' }],
      [1, { kind: 'status', status: 500 }],
      [1, { kind: 'dropAfter' }],
    ],
  },
};

/** Creates, renames and deletes folders: the final titles show whether changes were applied in order. */
class FolderWork {
  readonly titles = new Map<string, string>();
  readonly #random: Seeded;
  #count = 0;

  constructor(random: Seeded) {
    this.#random = random;
  }

  next(): WantedChange & { entity: string } {
    this.#count += 1;
    const title = `Drill ${this.#count}`;
    const ids = [...this.titles.keys()];
    const isNew = ids.length < 2 || (ids.length < FOLDERS_AT_ONCE && this.#random.chance(0.3));
    const entity = isNew ? newId() : this.#random.pick(ids);
    if (!isNew && this.#random.chance(0.1)) {
      this.titles.delete(entity);
      return { entity, call: 'library.deleteFolder', input: { folderId: entity } };
    }
    this.titles.set(entity, title);
    return isNew
      ? { entity, call: 'library.createFolder', input: { id: entity, title } }
      : { entity, call: 'library.editFolder', input: { folderId: entity, title } };
  }
}

const TRIES_MAX = 3;

/**
 * Runs a step that is safe to repeat. A browser whose worker is killed often crashes at times: it is started again and
 * the step repeated; no change may be lost by the crash either.
 */
const inBrowser = (device: Device) => {
  let reopening: Promise<void> | undefined;
  const did = { crashes: 0, run };
  async function run<T>(work: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await work();
      } catch (error) {
        if ((!device.isGone() && !reopening) || tried === TRIES_MAX) throw error;
        did.crashes += reopening ? 0 : 1;
        reopening ??= device.reopen().finally(() => {
          reopening = undefined;
        });
        await reopening;
      }
    }
  }
  return did;
};

/** Kills the worker every 150 to 650 ms and dispatches a sync event after each kill, until stopped. */
const killWorkers = (
  device: Device,
  browser: ReturnType<typeof inBrowser>,
  random: Seeded,
): { count: number; stop(): Promise<void> } => {
  let isOn = true;
  const killing = {
    count: 0,
    stop: () => {
      isOn = false;
      return ended;
    },
  };
  const ended = (async () => {
    while (isOn) {
      // The event fails with the killed worker; only what the worker has committed matters.
      void device.dispatchSync().catch(() => {});
      await wait(random.integer(150, 650));
      await browser.run(() => device.stopWorkers());
      killing.count += 1;
    }
  })();
  return killing;
};

/**
 * F1: `size` changes (60) while the service worker is stopped every 150 to 650 ms, pages are opened and closed, a tenth
 * of the requests fail and a tenth of the answers are lost.
 */
export const runF1 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE } = options;
    const device = await world.open(await world.addPerson());
    world.proxy.setRules(REQUEST_FAULTS);
    const work = new FolderWork(world.random.fork('folders'));
    const random = world.random.fork('person');
    const browser = inBrowser(device);
    const kills = killWorkers(device, browser, world.random.fork('kills'));
    const intents: Intent[] = [];
    try {
      while (intents.length < size) {
        if (!device.isInApp() || random.chance(0.3)) await browser.run(() => device.goto('/library'));
        const burst = Array.from({ length: Math.min(random.integer(1, BURST), size - intents.length) }, () => ({
          ...work.next(),
          key: newId(),
        }));
        await browser.run(() =>
          device.ask(
            'enqueue',
            burst.map(({ call, input, key }) => ({ call, input, key })),
          ),
        );
        intents.push(...burst.map(({ key, entity }) => ({ key, entity })));
        // Half of the time the app is closed at once, so that only the worker can send.
        const isLeft = random.chance(0.5);
        await browser.run(() => (isLeft ? device.leave() : device.nudge()));
        await wait(random.integer(0, 2_000));
      }
    } finally {
      await kills.stop();
    }
    const { faults } = world.proxy;
    const note = `${size} changes, ${kills.count} kills, ${faults.get('status') ?? 0} answers 500, ${faults.get('dropAfter') ?? 0} lost${browser.crashes > 0 ? `, ${browser.crashes} crashes of the browser` : ''}`;

    const drain = await settle(world, [device]);
    const findings = await checkIntents(world, device, intents);
    findings.lost.push(...(await wrongTitles(world, device.person.scope, work.titles)));
    return judge('F1', seed, drain, findings, await checkView(world, device), note);
  });

/** Folders whose title is not the person's last one. */
const wrongTitles = async ({ sql }: World, scope: string, wanted: ReadonlyMap<string, string>): Promise<string[]> => {
  const { rows } = await sql.query<{ id: string; title: string }>(
    'select id::text, title from folders where scope = $1',
    [scope],
  );
  const there = new Map(rows.map(({ id, title }) => [id, title]));
  return [...new Set([...there.keys(), ...wanted.keys()])]
    .filter((id) => there.get(id) !== wanted.get(id))
    .map(
      (id) =>
        `folder ${id} is "${there.get(id) ?? 'not there'}", the person left it ${wanted.get(id) ? `as "${wanted.get(id)}"` : 'deleted'}`,
    );
};
