import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/app.ts';
import { readyForOffline, openSignedIn } from '#tests/support/people.ts';

// Scroll bars of a phone take no space.
test.use({ isMobile: true, hasTouch: true });

/** The same goal as in `npm run bench`: an element that moves under a thumb leads to a wrong tap. */
const SHIFT_MAX = 0.01;

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Layout shift since the page's start, once no change has happened for a while, and the elements that moved. */
const movedUntilQuiet = (page: Page): Promise<{ sum: number; what: string[] }> =>
  page.evaluate(async () => {
    let quietSinceMs = performance.now();
    const moved = { sum: 0, what: [] as string[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        moved.sum += value;
        moved.what.push(
          ...sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.className ?? 'text'} from ${previousRect.y} to ${currentRect.y}`,
          ),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver(() => {
      quietSinceMs = performance.now();
    }).observe(document.body, { childList: true, subtree: true });
    while (performance.now() - quietSinceMs < 1_500)
      await new Promise((next) => {
        requestAnimationFrame(next);
      });
    return moved;
  });

const SCREENS = [
  { username: 'ana', paths: ['/library', '/channels', '/outbox', '/notifications'] },
  { username: 'mia', paths: ['/home', '/community', '/notifications'] },
] as const;

for (const { username, paths } of SCREENS) {
  test(`the pages that ${username} opens offline have no layout shift after their first paint`, async ({
    page,
    context,
  }) => {
    const open = async (path: string) => {
      await page.goto(path);
      await expect(page.locator('main:not([aria-busy=true])')).toBeVisible();
      return movedUntilQuiet(page);
    };
    await openSignedIn(page, username);
    await readyForOffline(page);
    for (const path of paths) await open(path);
    await context.setOffline(true);
    const moved = [];
    for (const path of paths) moved.push({ path, ...(await open(path)) });
    expect(moved.filter(({ sum }) => sum > SHIFT_MAX)).toEqual([]);
  });
}
