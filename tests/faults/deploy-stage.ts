import type { Page } from 'playwright';
import { isEntryOf, type BuildSite } from './build-site.ts';
import { eventually, type Drain, type Findings } from './oracle.ts';
import type { World } from './world.ts';

/** A clear message within that. Source: docs/reliability.md, F10. */
export const SAID_WITHIN_MS = 10_000;
/** How long the files of a new build take to come is the line's and the device's matter. */
const INSTALLED_WITHIN_MS = 60_000;

/** What a deploy in front of open pages is played on, and what was found. */
export interface Stage {
  world: World;
  site: BuildSite;
  folder: string;
  objectsDir: string;
  /** Folders of the builds after this one: with the same database, with one version more, and the one after. */
  next: { same: string; upgraded: string; last: string };
  findings: Findings;
  drains: Drain[];
  /** What was looked at last, for the message about a part that does not end. */
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
    performance.now() + SAID_WITHIN_MS,
  );
  if (!isThere) stage.findings.lost.push(`${what}: the page is not of the ${mark} build`);
};

export const wordsOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => document.body.innerText)).replaceAll(/\s+/g, ' ').trim();

/** One of some texts is there within the time, or what is there instead is a finding. */
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
  if (!isThere) stage.findings.lost.push(`${what}: it says "${await wordsOf(page).catch(String)}"`);
};

/** Something is drawn from the first paint on, be it only the bars or the sign that the app is there; before it the page before is seen. */
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

/** All files of the next build are here, and its worker waits: from now on the page has its time to say so. */
export const untilInstalled = (page: Page) =>
  page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting), undefined, {
    timeout: INSTALLED_WITHIN_MS,
  });
