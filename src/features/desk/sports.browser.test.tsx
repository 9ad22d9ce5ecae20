import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SportOfDesk } from '#contract/desk.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible, expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SportsPage } from './sports-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const said = (words: string | RegExp) => page.getByText(words, { exact: true });
const reasonField = () => page.getByLabelText('Reason', { exact: true });

const sport = (facts: Partial<SportOfDesk>): SportOfDesk => ({
  id: 'rowing',
  name: 'Rowing',
  sportType: 'WaitList',
  isActive: true,
  approvedCreators: 3,
  creatorsWithContent: 0,
  publishedItems: 0,
  waiting: 1_204,
  inBeta: 0,
  onTrial: 0,
  subscribed: 0,
  canGoBack: false,
  canDeactivate: false,
  ...facts,
});
let sports: SportOfDesk[];
let sent: unknown[];
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  sent = [];
  sports = [
    sport({ id: 'judo', name: 'Judo', approvedCreators: 1, waiting: 1, canDeactivate: true }),
    sport({}),
    sport({ id: 'rugby', name: 'Rugby', sportType: 'Beta', creatorsWithContent: 4, publishedItems: 80, inBeta: 3 }),
    sport({
      id: 'cricket',
      name: 'Cricket',
      sportType: 'Beta',
      canGoBack: true,
      approvedCreators: 12,
      creatorsWithContent: 10,
      publishedItems: 100,
    }),
    sport({ id: 'soccer', name: 'Soccer', sportType: 'Launched', subscribed: 900, onTrial: 12 }),
    sport({ id: 'golf', name: 'Golf', sportType: 'Launched', canGoBack: true, canDeactivate: true }),
    sport({ id: 'chess', name: 'Chess', isActive: false }),
    sport({ id: 'cycling', name: 'Cycling', sportType: 'Beta', isActive: false, canGoBack: true }),
  ];
  network.answer('/admin/sports', (query) => {
    const state = query.get('state') ?? 'all';
    const results = sports.filter(({ sportType, isActive }) => {
      if (state === 'all') return true;
      return state === 'inactive' ? !isActive : isActive && sportType === state;
    });
    return { count: results.length, results };
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

/** The card of a sport, as a list item. */
const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const actsOf = (name: string): (string | null)[] =>
  card(name)
    .getByRole('button')
    .elements()
    .map((each) => each.textContent);

test('D-178: an operator sees what guides the decision about each sport, and only what can be done', async () => {
  showRouted(<SportsPage state="all" />, '/admin/sports');
  await expect.element(page.getByRole('heading', { name: 'Rowing', exact: true })).toBeVisible();
  await expect.element(said('8 sports')).toBeVisible();
  await expect.element(card('Rowing').getByText('Ready for its Beta')).toBeVisible();
  await expect.element(card('Judo').getByText('For its Beta: 1 of 3 approved Creators.')).toBeVisible();
  await expect
    .element(card('Rugby').getByText('For its launch: 4 of 10 Creators with content, 80 of 100 published items.'))
    .toBeVisible();
  await expect.element(card('Cricket').getByText('Ready to launch')).toBeVisible();
  await expect
    .element(card('Cricket').getByText('12 approved Creators · 10 with content · 100 published items'))
    .toBeVisible();
  await expect
    .element(card('Rowing').getByText('1,204 waiting · 0 in the Beta · 0 on trial · 0 subscribed'))
    .toBeVisible();
  expect(Object.fromEntries(sports.map(({ name }) => [name, actsOf(name)]))).toEqual({
    Judo: ['Start the Beta', 'Hide'],
    Rowing: ['Start the Beta'],
    Rugby: ['Launch'],
    Cricket: ['Launch', 'Back to the waitlist'],
    Soccer: [],
    Golf: ['Back to Beta', 'Hide'],
    Chess: ['Open the waitlist'],
    Cycling: ['Open the waitlist', 'Show again'],
  });
  await expectAccessibleAtWidths('the sports');
  const [width, height] = [innerWidth, innerHeight];
  await page.viewport(1280, 900);
  await expectAccessible('the sports on a desktop');
  await page.viewport(width, height);
});

test('D-178 decision 0126: a Beta is started with a reason; who is told is shown, and a refusal keeps the reason', async () => {
  network.answer('/admin/sports/rowing', (_query, body) => {
    sent.push(body);
    if (sent.length === 1)
      throw new Refusal(409, 'desk.sport_changed', 'Another operator changed this sport meanwhile.');
    sports[1] = sport({ sportType: 'Beta' });
    return sports[1];
  });
  showRouted(<SportsPage state="all" />, '/admin/sports');
  await button('Start the Beta: Rowing').click();
  await expect.element(sheet().getByText('1,204 people who wait, and 3 approved Creators, read')).toBeVisible();
  await expect.element(sheet().getByText('Rowing is now a Beta sport.')).toBeVisible();
  await expect.element(sheet().getByText('Operators read it. At least 3 characters.')).toBeVisible();
  await expectAccessible('the question about a Beta');
  await reasonField().fill('Three Creators are approved.');
  await sheet().getByRole('button', { name: 'Start the Beta', exact: true }).click();
  await expect.element(sheet().getByRole('alert')).toBeVisible();
  await expect.element(reasonField()).toHaveValue('Three Creators are approved.');
  await sheet().getByRole('button', { name: 'Start the Beta', exact: true }).click();
  await expect.element(said('The Beta of Rowing has begun. Who waits is told now.')).toBeVisible();
  await expect.element(button('Launch: Rowing')).toBeVisible();
  const was = { sportType: 'WaitList', isActive: true };
  const asked = { sportType: 'Beta', isActive: true, was, reason: 'Three Creators are approved.' };
  expect(sent).toEqual([asked, asked]);
});

test('decision 0126: each act sends what the sport becomes and what the operator saw', async () => {
  for (const [id, act, next] of [
    ['rugby', 'Launch: Rugby', { sportType: 'Launched', isActive: true }],
    ['cricket', 'Back to the waitlist: Cricket', { sportType: 'WaitList', isActive: true }],
    ['golf', 'Back to Beta: Golf', { sportType: 'Beta', isActive: true }],
    ['judo', 'Hide: Judo', { sportType: 'WaitList', isActive: false }],
    ['cycling', 'Open the waitlist: Cycling', { sportType: 'WaitList', isActive: true }],
    ['cycling', 'Show again: Cycling', { sportType: 'Beta', isActive: true }],
  ] as const) {
    sent = [];
    const before = sports.find((each) => each.id === id)!;
    network.answer(`/admin/sports/${id}`, (_query, body) => {
      sent.push(body);
      return before;
    });
    showRouted(<SportsPage state="all" />, '/admin/sports');
    await button(act).click();
    if (id === 'rugby') {
      await expect.element(sheet().getByText('3 members of the Beta read')).toBeVisible();
      await expect.element(sheet().getByText('Rugby is launched; your 14-day trial starts today.')).toBeVisible();
    } else expect(sheet().getByRole('heading', { level: 3 }).elements()).toHaveLength(0);
    await reasonField().fill('It is time.');
    await sheet()
      .getByRole('button', { name: act.slice(0, act.indexOf(':')), exact: true })
      .click();
    const { sportType, isActive } = before;
    await expect.poll(() => sent).toEqual([{ ...next, was: { sportType, isActive }, reason: 'It is time.' }]);
    await expect.poll(() => sheet().elements()).toHaveLength(0);
    clearPage();
  }
});

test('decision 0126: a list of one state; without a network the page says so, and a typed reason stays', async () => {
  showRouted(<SportsPage state="inactive" />, '/admin/sports?state=inactive');
  await expect.element(said('2 sports')).toBeVisible();
  await button('Open the waitlist: Chess').click();
  await reasonField().fill('A club asked for it.');
  network.goOffline();
  await expect.element(sheet().getByRole('status')).toBeVisible();
  await expect.element(sheet().getByRole('button', { name: 'Open the waitlist', exact: true })).toBeDisabled();
  network.goOnline();
  clearPage();
  showRouted(<SportsPage state="inactive" />, '/admin/sports?state=inactive');
  await button('Open the waitlist: Chess').click();
  await expect.element(reasonField()).toHaveValue('A club asked for it.');
  clearPage();
  sports = [];
  showRouted(<SportsPage state="Beta" />, '/admin/sports?state=Beta');
  await expect.element(page.getByRole('heading', { name: 'No sport is in this state.' })).toBeVisible();
});
