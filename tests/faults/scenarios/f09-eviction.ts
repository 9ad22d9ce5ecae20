import { newId } from '#contract/ids.ts';
import type { Device } from '../world/device.ts';
import {
  checkIntents,
  checkView,
  eventually,
  judge,
  settle,
  type Drain,
  type Intent,
  type ScenarioReport,
} from '../oracle/oracle.ts';
import { MUTATIONS } from '../proxy/proxy-modes.ts';
import { inWorld, type ScenarioOptions } from '../world/world.ts';

const SEEN_WITHIN_MS = 20_000;

/**
 * F9: the browser evicts the device's databases and caches while the app is open and before it starts, and the quota is
 * 0 and 5 MB: the app continues, and changes that could not be stored are reported. `size`: rounds (1).
 */
export const runF9 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = 1 } = options;
    const device = await world.open(await world.addPerson());
    const wrong: string[] = [];
    device.page.on('crash', () => wrong.push('the page crashed'));
    const storage = async (
      method: 'Storage.clearDataForOrigin' | 'Storage.overrideQuotaForOrigin',
      more: object,
    ): Promise<void> => {
      const devtools = await device.context.newCDPSession(device.page);
      await devtools.send(method, { origin: world.url, ...more } as never);
      await devtools.detach();
    };
    const clear = () => storage('Storage.clearDataForOrigin', { storageTypes: 'indexeddb,cache_storage' });
    let made = 0;
    const make = async (count: number): Promise<Intent[]> => {
      const ids = Array.from({ length: count }, () => newId());
      const keys = await device.ask(
        'enqueue',
        ids.map((id) => ({ call: 'library.createFolder' as const, input: { id, title: `Drill ${(made += 1)}` } })),
      );
      return keys.map((key, index) => ({ key, entity: ids[index]! }));
    };
    const expectSaid = async (count: number, when: string): Promise<void> => {
      const words = `Not sent before: ${count} ${count === 1 ? 'change' : 'changes'}.`;
      const isShown = await device.page
        .getByText(words)
        .first()
        .waitFor({ timeout: SEEN_WITHIN_MS })
        .then(
          () => true,
          () => false,
        );
      if (!isShown) wrong.push(`cleared ${when}, the page did not show "${words}"`);
    };
    const expectOpen = async (when: string): Promise<void> => {
      const isThere = await device.page
        .locator('#root main, #root h1')
        .first()
        .waitFor({ timeout: SEEN_WITHIN_MS })
        .then(
          () => true,
          () => false,
        );
      if (!isThere) wrong.push(`${when} the page is empty`);
    };
    const intents: Intent[] = [];
    const drain: Drain = { seconds: 0, stuck: [] };

    for (let round = 0; round < size; round += 1) {
      const unsent = world.random.integer(1, 4);
      world.proxy.setRules({ method: MUTATIONS, path: /^\/api\/library\//, mode: { kind: 'dropBefore' } });
      await make(unsent);
      await isMarked(device, unsent);
      await clear();
      await expectSaid(unsent, 'while it was open');
      await device.goto('/library');
      await expectOpen('after it was cleared');

      await device.enter();
      await make(unsent);
      await isMarked(device, unsent);
      await device.leave();
      await clear();
      await device.goto('/library');
      await expectSaid(unsent, 'before its start');
      await expectOpen('started on nothing');
      world.proxy.heal();

      await device.enter();
      intents.push(...(await make(1)));
      await storage('Storage.overrideQuotaForOrigin', { quotaSize: 0 });
      const kept = await make(1).catch(() => []);
      // Entries reported as stored are there and are sent; refused ones are not there at all.
      intents.push(...kept);
      await device.goto('/library');
      await expectOpen('without any room');
      await storage('Storage.overrideQuotaForOrigin', { quotaSize: 5_000_000 });
      intents.push(...(await make(1).catch(() => [])));
      await storage('Storage.overrideQuotaForOrigin', {});
      intents.push(...(await make(1)));
      // The next round's eviction would lose entries that are still waiting.
      const { seconds, stuck } = await settle(world, [device]);
      drain.seconds = Math.max(drain.seconds, seconds);
      drain.stuck.push(...stuck);
    }
    const findings = await checkIntents(world, device, intents);
    findings.lost.push(...wrong);
    return judge(
      'F9',
      seed,
      drain,
      findings,
      await checkView(world, device),
      `${size} rounds: cleared while open and before the start, quota 0 and 5 MB; ${intents.length} changes kept and sent`,
    );
  });

/** The mark of unsent changes beside the database is written shortly after each change. */
const isMarked = (device: Device, changes: number): Promise<true | undefined> =>
  eventually(async () => {
    const mark = await device.page.evaluate(() => localStorage.getItem('sideline-unsent'));
    return (JSON.parse(mark ?? '{}') as { changes?: number }).changes === changes ? true : undefined;
  }, performance.now() + SEEN_WITHIN_MS);
