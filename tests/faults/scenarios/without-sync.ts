import { newId } from '#contract/ids.ts';
import type { Device } from '../world/device.ts';
import { checkIntents, checkView, eventually, judge, type Intent, type ScenarioReport } from '../oracle/oracle.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SHORT_SIZE = 20;
/** Longest drain, and longest wait for a try, ms. Source: docs/reliability.md, NOSYNC. */
const DRAINED_WITHIN_MS = 10_000;
const TRIED_WITHIN_MS = 20_000;
/** Longest wait between two tries, ms. */
const NEXT_TRY_MS = 30_000;

/** Like a browser without Background Sync: neither pages nor the worker can register a sync. */
const HIDE_SYNC =
  "delete globalThis.SyncManager; Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: undefined });";

/** Ways in which a person returns to waiting changes. */
const RETURNS: Record<
  string,
  { away(device: Device, world: World): Promise<void>; back(device: Device, world: World): Promise<void> }
> = {
  'the network comes back under an open page': {
    away: (device) => device.context.setOffline(true),
    back: (device) => device.context.setOffline(false),
  },
  'the app is opened again': {
    away: async (device) => {
      await device.context.setOffline(true);
      await device.nudge();
    },
    back: async (device) => {
      await device.leave();
      await device.context.setOffline(false);
      await device.goto('/library');
    },
  },
  'the person looks at the page again after an outage that the browser did not notice': {
    away: async (device, { proxy }) => proxy.setRules({ mode: { kind: 'dropBefore' } }),
    back: async (device, { proxy }) => {
      proxy.heal();
      await device.nudge();
    },
  },
};

/** NOSYNC: `size` changes (20) wait without Background Sync, and are sent within 10 s after each kind of return. */
export const runWithoutSync = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE } = options;
    await serveWorkerWithoutSync(world);
    const device = await world.open(await world.addPerson());
    await device.context.addInitScript(HIDE_SYNC);
    await device.goto('/library');
    const wrong = (await device.page.evaluate(
      async () =>
        'sync' in (await navigator.serviceWorker.ready) &&
        ((await navigator.serviceWorker.ready) as { sync?: unknown }).sync !== undefined,
    ))
      ? ['Background Sync is still there: the test is wrong']
      : [];
    world.proxy.files.delete('/sw.js');
    const intents: Intent[] = [];
    const seconds: number[] = [];
    for (const [name, { away, back }] of Object.entries(RETURNS)) {
      // Open the driver's page while there is a network.
      await device.ask('outbox');
      await away(device, world);
      const changes = Array.from({ length: size }, (_, index) => ({
        call: 'library.createFolder' as const,
        input: { id: newId(), title: `${index} ${name}`.slice(0, 40) },
      }));
      const keys = await device.ask('enqueue', changes);
      intents.push(...keys.map((key, index) => ({ key, entity: changes[index]!.input.id })));
      await waitLong(device);
      await back(device, world);
      const startedAtMs = performance.now();
      const isEmpty = await eventually(
        async () => ((await countWaiting(device)) === 0 ? true : undefined),
        startedAtMs + DRAINED_WITHIN_MS,
      );
      seconds.push((performance.now() - startedAtMs) / 1000);
      if (!isEmpty) wrong.push(`${await countWaiting(device)} of ${size} still wait 10 s after ${name}`);
    }
    const findings = await checkIntents(world, device, intents);
    const drain = { seconds: Math.max(...seconds), stuck: wrong };
    return judge(
      'NOSYNC',
      seed,
      drain,
      findings,
      await checkView(world, device),
      `${size} changes without Background Sync, ${seconds.map((each) => each.toFixed(1)).join(', ')} s after each return`,
    );
  });

const serveWorkerWithoutSync = async ({ proxy, app }: World): Promise<void> => {
  const text = await (await fetch(`http://127.0.0.1:${app.port}/sw.js`)).text();
  proxy.files.set('/sw.js', { type: 'text/javascript', text: `${HIDE_SYNC}\n${text}` });
};

const countWaiting = async (device: Device): Promise<number> =>
  (await device.ask('outbox')).filter(({ state }) => state === 'waiting').length;

/** Waits until each entry was tried once; then sets the next automatic try far in the future. */
const waitLong = async (device: Device): Promise<void> => {
  const isTried = async () => {
    await device.nudge();
    return (await device.ask('outbox')).some(({ attempts }) => attempts > 0);
  };
  await eventually(async () => ((await isTried()) ? true : undefined), performance.now() + TRIED_WITHIN_MS);
  await device.ask('postpone', NEXT_TRY_MS);
};
