import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { restoreBackgroundSync, setBackgroundSync } from '../device/background-sync.fixtures.ts';
import { clearPage, freshAccount, show, standInNetwork } from '../data/signed-in.fixtures.tsx';
import { ReachBanner } from './reach-banner.tsx';

const network = standInNetwork();
restoreBackgroundSync();
beforeEach(async () => void (await freshAccount()));
afterEach(() => {
  clearPage();
  network.goOnline();
});

test.each([
  [true, 'You are offline. Changes are saved and sent later.'],
  [false, 'You are offline. Changes are saved and sent while Sideline is open.'],
])('without a network it says when changes are sent (Background Sync: %s)', async (isThere, words) => {
  setBackgroundSync(isThere);
  network.goOffline();
  show(<ReachBanner />);
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});
