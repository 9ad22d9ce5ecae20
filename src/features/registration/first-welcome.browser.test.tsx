import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, notePull, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { FirstWelcomePage } from './first-welcome-page.tsx';

const network = standInNetwork();
afterAll(network.restore);
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
});
afterEach(clearPage);

test.each([
  ['trial-free', 'Your 14-day free trial of Judo has started.'],
  ['beta-free', 'Welcome to the Judo Beta community.'],
  ['waitlist', 'You are on the waitlist for Judo. We will tell you when it starts.'],
] as const)('SPO-022 after the registration the page says what has begun: %s', async (subscriptionType, words) => {
  showRouted(<FirstWelcomePage started={{ sportName: 'Judo', subscriptionType }} />);
  await expect.element(page.getByText(words)).toBeVisible();
});
