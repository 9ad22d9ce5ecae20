import type { Locator, Page } from '@playwright/test';
import { expect } from './app.ts';

/** A page whose DOM and position have not changed for this long, and for so many frames, is at rest, ms. */
const QUIET_MS = 500;
const QUIET_FRAMES = 30;
/** Difference between two positions that a person does not see, px. */
const SEEN_PX = 2;

/** Where a page is: its address, its scroll position, and the heading nearest to the middle of the screen. */
interface Place {
  address: string;
  topPx: number;
  heading: string;
  /** Distance of the heading from the top of the screen, px. */
  headingPx: number;
}

/** Waits until the page is drawn and has come to rest. */
const rest = (page: Page): Promise<void> =>
  page.evaluate(
    async ([quietMs, quietFrames]) => {
      let quietSinceMs = performance.now();
      let frames = 0;
      const changed = () => {
        quietSinceMs = performance.now();
        frames = 0;
      };
      const changes = new MutationObserver(changed);
      changes.observe(document.body, { childList: true, subtree: true });
      addEventListener('scroll', changed);
      while (performance.now() - quietSinceMs < quietMs || frames < quietFrames) {
        frames += 1;
        if (document.querySelector('main .skeleton')) changed();
        await new Promise((next) => {
          requestAnimationFrame(next);
        });
      }
      changes.disconnect();
      removeEventListener('scroll', changed);
    },
    [QUIET_MS, QUIET_FRAMES] as const,
  );

const placeOf = (page: Page): Promise<Place> =>
  page.evaluate(() => {
    const distance = (heading: Element) => Math.abs(heading.getBoundingClientRect().top - innerHeight / 2);
    const [nearest] = [...document.querySelectorAll('main :is(h1, h2, h3)')].toSorted(
      (a, b) => distance(a) - distance(b),
    );
    return {
      address: location.pathname + location.search,
      topPx: scrollY,
      heading: nearest?.textContent ?? '',
      headingPx: nearest?.getBoundingClientRect().top ?? 0,
    };
  });

/** One step of a walk: how far to scroll on the page, and what to open from there. */
export interface Step {
  /** Scrolls until this link of the list is on the screen; by default the position stays. */
  to?: { links: string; at: number };
  /** Scrolls to this position instead, px. */
  downPx?: number;
  /** Opens the next page; by default by a tap on the link of `to`. */
  open?: (page: Page) => Promise<void>;
  /** The step replaces the page in the history. */
  replaces?: boolean;
}

/** Scrolls to a link of a list, through as many pages of the list as it takes. */
const scrollToLink = async (page: Page, { links, at }: NonNullable<Step['to']>): Promise<void> => {
  const all = page.locator(links);
  await expect
    .poll(async () => {
      const count = await all.count();
      if (count <= at) await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return count;
    })
    .toBeGreaterThan(at);
  await all.nth(at).evaluate((link) => link.scrollIntoView({ block: 'center' }));
};

/** Scrolls to a position, which may exist only once more of the page is drawn. */
const scrollDown = (page: Page, px: number): Promise<void> =>
  expect.poll(() => page.evaluate((top) => (scrollTo(0, top), scrollY), px)).toBe(px);

/** Taps on the middle of what is on the screen. Playwright's own click may scroll the page under a sticky bar. */
export const tap = async (target: Locator): Promise<void> => {
  const box = (await target.boundingBox())!;
  await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

/** Walks from the open page. @returns Where each page was left; the last one is where the walk ended. */
export const walk = async (page: Page, steps: readonly Step[]): Promise<Place[]> => {
  const left: Place[] = [];
  await rest(page);
  for (const { to, downPx, open, replaces } of steps) {
    if (downPx !== undefined) await scrollDown(page, downPx);
    if (to) await scrollToLink(page, to);
    if (to || downPx !== undefined) await rest(page);
    const place = await placeOf(page);
    if (!replaces) left.push(place);
    await (open ? open(page) : tap(page.locator(to!.links).nth(to!.at)));
    await expect.poll(async () => (await placeOf(page)).address, 'another page is opened').not.toBe(place.address);
    await rest(page);
    await expect.poll(async () => (await placeOf(page)).topPx, `${page.url()} opens at its top`).toBe(0);
  }
  return [...left, await placeOf(page)];
};

/** Checks that the page comes to rest where it was left. */
const expectPlace = async (page: Page, left: Place, how: string): Promise<void> => {
  await expect.poll(async () => (await placeOf(page)).address, how).toBe(left.address);
  await rest(page);
  const now = await placeOf(page);
  const where = `${how} to ${left.address}, left at ${left.topPx}, ${left.heading} at ${left.headingPx}: at ${now.topPx}, ${now.heading} at ${now.headingPx}`;
  expect(Math.abs(now.topPx - left.topPx), where).toBeLessThanOrEqual(SEEN_PX);
  expect(now.heading, where).toBe(left.heading);
  expect(Math.abs(now.headingPx - left.headingPx), where).toBeLessThanOrEqual(SEEN_PX);
};

/** Back in the browser; by the arrow of the page where it has one. */
const BACK = {
  browser: async (page: Page): Promise<void> => void (await page.evaluate(() => history.back())),
  arrow: async (page: Page): Promise<void> => {
    const arrow = page.getByRole('button', { name: 'Back', exact: true }).first();
    if ((await arrow.count()) > 0) await tap(arrow);
    else await page.evaluate(() => history.back());
  },
} as const;

export type Way = keyof typeof BACK;
export const otherWay = (way: Way): Way => (way === 'browser' ? 'arrow' : 'browser');

/** Goes all the way back, by both ways in turn, and checks each place. */
export const expectWayBack = async (page: Page, left: readonly Place[], first: Way): Promise<void> => {
  let way = first;
  for (const place of left.slice(0, -1).toReversed()) {
    await BACK[way](page);
    await expectPlace(page, place, `back by the ${way}`);
    way = otherWay(way);
  }
};

/** Goes forward to the end of a walk at once. */
export const goToEnd = async (page: Page, left: readonly Place[]): Promise<void> => {
  await page.evaluate((steps) => history.go(steps), left.length - 1);
  await expectPlace(page, left.at(-1)!, 'forward');
};
