import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Subscription } from '#contract/rows.ts';
import { joinText } from '#contract/text/subscriptions-join.ts';
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
import { violations } from '#app/frame/axe.fixtures.ts';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { AddSportPage } from './add-sport-page.tsx';
import { CurrentRolePage } from './current-role-page.tsx';
import { readSubscribe } from './subscribe-form.ts';
import { SubscriptionsPage } from './subscriptions-page.tsx';
import { SuccessPage, WaitlistPage } from './success-page.tsx';

let account: Account;
const network = standInNetwork();

const subscription = (sportName: string, facts: Partial<Subscription> = {}): Subscription =>
  ownSubscription({ scope: SCOPE, sportId: sportName.toLowerCase(), sportName, ...facts });
const sport = (name: string, sportType: string) => ({
  id: name.toLowerCase(),
  name,
  sportType,
  isActive: true,
  activeEducatorsWithContent: 1,
});
const FAN = { id: 'fan', name: 'Fan', sportRoleRule: 'no_levels', levels: [] };
const COACH = { id: 'coach', name: 'Coach', sportRoleRule: 'levels_required', levels: [{ id: 'club', name: 'Club' }] };
const list = () => page.getByRole('list', { name: 'Your subscriptions' });
/** Name, badge and buttons of each subscription. */
const rows = () =>
  list()
    .getByRole('listitem')
    .elements()
    .map((row) => [
      row.querySelector('h2')!.textContent,
      row.querySelector('.badge')!.textContent,
      ...Array.from(row.querySelectorAll('.subscription__actions > *'), ({ textContent }) => textContent),
    ]);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  network.answer('/sports/by-name/rugby', () => sport('Rugby', 'Beta'));
  network.answer('/subscriptions/price', () => ({ monthlySubscriptionFee: { value: 399 } }));
  network.answer('/sport-role-participation-levels', () => ({ count: 2, results: [COACH, FAN] }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('SUB-011 SUB-013 SUB-036 SUB-037 D-261 D-262 each subscription says its state, and what can be done', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
  await account.db.subscriptions.bulkPut([
    subscription('Golf'),
    subscription('Tennis', { subscriptionType: 'trial-free', subscriptionTrialTo: inDays(3) }),
    subscription('Rugby', { subscriptionType: 'beta-free' }),
    subscription('Rowing', { subscriptionType: 'waitlist' }),
    subscription('Soccer', { subscriptionType: 'educator' }),
    subscription('Judo', { subscriptionType: 'expired' }),
    subscription('Boxing', { subscriptionStatus: 'cancellation' }),
    subscription('Chess', { subscriptionStatus: 'payment_error' }),
    subscription('Darts', { subscriptionStatus: 'suspended' }),
  ]);
  showRouted(<SubscriptionsPage />);
  await expect.poll(rows).toEqual([
    ['Boxing', 'Cancelled', 'Subscribe again'],
    ['Chess', 'Payment error', 'Cancel', 'Update card'],
    ['Darts', 'Suspended', 'Update card'],
    ['Golf', 'Subscribed', 'Cancel'],
    ['Judo', 'Expired', 'Subscribe again'],
    ['Rowing', 'On the waitlist', 'Leave'],
    ['Rugby', 'Beta, free', 'Leave'],
    ['Soccer', 'Free as a Creator'],
    ['Tennis', 'Trial: 3 days left', 'Leave', 'Upgrade'],
  ]);
  await expect.element(page.getByText(/^\$3\.99 per month, plus any taxes\. Next bill /)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('SUB-012 SUB-104 T-38 without subscriptions the page says so, and the payments are one tap away', async () => {
  showRouted(<SubscriptionsPage />);
  await expect.element(page.getByText('You have no subscriptions yet. Choose a sport to begin.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Invoice History' })).toHaveAttribute('href', '/invoice-history');
  await expect.element(page.getByRole('link', { name: 'Payment methods' })).toHaveAttribute('href', '/payment-methods');
});

test('SUB-042 D-183 a trial is upgraded and an ended one subscribed to, on the page with the amount', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await account.db.subscriptions.bulkPut([
    subscription('Tennis', { subscriptionType: 'trial-free', subscriptionTrialTo: inDays(3) }),
    subscription('Judo', { subscriptionType: 'expired' }),
  ]);
  showRouted(<SubscriptionsPage />);
  for (const [name, sportId] of [
    ['Upgrade Tennis', 'tennis'],
    ['Subscribe again to Judo', 'judo'],
  ] as const)
    await expect
      .element(page.getByRole('link', { name }))
      .toHaveAttribute('href', `/confirm-sport-subscription?sport=${sportId}&from=learner-subscriptions`);
});

test('SUB-044 D-185 two taps cancel a subscription, and the second one says until when one may watch', async () => {
  const row = subscription('Golf');
  await account.db.subscriptions.put(row);
  network.answer('/subscriptions/golf/remove', () => ({
    ...row,
    subscriptionStatus: 'cancellation',
    subscriptionCanceledAt: new Date().toISOString(),
  }));
  showRouted(<SubscriptionsPage />);
  await page.getByRole('button', { name: 'Cancel Golf' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Golf?' });
  await expect.element(dialog.getByText(/^You can watch until .+\. Nothing is charged after that\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect.poll(rows).toEqual([['Golf', 'Cancelled', 'Subscribe again']]);
  await expect.element(list().getByText(/^Open until /)).toBeVisible();
});

test('SUB-043 SUB-051 a cancellation is taken back after a confirmation, with the consent', async () => {
  const row = subscription('Golf', {
    subscriptionStatus: 'cancellation',
    subscriptionCanceledAt: new Date().toISOString(),
  });
  await account.db.subscriptions.put(row);
  const sent: unknown[] = [];
  network.answer('/subscriptions/golf/resubscribe', (_query, body) => {
    sent.push(body);
    const back = { ...row, subscriptionStatus: null, subscriptionCanceledAt: null };
    return { trialSubscription: false, isFree: false, subscription: back, payment: null };
  });
  showRouted(<SubscriptionsPage />);
  await page.getByRole('button', { name: 'Subscribe again to Golf' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe again to Golf?' });
  await expect.element(dialog.getByText(/^Nothing is charged now\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe again' }).click();
  await expect.element(dialog.getByText('Required')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Subscribe again' }).click();
  await expect.poll(rows).toEqual([['Golf', 'Subscribed', 'Cancel']]);
  await expect.poll(() => sent).toEqual([{ consent: true }]);
});

test('D-187 D-252 a Beta sport is left after a question, and is gone from this device at once', async () => {
  await account.db.subscriptions.put(subscription('Rugby', { subscriptionType: 'beta-free' }));
  network.answer('/subscriptions/rugby/remove', () => null);
  showRouted(<SubscriptionsPage />);
  await page.getByRole('button', { name: 'Leave Rugby' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave Rugby?' });
  await expect.element(dialog.getByText(/^Its Member-Only content is closed to you then\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect.poll(() => account.db.subscriptions.count()).toBe(0);
  expect(network.requests).toContain('/subscriptions/rugby/remove');
});

test('SPO-016 EXP-003 sports to add are those not joined, found by name, and lead to the roles', async () => {
  await account.db.subscriptions.put(subscription('Golf'));
  network.answer('/sports', () => ({
    count: 3,
    results: [sport('Golf', 'Launched'), sport('Rugby', 'Beta'), sport('Rowing', 'WaitList')],
  }));
  showRouted(<AddSportPage from="home" placeholder="Which sport?" />);
  const link = (name: RegExp) => page.getByRole('link', { name });
  await expect.element(link(/Rowing/)).toBeVisible();
  expect(link(/Golf/).elements()).toEqual([]);
  await page.getByPlaceholder('Which sport?').fill('rug');
  await expect.element(link(/Rugby/)).toHaveAttribute('href', '/sport-subscribe-current-role?sport=rugby&from=home');
  expect(link(/Rowing/).elements()).toEqual([]);
  await page.getByPlaceholder('Which sport?').fill('chess');
  await expect.element(page.getByText('No Result Found')).toBeVisible();
});

test('SPO-017 SPO-018 SPO-019 SUB-045 the roles are asked, saved, and the sport is joined', async () => {
  const sent: unknown[] = [];
  network.answer('/sports/roles-participation/create', (_query, body) => {
    sent.push(body);
    return { count: 0, results: [] };
  });
  network.answer('/subscriptions/rugby/create', () => {
    sent.push('subscribed');
    const row = subscription('Rugby', { subscriptionType: 'beta-free' });
    return { trialSubscription: false, isFree: true, subscription: row };
  });
  const at = showRouted(<CurrentRolePage sportId="rugby" from="sport-page" selectedRoles={['fan']} />, '/', [
    '/successful-subscription',
  ]);
  await expect
    .element(page.getByRole('heading', { name: 'What best describes your current role(s) in Rugby?' }))
    .toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Fan' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Coach' }).click();
  await expect.element(page.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Club' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(at).toContain('/successful-subscription?sportName=Rugby&sport=rugby&type=beta&from=sport-page');
  await expect
    .poll(() => sent)
    .toEqual([
      [
        {
          sportId: 'rugby',
          sportRoleParticipationLevelMapping: [
            { roleId: 'coach', participationLevelIds: ['club'] },
            { roleId: 'fan', participationLevelIds: [] },
          ],
        },
      ],
      'subscribed',
    ]);
  expect(await account.db.subscriptions.count()).toBe(1);
});

test('SPO-025 one role panel is expanded at a time, what misses a level stays expanded, and Confirm folds the last', async () => {
  const answered = Promise.withResolvers<unknown>();
  network.answer('/sport-role-participation-levels', () => ({
    count: 2,
    results: [COACH, { ...COACH, id: 'athlete', name: 'Athlete' }],
  }));
  network.answer('/sports/roles-participation/create', () => answered.promise);
  showRouted(<CurrentRolePage sportId="rugby" from="home" selectedRoles={[]} />, '/');
  const levels = (role: string) => page.getByRole('group', { name: `Levels as ${role}` });
  const change = (role: string) => page.getByRole('button', { name: `Change the levels of ${role}`, exact: true });
  await page.getByRole('checkbox', { name: 'Coach' }).click();
  await page.getByRole('checkbox', { name: 'Athlete' }).click();
  // Coach has no level yet: it cannot fold, and nothing can be confirmed.
  await expect.element(levels('Coach')).toBeVisible();
  await expect.element(levels('Athlete')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
  await levels('Coach').getByRole('button', { name: 'Club' }).click();
  await levels('Athlete').getByRole('button', { name: 'Club' }).click();
  await expect.element(levels('Coach')).not.toBeInTheDocument();
  await expect.element(change('Coach')).toHaveAttribute('aria-expanded', 'false');
  expect(await violations()).toEqual([]);
  await change('Coach').click();
  await expect.element(levels('Coach')).toBeVisible();
  await expect.element(levels('Athlete')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(change('Coach')).toBeVisible();
  await expect.element(change('Athlete')).toBeVisible();
  answered.reject(new TypeError('Failed to fetch'));
  await expect.element(page.getByText('Your community role was not changed.')).toBeVisible();
  await expect.element(levels('Coach')).not.toBeInTheDocument();
});

test('SUB-046 joining a waitlist saves the roles and leads to its thank-you page', async () => {
  network.answer('/sports/by-name/rowing', () => sport('Rowing', 'WaitList'));
  network.answer('/sports/roles-participation/create', () => ({ count: 0, results: [] }));
  network.answer('/subscriptions/rowing/create', () => {
    const row = subscription('Rowing', { subscriptionType: 'waitlist', sportType: 'WaitList' });
    return { trialSubscription: false, isFree: true, subscription: row };
  });
  network.requests.length = 0;
  const at = showRouted(<CurrentRolePage sportId="rowing" from={undefined} selectedRoles={['fan']} />, '/', [
    '/successful-subscription-waitlist',
  ]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(at).toBe('/successful-subscription-waitlist?sportName=Rowing');
  expect(network.requests.filter((path) => path.endsWith('/create'))).toEqual([
    '/sports/roles-participation/create',
    '/subscriptions/rowing/create',
  ]);
});

test('decision 0126 a sport that was launched meanwhile is not joined as a Beta: the page says so, and what it is now', async () => {
  let sportType = 'Beta';
  const sent: unknown[] = [];
  network.answer('/sports/by-name/rugby', () => sport('Rugby', sportType));
  network.answer('/sports/roles-participation/create', () => ({ count: 0, results: [] }));
  network.answer('/subscriptions/rugby/create', (_query, body) => {
    sent.push(body);
    throw new Refusal(409, 'subscription.sport_changed', 'This sport has changed since you opened the page.');
  });
  const at = showRouted(<CurrentRolePage sportId="rugby" from="home" selectedRoles={['fan']} />, '/', [
    '/confirm-sport-subscription',
  ]);
  await expect.element(page.getByText(joinText.notes.Beta('Rugby'))).toBeVisible();
  sportType = 'Launched';
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This sport has changed since you opened the page.');
  expect(sent).toEqual([expect.objectContaining({ sportType: 'Beta' })]);
  await expect.element(page.getByText(joinText.notes.Launched('Rugby'))).toBeVisible();
  // The roles are still chosen; the price is seen before anything begins.
  await expect.element(page.getByRole('checkbox', { name: 'Fan' })).toBeChecked();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(at).toContain('/confirm-sport-subscription?sport=rugby');
});

test('SPO-036 roles that could not be saved are reported, and nothing is subscribed', async () => {
  network.answer('/sports/roles-participation/create', () => {
    throw new Refusal(503, 'server.failed', 'Failed.');
  });
  showRouted(<CurrentRolePage sportId="rugby" from={undefined} selectedRoles={['fan']} />);
  network.requests.length = 0;
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Your community role was not changed.')).toBeVisible();
  expect(network.requests.filter((path) => path.startsWith('/subscriptions'))).toEqual([]);
});

test('SUB-009 a page of success names what has started by its type and sport, and Back where the person came from is one tap', async () => {
  const heading = () => page.getByRole('heading', { level: 1 });
  for (const [type, says] of [
    ['trial', 'Your 14-day free trial of Rugby has started.'],
    ['beta', 'Welcome to the Rugby Beta community.'],
    ['subscribed', 'You are subscribed to Rugby.'],
    ['free', 'Rugby is open to you, free.'],
  ] as const) {
    const at = showRouted(<SuccessPage sportName="Rugby" sportId={undefined} type={type} from="home" />, '/', [
      '/home',
    ]);
    await expect.element(heading()).toHaveTextContent(says);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(at).toBe('/home');
    clearPage();
  }
});

test('SUB-010 T-48 T-49 the success pages thank and lead on', async () => {
  const at = showRouted(<SuccessPage sportName="Rugby" sportId="rugby" type="beta" from="home" />, '/', [
    '/sport-page',
    '/home',
  ]);
  await expect.element(page.getByRole('heading', { name: 'Welcome to the Rugby Beta community.' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to Rugby' }).click();
  await expect.poll(at).toBe('/sport-page?sportId=rugby&sportName=Rugby');
  clearPage();
  showRouted(<WaitlistPage sportName="Rowing" from={undefined} />, '/', ['/home']);
  await expect
    .element(page.getByText('You are on the waitlist for Rowing. We will tell you when it starts.'))
    .toBeVisible();
});

test('SUB-047 a launched sport leads to the amount, with the roles kept on this device', async () => {
  network.answer('/sports/by-name/golf', () => sport('Golf', 'Launched'));
  network.requests.length = 0;
  const at = showRouted(<CurrentRolePage sportId="golf" from="home" selectedRoles={['fan']} />, '/', [
    '/confirm-sport-subscription',
  ]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(at).toBe('/confirm-sport-subscription?sport=golf&selectedRoles=fan&from=home');
  expect((await readSubscribe(account.db, 'golf')).roles).toEqual([{ roleId: 'fan', participationLevelIds: [] }]);
  expect(network.requests.filter((path) => path.endsWith('/create'))).toEqual([]);
});

test('D-361 offline a subscription cannot be left, and the page says why', async () => {
  await account.db.subscriptions.put(subscription('Rowing', { subscriptionType: 'waitlist' }));
  network.goOffline();
  showRouted(<SubscriptionsPage />);
  await expect.element(page.getByRole('button', { name: 'Leave Rowing' })).toHaveAttribute('aria-disabled', 'true');
});
