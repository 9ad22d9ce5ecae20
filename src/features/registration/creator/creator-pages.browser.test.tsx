import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { violations } from '#app/frame/axe.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { withSport } from '#app/navigation/flow-type.ts';
import { ChooseSportPage } from '../choose-sport-page.tsx';
import { MembershipPage } from '../membership-page.tsx';
import { patchDraft, readDraft } from '../registration-draft.ts';
import { WhatIsBetaPage } from '../what-is-beta-page.tsx';
import { CreatorTypePage } from './creator-type-page.tsx';
import { RESULT, SOCCER } from './creator.fixtures.ts';
import { FinishPage } from './finish-page.tsx';
import { ResultPage } from './result-page.tsx';

const network = standInNetwork();
let account: Account;
const JUDO = { ...SOCCER, id: 'judo', name: 'Judo', sportType: 'WaitList' as const };
const NO_PROGRESS = { saveProgress: false, step: null, data: null, updatedAt: null };

beforeEach(async () => {
  sessionStorage.clear();
  account = await freshAccount();
  await account.db.me.put(person({ isRegistrationComplete: false, isEducator: false }));
  network.answer('/registration/progress', () => NO_PROGRESS);
  network.answer('/sports', () => ({ count: 2, results: [SOCCER, JUDO] }));
});
afterEach(clearPage);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const next = () => button('Next').click();
const open = (...shown: Parameters<typeof showRouted>) => {
  clearPage();
  return showRouted(...shown);
};

test('APP-001 APP-002 NAV-041 the type of Creator is chosen first, and kept', async () => {
  const at = open(<CreatorTypePage />, '/apply-to-become-an-educator');
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose a type to continue.');
  await page.getByRole('radio', { name: 'Sports Science' }).click();
  await next();
  await expect.poll(at).toBe('/educator/invite-code?next=1');
  expect(await readDraft(account.db)).toMatchObject({ flowType: 'educator', applicationType: 'science' });
  open(<CreatorTypePage />);
  await expect.element(page.getByRole('radio', { name: 'Sports Science' })).toBeChecked();
  expect(await violations()).toEqual([]);
});

test('APP-002 SPO-023 a Creator’s sport leads to the wizard of the type; Beta and Start Beta are explained first', async () => {
  await patchDraft(account.db, { flowType: 'educator', applicationType: 'coaching' });
  let at = open(<ChooseSportPage flowType="educator" />);
  await button('Soccer').click();
  await next();
  await expect.poll(at).toBe('/coaching-application');
  at = open(<ChooseSportPage flowType="educator" />);
  await button('Judo Start Beta').click();
  await next();
  await expect.poll(at).toBe('/educator/what-is-beta');
  at = open(<WhatIsBetaPage flowType="educator" sport={JUDO} />);
  await next();
  await expect.poll(at).toBe('/coaching-application');
  await patchDraft(account.db, { applicationType: null });
  at = open(<WhatIsBetaPage flowType="educator" sport={JUDO} />);
  await next();
  await expect.poll(at).toBe('/apply-to-become-an-educator');
});

test('SPO-012 a Member’s sport leads to its roles, one in Beta by what that means; the words of a Creator lead to the application', async () => {
  const GOLF = { ...SOCCER, id: 'golf', name: 'Golf', sportType: 'Beta' as const };
  network.answer('/sports', () => ({ count: 3, results: [SOCCER, JUDO, GOLF] }));
  for (const [flowType, name, path] of [
    ['learner', 'Soccer', '/learner/choose-sport-interest'],
    ['learner', 'Judo WaitList', '/learner/choose-sport-interest'],
    ['learner', 'Golf Beta', '/learner/what-is-beta'],
    ['educator', 'Soccer', '/science-application'],
    ['educator', 'Golf Beta', '/educator/what-is-beta'],
  ] as const) {
    await patchDraft(account.db, { flowType, applicationType: 'science' });
    const at = open(<ChooseSportPage flowType={flowType} />);
    await button(name).click();
    await next();
    await expect.poll(at).toBe(path);
  }
});

test('APP-005 both wizards need the sport of the page before, else they go back to it', async () => {
  await expect(withSport({ location: { state: {} } })).rejects.toMatchObject({
    options: { to: '/$flowType/choose-your-sport', params: { flowType: 'educator' } },
  });
  await withSport({ location: { state: { sport: SOCCER } } });
});

