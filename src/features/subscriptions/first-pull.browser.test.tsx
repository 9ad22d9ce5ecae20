import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { SportInterest, Subscription } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  Refusal,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AddSportPage } from './add-sport-page.tsx';
import { ConfirmSubscriptionPage } from './confirm-subscription-page.tsx';
import { CurrentRolePage } from './current-role-page.tsx';

let account: Account;
const network = standInNetwork();

const TENNIS = {
  id: 'tennis',
  name: 'Tennis',
  sportType: 'Launched',
  isActive: true,
  activeEducatorsWithContent: 1,
};
const FAN = { id: 'fan', name: 'Fan', sportRoleRule: 'no_levels', levels: [] };
const INTEREST: SportInterest = {
  id: newId(),
  scope: SCOPE,
  sportId: 'tennis',
  sportName: 'Tennis',
  sportType: 'Launched',
  isActive: true,
  position: 0,
  sportInvolvement: [{ role: 'fan', roleName: 'Fan', participationLevel: null, participationLevelName: null }],
};
const TRIAL: Subscription = {
  id: newId(),
  scope: SCOPE,
  sportId: 'tennis',
  sportName: 'Tennis',
  sportType: 'Launched',
  subscriptionType: 'trial-free',
  subscriptionStatus: null,
  subscriptionCanceledAt: null,
  subscriptionTrialTo: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  discountCodeEndAt: null,
};
/** The skeleton of a page that waits. */
const skeleton = () => page.getByRole('status', { name: 'Loading' });

/** A device that was just signed in: nothing was pulled yet. */
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  network.answer('/sports/by-name/tennis', () => TENNIS);
  network.answer('/sports', () => ({ count: 1, results: [TENNIS] }));
  network.answer('/sport-role-participation-levels', () => ({ count: 1, results: [FAN] }));
  network.answer('/payments/config', () => ({ provider: 'sandbox', publishableKey: null }));
  network.answer('/payment-methods', () => ({ count: 0, results: [] }));
  network.answer('/product-price/tennis', () => ({ id: 'tennis', amount: 399, currency: 'usd' }));
  network.answer('/subscription-preview/tennis', () => {
    throw new Refusal(409, 'subscription.exists', 'x');
  });
  network.answer('/subscriptions/payment-summary', () => ({
    amountWithoutTaxes: 200,
    subtotalWithoutTaxes: 200,
    total: 200,
    taxes: [],
  }));
});
afterEach(clearPage);

test('before the first pull nobody is asked again for roles that they have', async () => {
  showRouted(<CurrentRolePage sportId="tennis" from={undefined} selectedRoles={[]} />);
  await expect.element(skeleton()).toBeInTheDocument();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  await account.db.sportInterests.put(INTEREST);
  await expect.element(page.getByRole('checkbox', { name: 'Fan' })).toBeChecked();
});

test('SPO-017 a person without roles is asked once the first pull is through', async () => {
  showRouted(<CurrentRolePage sportId="tennis" from={undefined} selectedRoles={[]} />);
  await expect.element(skeleton()).toBeInTheDocument();
  await notePull(account);
  await expect
    .element(page.getByRole('heading', { name: 'What best describes your current role(s) in Tennis?' }))
    .toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Fan' })).not.toBeChecked();
});

test('before the first pull a person with roles is not sent from the amount to the roles', async () => {
  const at = showRouted(<ConfirmSubscriptionPage sportId="tennis" from="home" selectedRoles={undefined} />, '/', [
    '/sport-subscribe-current-role',
  ]);
  await expect.element(skeleton()).toBeInTheDocument();
  await account.db.sportInterests.put(INTEREST);
  await account.db.subscriptions.put(TRIAL);
  await notePull(account);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Upgrade Tennis');
  expect(at()).toBe('/');
});

test('before the first pull no sport is offered that the person may have joined', async () => {
  showRouted(<AddSportPage from="home" placeholder={undefined} />);
  await expect.element(skeleton()).toBeInTheDocument();
  expect(page.getByRole('link', { name: /Tennis/ }).elements()).toEqual([]);
  await account.db.subscriptions.put(TRIAL);
  await expect.element(page.getByText('You have joined every sport.')).toBeVisible();
});
