import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UNIT_BYTES } from '#contract/limits.ts';
import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { menuText } from '#contract/text/frame-menu.ts';
import { makeNextBuild, openBuildSite, THIS_BUILD } from '../world/build-site.ts';
import {
  checkBuild,
  checkHeading,
  checkLoads,
  checkSaid,
  countLoads,
  untilInstalled,
  isOf,
  SAID_WITHIN_MS,
  wordsOf,
  type Stage,
} from '../world/deploy-stage.ts';
import { eventually, judge, type ScenarioReport } from '../oracle/oracle.ts';
import { frozenTab, tabInTransaction } from '../world/deploy-frozen-tabs.ts';
import {
  addFolders,
  begin,
  chooseUpdate,
  finish,
  LAST_VERSION,
  lookForUpdate,
  NEXT_VERSION,
  NO_CHANGES,
} from '../world/deploy-steps.ts';
import { writePaddedVideo } from '../world/padded-video.ts';
import type { Rule } from '../proxy/proxy-modes.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const PART_WITHIN_MS = 150_000;
const SLOW_FILES: Rule = {
  method: 'POST',
  path: /^\/api\/mam\/ondemand$/,
  mode: { kind: 'throttle', upKBPerSecond: 3_000 },
};
const TYPED = 'half a word';
const FILE_BYTES = 12 * UNIT_BYTES;

/**
 * The server no longer has the files that an open page still needs, in two deploys: each time one reload brings the new
 * build.
 */
const oldChunksGone = async (stage: Stage): Promise<void> => {
  const { site, next } = stage;
  const device = await begin(stage);
  const { page } = device;
  const go = async (link: string, heading: string, mark: string): Promise<void> => {
    await device.forgetRest();
    const loads = countLoads(page);
    await page.getByRole('link', { name: link }).first().click();
    await checkBuild(stage, page, mark, `${heading}, whose files are gone`);
    await checkHeading(stage, page, heading, `${heading}, whose files are gone`);
    checkLoads(stage, loads, 1, `${heading}, whose files are gone,`);
  };
  site.deploy(next.same, NEXT_VERSION);
  await go('Channels', 'Channels', 'next');
  site.deploy(next.last, LAST_VERSION);
  await go('Library', 'Library', 'last');
  await device.close();
};

/** An overlay whose file is gone opens with a message instead, and typed text stays. */
const menuWithoutFile = async (stage: Stage): Promise<void> => {
  const { site, next, findings } = stage;
  const device = await begin(stage);
  const { page, context } = device;
  await device.goto('/university');
  const typed = page.getByRole('searchbox');
  await typed.fill(TYPED);
  const loads = countLoads(page);
  const menu = page.getByRole('button', { name: /^Menu/ });
  const logOut = page.getByText(menuText.logOut, { exact: true });
  await device.forgetRest();
  await context.setOffline(true);
  await menu.click();
  await checkSaid(stage, page, [commonText.connectFirst], 'a menu without its file, offline');
  await context.setOffline(false);
  await device.forgetRest();
  site.deploy(next.same, NEXT_VERSION);
  await menu.click();
  await checkSaid(stage, page, [frameText.updateReady], 'a menu whose file is gone');
  const left = await typed.inputValue();
  if (left !== TYPED) findings.lost.push(`the typed text is now "${left}"`);
  checkLoads(stage, loads, 0, 'a page with a menu without its file');
  await page.getByRole('button', { name: frameText.update, exact: true }).first().click();
  await checkBuild(stage, page, 'next', 'after the update that a menu asked for');
  await menu.click();
  await logOut
    .waitFor({ timeout: SAID_WITHIN_MS })
    .catch(async () => findings.lost.push(`the menu of the new build does not open: "${await wordsOf(page)}"`));
  checkLoads(stage, loads, 1, 'a page that took the update');
  await device.close();
};

/** The new build, activated by the person, sends the changes that the old build queued. */
const queueCrossesOver = async (stage: Stage): Promise<void> => {
  const { world, site, next } = stage;
  const device = await begin(stage);
  world.proxy.setRules(NO_CHANGES);
  const intents = await addFolders(device, world.random.integer(4, 12));
  site.deploy(next.upgraded, NEXT_VERSION);
  const loads = countLoads(device.page);
  await lookForUpdate(device.page);
  await untilInstalled(device.page);
  await checkSaid(stage, device.page, [frameText.updateReady], 'a new version');
  await chooseUpdate(device.page);
  await checkBuild(stage, device.page, 'next', 'after the update');
  await checkHeading(stage, device.page, 'Library', 'after the update');
  checkLoads(stage, loads, 1, 'the page that took the update');
  await finish(stage, device, intents);
};

