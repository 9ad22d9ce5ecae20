import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import type { Device } from '../world/device.ts';
import { checkIntents, checkView, judge, settle, type Intent, type ScenarioReport } from '../oracle/oracle.ts';
import { inWorld, type ScenarioOptions } from '../world/world.ts';

const SHORT_SIZE_S = 15;
/** Routes whose code is loaded lazily. */
const LAZY_PATHS = ['/library', '/notifications', '/channels', '/outbox', '/community'];
const TYPES: Record<string, RegExp> = { js: /javascript/, css: /^text\/css/, woff2: /^font\// };

/**
 * F12: a captive portal answers every request for `size` seconds (15), with its own page or a redirect to it, while the
 * person works, opens and closes the app, and the browser reports that it is online.
 */
export const runF12 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE_S } = options;
    const device = await world.open(await world.addPerson());
    const random = world.random.fork('person');
    await device.forgetRest();
    world.proxy.setRules({
      mode: {
        kind: 'schedule',
        of: [
          [2, { kind: 'portal', as: 'page' }],
          [1, { kind: 'portal', as: 'redirect' }],
        ],
      },
    });
    const reached = world.proxy.log.length;
    const endsAtMs = performance.now() + size * 1000;
    const intents: Intent[] = [];
    const wrong: string[] = [];
    while (performance.now() < endsAtMs) {
      const id = newId();
      const [key] = (await device.ask('enqueue', [
        { call: 'library.createFolder', input: { id, title: `Session ${intents.length + 1}` } },
      ])) as [string];
      intents.push({ key, entity: id });
      await (device.isInApp() ? device.nudge() : device.dispatchSync().catch(() => {}));
      await wait(random.integer(200, 1_500));
      wrong.push(...(await falselySent(device)));
      if (random.chance(0.2)) await device.leave();
      else if (random.chance(0.5)) wrong.push(...(await openApp(device, random.pick(LAZY_PATHS))));
    }
    const slipped = world.proxy.log.length - reached;
    if (slipped > 0) wrong.push(`${slipped} requests went past the portal: the test is wrong`);
    const note = `${intents.length} changes in ${size} s behind a portal that answered ${world.proxy.faults.get('portal') ?? 0} requests`;

    const drain = await settle(world, [device]);
    const findings = await checkIntents(world, device, intents);
    findings.lost.push(...new Set(wrong), ...(await poisonedFiles(device)));
    const differences = await checkView(world, device);
    for (const path of LAZY_PATHS) findings.lost.push(...(await openApp(device, path, 'main, h1')));
    return judge('F12', seed, drain, findings, differences, note);
  });

/** A portal's answer must not count as an answer of the server: no entry may be sent or refused. */
const falselySent = async (device: Device): Promise<string[]> =>
  (await device.ask('outbox'))
    .filter(({ state }) => state !== 'waiting')
    .map(({ id, state }) => `${id} was taken for ${state} behind the portal`);

/** The app opens from the cache, whatever the portal answers. */
const openApp = async (device: Device, path: string, wanted = '#root > *'): Promise<string[]> => {
  await device.goto(path);
  const isThere = await device.page
    .locator(wanted)
    .first()
    .waitFor({ state: 'attached', timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );
  return isThere ? [] : [`${path} shows nothing of the app`];
};

/** Build files that were cached with the portal's content; they would never be fetched again. */
const poisonedFiles = async (device: Device): Promise<string[]> =>
  (await device.ask('cached'))
    .filter(({ path, type }) => {
      const wanted = TYPES[path.split('.').at(-1)!];
      return wanted && !wanted.test(type);
    })
    .map(({ cache, path, type }) => `${path} is in ${cache} as ${type || 'nothing known'}`);