test('an application that was begun is offered again, on this device and on another one', async () => {
  network.answer('/feature-flags/JoinAsOrganization', () => ({ name: 'x', isVisible: false, isEnabled: false }));
  await patchDraft(account.db, { flowType: 'educator', applicationType: 'coaching', sport: SOCCER });
  let at = open(<MembershipPage />);
  await expect.element(page.getByText(/^You began to apply as a Creator in Soccer\./)).toBeVisible();
  await button('Continue where you stopped').click();
  await expect.poll(at).toBe('/coaching-application');

  clearPage();
  sessionStorage.clear();
  account = await freshAccount();
  await account.db.me.put(person({ isRegistrationComplete: false, isEducator: false }));
  network.answer('/registration/progress', () => ({
    saveProgress: true,
    step: 'application',
    data: {
      flowType: 'educator',
      sportId: 'soccer',
      roles: {},
      answers: { affiliateCode: null, invitationCode: 'COACHES26', applicationType: 'science' },
    },
    updatedAt: new Date().toISOString(),
  }));
  at = open(<CreatorTypePage />);
  await button('Continue where you stopped').click();
  await expect.poll(at).toBe('/science-application');
  expect(await readDraft(account.db)).toMatchObject({ invitationCode: 'COACHES26', applicationType: 'science' });
});

test('APP-006 APP-007 APP-008 APP-009 APP-010 NAV-055 the points: by category with questions and answers, degrees, code, total', async () => {
  const at = open(<ResultPage result={RESULT} sportType="Beta" />);
  const texts = () => page.getByRole('main').element().textContent;
  await expect.element(page.getByText('66 points')).toBeVisible();
  for (const words of ['Experience16 points', 'Education30 points', '2 × Masters30 points', 'Invitation code20 points'])
    expect(texts()).toContain(words);
  const table = page.getByRole('table', { name: 'Answers: Playing Experience' });
  await expect.element(table).not.toBeInTheDocument();
  await page.getByText('Playing Experience').click();
  await expect.element(table).toBeVisible();
  expect(
    table
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Question', 'Answer', 'Points'],
    ['How many years have you played Soccer?', '10+', '10'],
    ['Have you competed at national level or above?', 'Yes', '5'],
  ]);
  expect(await violations()).toEqual([]);
  await next();
  await expect.poll(at).toBe('/finish-info');
});

test('D-222 below 60 points the page says that a person reviews the application, with 60 it does not', async () => {
  const review = page.getByText(/^With fewer than 60 points, a person reviews your application\./);
  open(<ResultPage result={RESULT} sportType="Launched" />);
  await expect.element(page.getByText('66 points')).toBeVisible();
  await expect.element(review).not.toBeInTheDocument();
  open(<ResultPage result={{ ...RESULT, total: 59, status: 'pending' }} sportType="Launched" />);
  await expect.element(review).toBeVisible();
});

test('APP-011 without points the page says so, and leads home', async () => {
  const at = open(<ResultPage result={undefined} sportType={undefined} />);
  await expect.element(page.getByText('Sorry, response was not found :(')).toBeVisible();
  await button('Back to home').click();
  await expect.poll(at).toBe('/dashboard');
});

test.for([
  ['approved', 66],
  ['pending', 59],
] as const)(
  'D-222 T-43 an application that is %s goes on from its points to the same greeting',
  async ([status, total]) => {
    const at = open(<ResultPage result={{ ...RESULT, total, status }} sportType="Launched" />);
    await expect.element(page.getByText(`${total} points`)).toBeVisible();
    await next();
    await expect.poll(at).toBe('/finish-info');
    open(<FinishPage sportType="Launched" />);
    await expect
      .element(page.getByText('Thank you! Your application is under review. We will notify you about the result.'))
      .toBeVisible();
  },
);

test('APP-012 APP-013 NAV-054 the application is under review; then the Welcome page', async () => {
  const at = open(<FinishPage sportType="WaitList" />);
  await expect
    .element(page.getByText('Thank you! Your application is under review. We will notify you about the result.'))
    .toBeVisible();
  await expect.element(page.getByText(/^Your sport has not started yet\./)).toBeVisible();
  await next();
  await expect.poll(at).toBe('/welcome-page');
});