/** The new build finishes an upload that the old build began; no update is offered during the upload. */
const uploadCrossesOver = async (stage: Stage): Promise<void> => {
  const { world, site, next, findings, objectsDir } = stage;
  const { random } = world;
  const device = await begin(stage);
  const file = path.join(stage.folder, 'Match.mp4');
  const wanted = await writePaddedVideo(file, FILE_BYTES, random.fork('file'));
  world.proxy.setRules(SLOW_FILES, NO_CHANGES);
  await device.page.getByLabel('Upload', { exact: true }).setInputFiles(file);
  const committed = async () => (await device.ask('uploads'))[0]?.committedBytes ?? 0;
  const from = random.integer(1, 4) * UNIT_BYTES;
  await eventually(async () => ((await committed()) >= from ? true : undefined), performance.now() + SAID_WITHIN_MS);
  const intents = await addFolders(device, random.integer(2, 6));
  site.deploy(next.upgraded, NEXT_VERSION);
  await lookForUpdate(device.page);
  if ((await committed()) >= FILE_BYTES) findings.lost.push('the upload was over before the deploy: the test is wrong');
  else if (await device.page.getByText(frameText.updateReady).isVisible())
    findings.lost.push('an update is offered in the middle of an upload');
  await device.leave();
  // Without an open page the next worker takes over; the person returns at any time.
  await wait(random.integer(0, 3_000));
  await device.goto('/library');
  const loads = countLoads(device.page);
  await checkHeading(stage, device.page, 'Library', 'opened again in the middle of an upload');
  const id = await eventually(
    async () =>
      (await world.sql.query<{ id: string }>('select id::text from contents where scope = $1', [device.person.scope]))
        .rows[0]?.id,
    performance.now() + 60_000,
  );
  const stored =
    id === undefined
      ? 'none'
      : await readFile(path.join(objectsDir, 'originals', id)).then(
          (bytes) => createHash('sha256').update(bytes).digest('hex'),
          String,
        );
  if (stored !== wanted)
    findings.lost.push(
      `the stored original is ${stored} instead of ${wanted}; ${JSON.stringify(await device.ask('uploads'))}`,
    );
  world.proxy.heal();
  if (!(await isOf(device.page, 'next'))) {
    await checkSaid(stage, device.page, [frameText.updateReady], 'a new version once the file is sent');
    await chooseUpdate(device.page);
    await checkBuild(stage, device.page, 'next', 'after the upload');
  }
  checkLoads(stage, loads, 1, 'the page that goes on with the upload');
  const contents = await world.sql.query('select 1 from contents where scope = $1', [device.person.scope]);
  if (contents.rowCount! > 1) findings.doubled.push(`there are ${contents.rowCount} contents`);
  await finish(stage, device, intents);
};

/** A page of the new build runs with the old build's worker, which an open old page keeps alive. */
const oldWorker = async (stage: Stage): Promise<void> => {
  const { world, site, next, findings } = stage;
  const device = await begin(stage);
  const fresh = await device.context.newPage();
  const loads = countLoads(fresh);
  const devtools = await device.context.newCDPSession(fresh);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  site.deploy(next.upgraded, NEXT_VERSION);
  world.proxy.setRules(NO_CHANGES);
  const intents = await addFolders(device, 4);
  await fresh.goto(`${world.url}/library`, { waitUntil: 'domcontentloaded' });
  if (!(await isOf(fresh, 'next'))) findings.lost.push('the fresh page is of the old build: the test is wrong');
  await checkHeading(stage, fresh, 'Library', 'the new page beside the old worker');
  await untilInstalled(device.page);
  await checkSaid(stage, device.page, [frameText.updateReady], 'the old page beside a new one');
  intents.push(...(await addFolders(device, 4)));
  world.proxy.heal();
  await device.dispatchSync().catch(() => {});
  await fresh.evaluate(() => void dispatchEvent(new Event('focus')));
  checkLoads(stage, loads, 1, 'the new page');
  await finish(stage, device, intents);
};

/**
 * Servers of both builds answer alternately: pages do not reload by themselves, every screen opens, and the update ends
 * the mix.
 */
