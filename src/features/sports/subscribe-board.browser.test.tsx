import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Sport } from '#contract/sports.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SubscribeBoard } from './subscribe-board.tsx';

let account: Account;
standInNetwork();
const TENNIS = { id: 'tennis', name: 'Tennis', sportType: 'Launched' } as Sport;

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
});
afterEach(clearPage);

test('a sport is offered once the first pull says that the person has no subscription to it', async () => {
  const offer = () => page.getByRole('button', { name: 'Subscribe' });
  showRouted(
    <>
      <h1>Tennis</h1>
      <SubscribeBoard sport={TENNIS} />
    </>,
  );
  await expect.element(page.getByRole('heading', { name: 'Tennis' })).toBeVisible();
  // A read of this device that began after the board's own.
  await account.db.subscriptions.toArray();
  expect(offer().elements()).toEqual([]);
  await notePull(account);
  await expect.element(offer()).toBeVisible();
});
