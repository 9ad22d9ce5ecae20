import { newId } from '#contract/ids.ts';
import type { Page } from 'playwright';
import {
  checkIntents,
  checkView,
  eventually,
  judge,
  settle,
  type Intent,
  type ScenarioReport,
} from '../oracle/oracle.ts';
import { MUTATIONS } from '../proxy/proxy-modes.ts';
import { inWorld, type ScenarioOptions } from '../world/world.ts';

const SHORT_SIZE = 12;
const CHANGES = 30;
/** Delay of each request: the tabs are closed during sending. */
const REQUEST_MS = 250;
const LEADER_WITHIN_MS = 20_000;

/**
 * F11: all but one of `size` tabs (12) are closed at once while changes are being sent; the remaining one continues.
 */
export const runF11 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = SHORT_SIZE } = options;
    const device = await world.open(await world.addPerson(), '/outbox');
    const tabs: Page[] = [device.page];
    while (tabs.length < size) {
      const tab = await device.context.newPage();
      await tab.goto(`${world.url}/outbox`, { waitUntil: 'domcontentloaded' });
      tabs.push(tab);
    }
    world.proxy.setRules({ method: MUTATIONS, path: /^\/api\/library\//, mode: { kind: 'delay', ms: REQUEST_MS } });
    const changes = Array.from({ length: CHANGES }, (_, index) => ({
      call: 'library.createFolder' as const,
      input: { id: newId(), title: `Row ${index}` },
    }));
    const before = world.proxy.log.length;
    const keys = await device.ask('enqueue', changes);
    const intents: Intent[] = keys.map((key, index) => ({ key, entity: changes[index]!.input.id }));
    await Promise.all(tabs.map((tab) => tab.evaluate(() => void dispatchEvent(new Event('focus')))));
    const delivered = () => world.proxy.log.slice(before).filter(({ key }) => key !== undefined).length;
    await eventually(async () => (delivered() >= 3 ? true : undefined), performance.now() + LEADER_WITHIN_MS);
    const sentBefore = delivered();
    // The first tab stays: it is the oldest, and whether it is the leader is not known.
    await Promise.all(tabs.slice(1).map((tab) => tab.close({ runBeforeUnload: false })));
    const drain = await settle(world, [device]);
    const findings = await checkIntents(world, device, intents);
    if (sentBefore >= CHANGES) findings.lost.push('everything was sent before the tabs were closed: the test is wrong');
    const isLed = await eventually(
      async () => ((await device.ask('locks')).includes('sideline-wake held') ? true : undefined),
      performance.now() + LEADER_WITHIN_MS,
    );
    if (!isLed) findings.lost.push(`no tab listens for changes: ${await device.ask('locks')}`);
    return judge(
      'F11',
      seed,
      drain,
      findings,
      await checkView(world, device),
      `${size - 1} of ${size} tabs closed after ${sentBefore} of ${CHANGES} changes`,
    );
  });
