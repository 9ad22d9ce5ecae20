import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FeaturedOfDesk } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { FeaturedPage } from './featured-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const said = (words: string | RegExp) => page.getByText(words, { exact: true });
const reasonField = () => page.getByLabelText('Reason', { exact: true });
const inSheet = (name: string) => sheet().getByRole('button', { name, exact: true });
const search = () => page.getByRole('searchbox', { name: 'Name, channel or Creator' });
const reason = 'A strong start.';

const found = (title: string, facts: Partial<FeaturedOfDesk> = {}): FeaturedOfDesk => {
  const id = newId();
  return {
    id,
    kind: 'channel',
    title,
    coverImage: null,
    channelId: id,
    channelName: title,
    sportId: 'soccer',
    sportName: 'Soccer',
    educatorName: 'Ana Marin',
    organizationName: null,
    freeItems: 3,
    memberOnlyItems: 1,
    isFeatured: true,
    hiddenBecause: null,
    ...facts,
  };
};

let list: FeaturedOfDesk[];
let others: FeaturedOfDesk[];
let sent: unknown[];
const titles = (): (string | null)[] =>
  [...document.querySelectorAll('ol .list-row__open')].map(({ textContent }) => textContent);
const show = () => showRouted(<FeaturedPage />, '/admin/featured', ['/admin/featured', '/channels/$channelId']);
/** What the server does with an order. */
const answerOrders = (act: (body: { ids: string[]; was: string[]; reason: string }) => void) =>
  network.answer('/admin/featured', (_query, body, method) => {
    if (method === 'PUT') {
      sent.push(body);
      act(body as never);
    }
    return { results: list };
  });

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  sent = [];
  list = [
    found('Corner Craft'),
    found('Swing basics', {
      kind: 'playlist',
      channelName: 'Golf with Eva',
      organizationName: 'FC Eva',
      sportName: 'Golf',
      memberOnlyItems: 0,
      freeItems: 1,
    }),
    found('Half-court lab', { hiddenBecause: 'creator', freeItems: 0, memberOnlyItems: 0 }),
  ];
  others = [found('Footwork', { isFeatured: false }), list[0]!];
  answerOrders(({ ids }) => {
    list = ids.map((id) => list.find((row) => row.id === id)!);
  });
  network.answer('/admin/featured/search', (query) => {
    const words = query.get('search') ?? '';
    return { results: others.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase())) };
  });
});
afterEach(async () => {
  clearPage();
  network.goOnline();
  await page.viewport(390, 844);
});

test('D-197: an operator sees what is featured in its order, what it is, and why members do not see it', async () => {
  show();
  for (const width of [320, 390, 1280]) {
    await page.viewport(width, 844);
    await expect.element(page.getByRole('link', { name: 'Corner Craft' })).toBeVisible();
    await expectAccessible(`what is featured, ${width} px wide`);
  }
  expect(titles()).toEqual(['Corner Craft', 'Swing basics', 'Half-court lab']);
  await expect.element(said('3 of 20 featured')).toBeVisible();
  const rows = page.getByRole('list', { name: 'What is featured' }).getByRole('listitem');
  for (const words of ['Channel', 'Ana Marin', 'Soccer', '3 free contents, 1 Member-Only content'])
    await expect.element(rows.nth(0).getByText(words, { exact: true })).toBeVisible();
  for (const words of ['Playlist', 'in Golf with Eva', 'Ana Marin, FC Eva', 'Golf', '1 free content'])
    await expect.element(rows.nth(1).getByText(words, { exact: true })).toBeVisible();
  await expect.element(rows.nth(2).getByText('Not shown: its Creator is suspended or has left.')).toBeVisible();
  expect(rows.nth(2).element().querySelectorAll('.facts__one')).toHaveLength(3);
  await expect
    .element(page.getByRole('link', { name: 'Swing basics' }))
    .toHaveAttribute('href', `/playlists/${list[1]!.id}?channelId=${list[1]!.channelId}`);
  // Nothing is changed, so nothing is saved.
  expect(button('Save the order').elements()).toEqual([]);
});

