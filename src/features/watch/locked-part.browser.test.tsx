import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Subscription } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { watchDetail } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { LockedStage } from './locked-part.tsx';

let account: Account;
const network = standInNetwork();
const detail = watchDetail({ id: newId() });
const { sport } = detail;
const link = (name: string) => page.getByRole('link', { name, exact: true });
const own = (facts: Partial<Subscription>): Subscription =>
  ownSubscription({ scope: SCOPE, sportId: sport.id, sportName: sport.name, ...facts });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  network.answer(`/sports/by-name/${sport.id}`, () => ({
    id: sport.id,
    name: sport.name,
    sportType: 'Launched',
    isActive: true,
    activeEducatorsWithContent: 1,
  }));
});
afterEach(clearPage);

test('D-186 who is suspended reads that a payment is the reason, and is led to the subscription, not to a new one', async () => {
  await account.db.subscriptions.put(own({ subscriptionStatus: 'suspended' }));
  showRouted(<LockedStage detail={detail} />);
  await expect
    .element(page.getByText(`Your subscription to ${sport.name} is suspended because of a payment.`))
    .toBeVisible();
  await expect.element(link('See your subscription')).toHaveAttribute('href', '/learner-subscriptions');
  await expect.element(link(`Subscribe to ${sport.name}`)).not.toBeInTheDocument();
});

test('WAT-008 D-184 who has had the trial is led to the amount, with no word of another trial', async () => {
  await account.db.subscriptions.put(own({ subscriptionType: 'expired' }));
  showRouted(<LockedStage detail={detail} />);
  await expect
    .element(link(`Subscribe to ${sport.name}`))
    .toHaveAttribute('href', `/confirm-sport-subscription?sport=${sport.id}&from=watch-channel`);
  await expect
    .element(page.getByText('Oops! You need to subscribe to the sport to unlock this Member-Only content.'))
    .toBeVisible();
  await expect.element(page.getByText('Your subscription to this sport has ended. $3.99 per month')).toBeVisible();
  await expect.element(page.getByText('14-day free trial', { exact: false })).not.toBeInTheDocument();
});
