import type { Page } from 'playwright';
import { isEntryOf, type BuildSite } from './build-site.ts';
import { eventually, type Drain, type Findings } from '../oracle/oracle.ts';
import type { World } from './world.ts';

/** Deadline for a message to be shown, ms. Source: docs/reliability.md, F10. */
export const SAID_WITHIN_MS = 10_000;
/** Deadline for installing a new build, ms. It depends on the network and the device, not on our code. */
const INSTALLED_WITHIN_MS = 60_000;
/** Deadline for the first script of a page that was just updated, ms: Chromium may hold it back (docs/decisions/0014). */
const STARTED_WITHIN_MS = 30_000;

/** What the parts of F10 share: the world, the deploys, and the findings. */
export interface Stage {
  world: World;
  site: BuildSite;
  folder: string;
  objectsDir: string;
  /** Folders of the next builds: same database version, one version higher, and two higher. */
  next: { same: string; upgraded: string; last: string };
  findings: Findings;
  drains: Drain[];
  /** The step under way, for the message about a part that does not end. */
  at: string;
}

export interface Loads {
  readonly count: number;
}

/** Counts how often a page is loaded from now on. */
export const countLoads = (page: Page): Loads => {
  const loads = { count: 0 };
  page.on('domcontentloaded', () => {
    loads.count += 1;
  });
  return loads;
};

export const checkLoads = ({ findings }: Stage, loads: Loads, most: number, what: string): void => {
  if (loads.count > most) findings.doubled.push(`${what} was loaded ${loads.count} times`);
};

export const isOf = (page: Page, mark: string): Promise<boolean> =>
  page
    .locator('script[data-entry]')
    .getAttribute('data-entry')
    .then((src) => isEntryOf(src ?? '', mark));

export const checkBuild = async (stage: Stage, page: Page, mark: string, what: string): Promise<void> => {
  stage.at = `${what}: the build`;
  const isThere = await eventually(
    async () => (await isOf(page, mark)) || undefined,
    performance.now() + STARTED_WITHIN_MS,
  );
  if (!isThere) stage.findings.lost.push(`${what}: the page is not of the ${mark} build`);
};

export const wordsOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => document.body.innerText)).replaceAll(/\s+/g, ' ').trim();

/** Records a finding unless one of the texts is shown before the deadline. */
export const checkSaid = async (stage: Stage, page: Page, texts: readonly string[], what: string): Promise<void> => {
  stage.at = `${what}: ${texts.join(' or ')}`;
  const one = texts
    .map((text) => page.getByText(text, { exact: true }))
    .reduce((all, each) => all.or(each))
    .first();
  const isThere = await one.waitFor({ timeout: SAID_WITHIN_MS }).then(
    () => true,
    () => false,
  );
  if (!isThere) stage.findings.lost.push(`${what}: the page shows "${await wordsOf(page).catch(String)}"`);
};

/**
 * Records a finding if the screen is blank. From the first paint on, at least the bars or the splash sign are drawn;
 * before it the browser still shows the previous page.
 */
export const checkDrawn = async (stage: Stage, page: Page, what: string): Promise<void> => {
  stage.at = `${what}: something drawn`;
  await page
    .waitForFunction(() => performance.getEntriesByType('paint').length > 0, undefined, { timeout: SAID_WITHIN_MS })
    .catch(() => {});
  const isDrawn = await page.evaluate(
    () =>
      document.body.innerText.trim() !== '' ||
      document.querySelector('#root .app-bar')?.checkVisibility() === true ||
      getComputedStyle(document.querySelector('#root')!, '::before').backgroundImage !== 'none',
  );
  if (!isDrawn) stage.findings.lost.push(`${what}: the screen is blank`);
};

export const checkHeading = async (stage: Stage, page: Page, name: string, what: string): Promise<void> => {
  stage.at = `${what}: ${name}`;
  const isThere = await page
    .getByRole('heading', { name, level: 1 })
    .waitFor({ state: 'attached', timeout: SAID_WITHIN_MS })
    .then(
      () => true,
      () => false,
    );
  if (!isThere) stage.findings.lost.push(`${what}: it shows "${await wordsOf(page).catch(String)}"`);
};

/**
 * Waits until all files of the next build are cached and its worker waits; from then on the page's deadline for
 * offering the update runs. Not with waitForFunction: it takes a promise for true.
 */
export const untilInstalled = async (page: Page): Promise<void> => {
  const isInstalled = await eventually(
    async () =>
      (await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))) ||
      undefined,
    performance.now() + INSTALLED_WITHIN_MS,
  );
  if (!isInstalled) throw new Error('The next build is not installed.');
};

/**
 * Waits until the page's script runs; from then on the deadline for what it says runs. Chromium may hold a page's files
 * back for some fifteen seconds while it ends the old service worker (docs/decisions/0014).
 */
export const untilStarted = async (stage: Stage, page: Page, what: string): Promise<void> => {
  stage.at = `${what}: the start`;
  const isStarted = await eventually(
    async () => (await page.evaluate(() => document.documentElement.dataset['started'])) || undefined,
    performance.now() + STARTED_WITHIN_MS,
  );
  if (!isStarted) stage.findings.lost.push(`${what}: the app does not start`);
};