test('D-197: rows are moved by the keys and by the menu; the order is saved once, with a reason', async () => {
  const was = list.map(({ id }) => id);
  show();
  await expect.element(page.getByRole('link', { name: 'Corner Craft' })).toBeVisible();
  (page.getByRole('link', { name: 'Corner Craft' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(titles).toEqual(['Swing basics', 'Corner Craft', 'Half-court lab']);
  await page.getByRole('button', { name: 'More actions for Half-court lab' }).click();
  await button('Move to top').click();
  await expect.poll(titles).toEqual(['Half-court lab', 'Swing basics', 'Corner Craft']);
  expect(sent).toEqual([]);
  await expect.element(said('The new order is not saved yet.')).toBeVisible();
  await expectAccessible('an order that is not saved');
  await button('Save the order').click();
  await reasonField().fill(reason);
  await expectAccessible('the question about an order');
  await inSheet('Save the order').click();
  await expect.element(said('The order is saved.')).toBeVisible();
  expect(sent).toEqual([{ ids: [was[2], was[1], was[0]], was, reason }]);
  await expect.element(said('The new order is not saved yet.')).not.toBeInTheDocument();
  expect(titles()).toEqual(['Half-court lab', 'Swing basics', 'Corner Craft']);
  // From now on the list is the server's: another operator's order is no change of this one.
  list = list.toReversed();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(titles).toEqual(['Corner Craft', 'Swing basics', 'Half-court lab']);
  await expect.element(said('The new order is not saved yet.')).not.toBeInTheDocument();
});

test('decision 0130: a row is dragged by its handle; back to the saved order asks nobody', async () => {
  show();
  await expect.element(page.getByRole('link', { name: 'Corner Craft' })).toBeVisible();
  await userEvent.dragAndDrop(
    page.elementLocator(document.querySelectorAll('.reorder__grip')[0]!),
    page.elementLocator(document.querySelectorAll('.reorder__grip')[2]!),
  );
  await expect.poll(titles).toEqual(['Swing basics', 'Half-court lab', 'Corner Craft']);
  await button('Back to the saved order').click();
  await expect.poll(titles).toEqual(['Corner Craft', 'Swing basics', 'Half-court lab']);
  expect(sent).toEqual([]);
});

test('decision 0130: who is second is told, keeps their order with the other’s change in it, and saves that', async () => {
  const [corner, swing, half] = list.map(({ id }) => id);
  const theirs = found('Theirs');
  answerOrders(({ ids }) => {
    if (sent.length === 1) {
      list = [list[0]!, list[2]!, theirs];
      throw new Refusal(409, 'desk.featured_changed', 'Another operator changed the list meanwhile.');
    }
    list = ids.map((id) => list.find((row) => row.id === id)!);
  });
  show();
  await expect.element(page.getByRole('link', { name: 'Corner Craft' })).toBeVisible();
  (page.getByRole('link', { name: 'Half-court lab' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await expect.poll(titles).toEqual(['Half-court lab', 'Corner Craft', 'Swing basics']);
  await button('Save the order').click();
  await reasonField().fill(reason);
  await inSheet('Save the order').click();
  await expect.element(sheet().getByRole('alert')).toHaveTextContent('Another operator changed the list meanwhile.');
  await expect.poll(titles).toEqual(['Half-court lab', 'Corner Craft', 'Theirs']);
  await expect.element(reasonField()).toHaveValue(reason);
  await inSheet('Save the order').click();
  await expect.element(said('The order is saved.')).toBeVisible();
  expect(sent).toEqual([
    { ids: [half, corner, swing], was: [corner, swing, half], reason },
    { ids: [half, corner, theirs.id], was: [corner, half, theirs.id], reason },
  ]);
});

test('D-197: a channel is found by its name and featured with a reason; what is featured already says so', async () => {
  const [footwork] = others;
  network.answer(`/admin/featured/${footwork!.id}`, (_query, body) => {
    sent.push(body);
    if (sent.length === 1) throw new Refusal(409, 'desk.featured_hidden', 'Members do not see this now.');
    list = [...list, { ...footwork!, isFeatured: true }];
    others = [list.at(-1)!];
    return { results: list };
  });
  show();
  await search().fill('o');
  await expect.element(button('Feature Footwork')).toBeVisible();
  expect(button('Feature Corner Craft').elements()).toEqual([]);
  for (const width of [320, 1280]) {
    await page.viewport(width, 844);
    await expectAccessible(`what is found, ${width} px wide`);
  }
  await button('Feature Footwork').click();
  await reasonField().fill(reason);
  await inSheet('Feature').click();
  await expect.element(sheet().getByRole('alert')).toHaveTextContent('Members do not see this now.');
  await inSheet('Feature').click();
  await expect.element(said('‘Footwork’ is featured.')).toBeVisible();
  expect(sent).toEqual([1, 2].map(() => ({ featured: true, reason })));
  await expect.poll(titles).toEqual(['Corner Craft', 'Swing basics', 'Half-court lab', 'Footwork']);
  await expect.element(button('Feature Footwork')).not.toBeInTheDocument();
  await search().fill('nothing like it');
  await expect.element(said('No channel or playlist that Explore shows has these words.')).toBeVisible();
});

test('D-197: one is taken out with a reason, and the order that is not saved yet stays', async () => {
  const [corner] = list;
  network.answer(`/admin/featured/${corner!.id}`, (_query, body) => {
    sent.push(body);
    list = list.slice(1);
    return { results: list };
  });
  show();
  await expect.element(page.getByRole('link', { name: 'Corner Craft' })).toBeVisible();
  (page.getByRole('link', { name: 'Half-court lab' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await page.getByRole('button', { name: 'More actions for Corner Craft' }).click();
  await button('Take out').click();
  await reasonField().fill('It is old.');
  await expectAccessible('the question about taking out');
  await inSheet('Take out').click();
  await expect.element(said('‘Corner Craft’ is not featured any more.')).toBeVisible();
  expect(sent).toEqual([{ featured: false, reason: 'It is old.' }]);
  await expect.poll(titles).toEqual(['Half-court lab', 'Swing basics']);
  await expect.element(said('The new order is not saved yet.')).toBeVisible();
});

test('D-197: without room nothing more can be featured, and with nothing the page says what Explore shows', async () => {
  list = Array.from({ length: 20 }, (_, n) => found(`Channel ${n}`));
  show();
  await expect.element(said('20 of 20 featured')).toBeVisible();
  await search().fill('foot');
  await expect.element(button('Feature Footwork')).toBeDisabled();
  await expect.element(said('There is room for 20. Take one out first.')).toBeVisible();
  clearPage();
  list = [];
  show();
  await expect.element(said('Explore shows the highest rated only. Find a channel or a playlist below.')).toBeVisible();
});