const rollingDeploy = async (stage: Stage): Promise<void> => {
  const { world, site, next } = stage;
  const device = await begin(stage);
  const { page } = device;
  const loads = countLoads(page);
  const intents = await addFolders(device, 2);
  site.deployBoth([THIS_BUILD, next.same], NEXT_VERSION, world.random.fork('builds'));
  await device.forgetRest();
  for (const name of ['Channels', 'Library']) {
    await lookForUpdate(page);
    await page.getByRole('link', { name }).first().click();
    await checkHeading(stage, page, name, `${name} in the middle of a deploy`);
  }
  checkLoads(stage, loads, 0, 'a page in the middle of a deploy');
  intents.push(...(await addFolders(device, 2)));
  for (let round = 0; round < 3; round += 1) {
    await device.goto('/channels');
    await checkHeading(stage, page, 'Channels', 'a page opened in the middle of a deploy');
  }
  site.deploy(next.same, NEXT_VERSION);
  await device.goto('/library');
  await checkHeading(stage, page, 'Library', 'a page opened after a deploy');
  await finish(stage, device, intents);
};

const SHORT = [oldChunksGone, frozenTab] as const;
const ALL = [
  ...SHORT,
  tabInTransaction,
  queueCrossesOver,
  menuWithoutFile,
  uploadCrossesOver,
  oldWorker,
  rollingDeploy,
] as const;

/** A page that does not respond would block any call to it, so each part has a deadline. */
const inTime = (stage: Stage, part: (stage: Stage) => Promise<void>): Promise<void> =>
  Promise.race([
    part(stage),
    wait(PART_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${part.name} does not end, after "${stage.at}"`);
    }),
  ]);

/** Prepares the builds and the deploy server in a folder. */
const playF10 = async (
  world: World,
  seed: number,
  { size, folder, objectsDir }: { size: number | undefined; folder: string; objectsDir: string },
): Promise<ScenarioReport> => {
  const site = await openBuildSite(world.app.port);
  try {
    const next = {
      same: path.join(folder, 'same'),
      upgraded: path.join(folder, 'upgraded'),
      last: path.join(folder, 'last'),
    };
    await makeNextBuild(next.same, NEXT_VERSION, { mark: 'next' });
    await makeNextBuild(next.upgraded, NEXT_VERSION, { mark: 'next', hasNewDatabase: true });
    await makeNextBuild(next.last, LAST_VERSION, { mark: 'last' });
    world.proxy.target.port = site.port;
    const stage: Stage = {
      world,
      site,
      folder,
      objectsDir,
      next,
      findings: { lost: [], doubled: [], reordered: [] },
      drains: [],
      at: 'the start',
    };
    const order = world.random.fork('order');
    const parts =
      size === undefined
        ? [...SHORT]
        : Array.from({ length: size }, () =>
            ALL.map((part) => ({ part, at: order.next() }))
              .toSorted((a, b) => a.at - b.at)
              .map(({ part }) => part),
          ).flat();
    for (const part of parts) await inTime(stage, part);
    const drain = {
      seconds: Math.max(0, ...stage.drains.map(({ seconds }) => seconds)),
      stuck: stage.drains.flatMap(({ stuck }) => stuck),
    };
    return judge(
      'F10',
      seed,
      drain,
      stage.findings,
      [],
      `${parts.length} deploys in front of open pages: nothing blank, at most one reload a tab, what waited was sent`,
    );
  } finally {
    world.proxy.target.port = world.app.port;
    await site.close();
  }
};

/**
 * F10: a deploy while the app is open. Parts: old files are gone, in two deploys; an overlay's file is gone; the new
 * build takes over queue and upload of the old one; a frozen tab blocks the database upgrade, or was frozen during a
 * write; a new page runs with an old worker; servers of both builds answer. No blank screen, at most one reload per
 * tab, a clear message within 10 s, and all waiting changes are sent.
 *
 * `size`: rounds of all parts, in a random order; left out, only the missing files and the frozen tab.
 */
export const runF10 = async (options: ScenarioOptions): Promise<ScenarioReport> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-f10-'));
  const objectsDir = path.join(folder, 'objects');
  try {
    return await inWorld(
      { seed: options.seed },
      (world, seed) => playF10(world, seed, { size: options.size, folder, objectsDir }),
      { OBJECTS_DIR: objectsDir },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
