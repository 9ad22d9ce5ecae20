import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { enterAccount } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  Refusal,
  show,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { startBack } from '#app/navigation/back.ts';
import { SOCCER } from '#features/registration/creator/creator.fixtures.ts';
import { keepInFront } from '#ui/overlays/in-front.fixtures.ts';
import { routeTree } from './routeTree.gen.ts';

keepInFront();

// The ways of a Member and of a Creator from a code to the sport, in the app with all its routes: each page by its address.

const network = standInNetwork();
const sport = (id: string, name: string, sportType: 'Launched' | 'Beta' | 'WaitList') => ({
  ...SOCCER,
  id,
  name,
  sportType,
});
const SPORTS = [
  SOCCER,
  sport('golf', 'Golf', 'Launched'),
  sport('cricket', 'Cricket', 'Beta'),
  sport('judo', 'Judo', 'WaitList'),
];
const fail = (): never => {
  throw new Refusal(500, 'server.failed', 'Words of the server');
};

beforeEach(async () => {
  sessionStorage.clear();
  network.answer('/users/me', () => person());
  await enterAccount(USER_ID, 'a-token');
  const account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  network.answer('/sports', () => ({ count: SPORTS.length, results: SPORTS }));
  network.answer('/sport-role-participation-levels', () => ({
    count: 1,
    results: [{ id: 'fan', name: 'Fan', sportRoleRule: 'no_levels', levels: [] }],
  }));
});
afterEach(clearPage);
afterAll(() => network.restore());

/** Opens an address of the app, as when it is typed. */
const open = (address: string) => {
  clearPage();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history });
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
  return { history, at: () => history.location.href };
};
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const next = () => button('Next').click();
const problem = () => page.getByRole('alert').query()?.textContent;
const code = () => page.getByRole('textbox', { name: /^(Invite|Affiliate) code/ });

test('INV-001 INV-030 INV-032 NAV-045 NAV-047 NAV-048 by address: a code is needed unless the address says next; one that cannot be one is refused, a right one, in capital letters, is redeemed', async () => {
  const asked: unknown[] = [];
  network.answer('/invitation-codes/check-shareable-code', (_query, body) => {
    asked.push(body);
    return {
      sender: 'Ana Silva',
      inviteProgram: {
        name: 'Friends',
        discountAmountUnit: 'percent',
        discountAmountValue: 50,
        durationInMonths: 3,
        recipientType: 'learner',
      },
    };
  });
  open('/learner/invite-code');
  await expect.element(heading('Do you have a code to redeem?')).toBeVisible();
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');

  const { history, at } = open('/learner/invite-code?next=1');
  await next();
  await expect.element(heading('Choose your sport')).toBeVisible();
  expect(at()).toBe('/learner/choose-your-sport');
  history.back();
  await code().fill('kickoff');
  await next();
  await expect.element(code()).toHaveAccessibleDescription(/Incorrect invitation code/);
  expect(asked).toEqual([]);
  await code().fill('kick off 26');
  await next();
  await expect.element(heading('Your code worked.')).toBeVisible();
  expect(at()).toBe('/learner/invite-code-applied');
  expect(asked).toEqual([{ recipientType: 'learner', code: 'KICKOFF26' }]);
  await next();
  await expect.element(heading('Choose your sport')).toBeVisible();
  expect(at()).toBe('/learner/choose-your-sport');

  const { at: then } = open('/learner/invite-code-applied');
  await expect.element(heading('Do you have a code to redeem?')).toBeVisible();
  expect(then()).toBe('/learner/invite-code?next=1');
});

