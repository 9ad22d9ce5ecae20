import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { frameText } from '#contract/text/frame.ts';
import { DEVICE_DATABASE } from '#store/device.ts';
import {
  checkBuild,
  checkDrawn,
  checkHeading,
  checkLoads,
  checkSaid,
  countLoads,
  untilInstalled,
  untilStarted,
  type Loads,
  type Stage,
} from './deploy-stage.ts';
import { addFolders, begin, chooseUpdate, finish, lookForUpdate, NEXT_VERSION, NO_CHANGES } from './deploy-steps.ts';
import type { Device } from './device.ts';
import { findRenderer, freeze } from './renderers.ts';

// Two parts of F10 (f10-two-builds.ts): a tab is frozen while a new build is deployed.

const FROZEN_TRIES_MAX = 5;
const WORKERS_ANSWER_WITHIN_MS = 3_000;

/**
 * Opens a tab and freezes its process. A browser may run its service worker in a tab's process; such a tab is not
 * frozen, and another one is opened.
 */
const openFrozen = async (
  { world }: Stage,
  device: Device,
  prepare?: (tab: Page) => Promise<void>,
): Promise<{ tab: Page; loads: Loads; goOn: () => void }> => {
  for (let tried = 1; tried <= FROZEN_TRIES_MAX; tried += 1) {
    const tab = await device.context.newPage();
    await tab.goto(`${world.url}/notifications`);
    await tab.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    await prepare?.(tab);
    const goOn = freeze(await findRenderer(tab, device.profile));
    const workers = Promise.all(device.context.serviceWorkers().map((worker) => worker.evaluate(() => true)));
    const isAlone = await Promise.race([
      workers.then(
        () => true,
        () => false,
      ),
      wait(WORKERS_ANSWER_WITHIN_MS, false),
    ]);
    if (isAlone) return { tab, loads: countLoads(tab), goOn };
    goOn();
    await tab.close();
  }
  throw new Error('No tab has a process without a service worker');
};

/**
 * A frozen tab of the old build blocks the new build's database upgrade: both the old and the new page tell the person
 * what to do.
 */
export const frozenTab = async (stage: Stage): Promise<void> => {
  const { world, site, next } = stage;
  const device = await begin(stage);
  world.proxy.setRules(NO_CHANGES);
  const intents = await addFolders(device, world.random.integer(2, 6));
  site.deploy(next.upgraded, NEXT_VERSION);
  await lookForUpdate(device.page);
  await untilInstalled(device.page);
  await checkSaid(stage, device.page, [frameText.updateReady], 'a new version beside another tab');
  // The driver's page runs the old build too and would block the upgrade.
  await device.closeDesk();
  const loads = countLoads(device.page);
  const { tab: other, loads: otherLoads, goOn } = await openFrozen(stage, device);
  try {
    await chooseUpdate(device.page);
    await checkBuild(stage, device.page, 'next', 'the update beside a frozen tab');
    await checkDrawn(stage, device.page, 'the new build beside a frozen tab of the old one');
    await untilStarted(stage, device.page, 'the new build beside a frozen tab of the old one');
    await checkSaid(stage, device.page, [frameText.storageBlocked], 'the new build beside a frozen tab of the old one');
  } finally {
    goOn();
  }
  await checkSaid(stage, other, [frameText.updateReady], 'the old tab that may go on');
  checkLoads(stage, otherLoads, 0, 'the frozen page');
  await chooseUpdate(other);
  await checkBuild(stage, other, 'next', 'the old tab that was updated');
  checkLoads(stage, loads, 1, 'the new page beside a frozen one');
  checkLoads(stage, otherLoads, 1, 'the old tab that was updated');
  await finish(stage, device, intents);
};

/** Opens a write transaction in a database of the device and keeps it open until the tab is closed. */
const holdWriteTransaction = (tab: Page, database: string, table: string): Promise<void> =>
  tab.evaluate(
    ([name, store]) =>
      new Promise<void>((begun, failed) => {
        const opening = indexedDB.open(name!);
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const kept = opening.result.transaction(store!, 'readwrite').objectStore(store!);
          const stay = () => {
            begun();
            kept.count().onsuccess = stay;
          };
          stay();
        };
      }),
    [database, table],
  );

/**
 * A tab is frozen during a write transaction on the table that every page reads at start: a new page shows a message,
 * and continues once the frozen tab is closed.
 */
export const tabInTransaction = async (stage: Stage): Promise<void> => {
  const { world } = stage;
  const device = await begin(stage);
  const intents = await addFolders(device, world.random.integer(2, 6));
  await device.closeDesk();
  const {
    tab: other,
    loads: otherLoads,
    goOn,
  } = await openFrozen(stage, device, (tab) => holdWriteTransaction(tab, DEVICE_DATABASE, 'settings'));
  const loads = countLoads(device.page);
  try {
    await device.goto('/library');
    await checkDrawn(stage, device.page, 'a page beside a tab that froze in the middle of writing');
    await checkSaid(
      stage,
      device.page,
      [frameText.storageBlocked],
      'a page beside a tab that froze in the middle of writing',
    );
  } finally {
    goOn();
  }
  checkLoads(stage, otherLoads, 0, 'the frozen page');
  await other.close();
  await checkHeading(stage, device.page, 'Library', 'once the frozen tab is closed');
  checkLoads(stage, loads, 1, 'the page beside a tab that froze in the middle of writing');
  await finish(stage, device, intents);
};
