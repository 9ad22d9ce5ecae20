import { expect, test } from '#tests/support/app.ts';
import { readyForOffline, signIn } from '#tests/support/people.ts';

// A phone's scroll bars take no room.
test.use({ isMobile: true, hasTouch: true });

/** As in `npm run bench`: what moves under a thumb is tapped wrongly. */
const SHIFT_MAX = 0.01;

const SCREENS = [
  { username: 'ana', paths: ['/library', '/channels', '/outbox', '/notifications'] },
  { username: 'mia', paths: ['/home', '/community', '/notifications'] },
] as const;

for (const { username, paths } of SCREENS) {
  test(`what ${username} opens from the device offline stands still from its first picture on`, async ({ page, context }) => {
    await signIn(page, username);
    await readyForOffline(page);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('main:not([aria-busy=true])')).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    await context.setOffline(true);
    const moved: Record<string, number> = {};
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('main:not([aria-busy=true])')).toBeVisible();
      moved[path] = await page.evaluate(async () => {
        // Quiet for a while: what would come later has come.
        let [sum, quietSinceMs] = [0, performance.now()];
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += value;
        }).observe({ type: 'layout-shift', buffered: true });
        new MutationObserver(() => { quietSinceMs = performance.now(); }).observe(document.body, { childList: true, subtree: true });
        while (performance.now() - quietSinceMs < 1_500) await new Promise((next) => { requestAnimationFrame(next); });
        return sum;
      });
    }
    expect(Object.entries(moved).filter(([, sum]) => sum > SHIFT_MAX)).toEqual([]);
  });
}