test('INV-006 NAV-046 by address: an affiliate code is optional; one that cannot be one is refused, a right one is applied, said and goes on', async () => {
  const asked: unknown[] = [];
  network.answer('/affiliate-code/apply', (_query, body) => {
    asked.push(body);
    return { sender: 'Ana Silva' };
  });
  const { at } = open('/learner/affiliate-code');
  await expect.element(heading('Do you have an Affiliate Code?')).toBeVisible();
  await expect.element(button('Next')).toBeVisible();
  await code().fill('short');
  await button('Submit').click();
  await expect.element(code()).toHaveAccessibleDescription(/incorrect code/);
  expect(asked).toEqual([]);
  await code().fill('ana soccer');
  await button('Submit').click();
  await expect.element(page.getByText('The code of Ana Silva was applied.')).toBeVisible();
  await expect.element(heading('Choose your sport')).toBeVisible();
  expect(at()).toBe('/learner/choose-your-sport');
  expect(asked).toEqual([{ code: 'ANASOCCER' }]);
});

test('NAV-048 NAV-049 NAV-050 SPO-010 SPO-011 SPO-013 SPO-014 SPO-022 SPO-024 SPO-035 SUB-093 by address: a sport is searched and chosen, a role is required, and what fails is said', async () => {
  for (const address of ['/learner/choose-sport-interest', '/learner/what-is-beta']) {
    const { at } = open(address);
    await expect.element(heading('Choose your sport')).toBeVisible();
    expect(at(), address).toBe('/learner/choose-your-sport');
  }
  const { at } = open('/learner/choose-your-sport');
  const chip = (name: string) =>
    page.getByRole('group', { name: 'Sports', exact: true }).getByRole('button', { name, exact: true });
  await expect.element(chip('Golf')).toBeVisible();
  await expect.element(chip('Cricket Beta')).toBeVisible();
  await expect.element(chip('Judo WaitList')).toBeVisible();
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
  await button('Search sports').click();
  const search = page.getByRole('dialog', { name: 'Find your sport', exact: true });
  await search.getByLabelText('Search sports').fill('cric');
  await search.getByRole('option', { name: /Cricket/ }).click();
  await expect.element(search).not.toBeInTheDocument();
  await next();
  await expect.element(heading('What is a Beta Sport?')).toBeVisible();
  expect(at()).toBe('/learner/what-is-beta');
  await next();
  await expect.element(heading('What best describes your current role(s) in Cricket?')).toBeVisible();
  expect(at()).toBe('/learner/choose-sport-interest');
  await expect.element(button('Confirm')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: 'Fan', exact: true }).click();

  network.answer('/sports/roles-participation/create', fail);
  await button('Confirm').click();
  await expect.poll(problem).toBe('Something went wrong. Try again.');
  network.answer('/sports/roles-participation/create', () => ({ count: 0, results: [] }));
  network.answer('/subscriptions/cricket/create', fail);
  await button('Confirm').click();
  await expect.poll(problem).toBe('Sorry, subscriptions was not created. Try again.');
});

test('APP-005 INV-008 NAV-041 NAV-048 NAV-052 NAV-053 SPO-010 SPO-023 by address: the wizards of a Creator need a sport, which is chosen on the Creator’s own way', async () => {
  for (const address of ['/coaching-application', '/science-application']) {
    const { at } = open(address);
    await expect.element(heading('Choose your sport')).toBeVisible();
    expect(at(), address).toBe('/educator/choose-your-sport');
    await expect.element(button('Judo Start Beta')).toBeVisible();
  }
  const { at } = open('/educator/affiliate-code');
  await expect.element(button('Begin Application')).toBeVisible();
  await button('Begin Application').click();
  await expect.poll(at).toBe('/educator/choose-your-sport');
  const { at: then } = open('/apply-to-become-an-educator');
  await page.getByRole('radio', { name: 'Sports Science' }).click();
  await expectAccessible('the type of Creator');
  await next();
  await expect.poll(then).toBe('/educator/invite-code?next=1');
  await next();
  await button('Judo Start Beta').click();
  await next();
  await expect.element(heading('What is a Beta Sport?')).toBeVisible();
  expect(then()).toBe('/educator/what-is-beta');
  await next();
  await expect.poll(then).toBe('/science-application');
});
