import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { watchDetail } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { WatchPage } from './watch-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
const network = standInNetwork();
const [id, channelId] = [newId(), newId()];
const someone = (username: string, name: string) => ({ id: newId(), username, name });
const people = [someone('leo7', 'Leo Brandt'), someone('lena', 'Lena Maier'), someone('ana', 'Ana Lopez')];
const field = () => page.getByRole('textbox', { name: 'Comment' });
const option = (name: RegExp) => page.getByRole('option', { name });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.requests.length = 0;
  network.answer(`/published-contents/${id}/detail`, () => watchDetail({ id, isOwner: false }));
  network.answer(`/ratings/${id}/people`, () => ({ results: people }));
  showRouted(<WatchPage search={{ content: id, channelId }} onOpen={() => {}} />);
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await field().click();
  await expect.poll(() => network.requests.some((each) => each.endsWith('/people'))).toBe(true);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('an @ suggests people: by keyboard, by a tap, and Escape closes the suggestions only', async () => {
  await userEvent.keyboard('Hi @l');
  await expect.element(option(/Leo Brandt/u)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByText('3 people. Arrow keys choose, Enter takes one.')).toBeInTheDocument();
  await expectAccessible('suggested people');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option(/Lena Maier/u)).toHaveAttribute('aria-selected', 'true');
  expect(field().element().getAttribute('aria-activedescendant')).toBe(option(/Lena Maier/u).element().id);
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveValue('Hi @lena ');
  await expect.element(option(/Leo/u)).not.toBeInTheDocument();

  // A surname finds too.
  await userEvent.keyboard('and @lop');
  await expect.element(option(/Ana Lopez/u)).toBeVisible();
  expect(
    option(/Ana Lopez/u)
      .element()
      .getBoundingClientRect().height,
  ).toBeGreaterThanOrEqual(44);
  await option(/Ana Lopez/u).click();
  await expect.element(field()).toHaveValue('Hi @lena and @ana ');
  expect(document.activeElement).toBe(field().element());

  await userEvent.keyboard('@l');
  await expect.element(option(/Leo/u)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(option(/Leo/u)).not.toBeInTheDocument();
  await expect.element(field()).toBeVisible();
});

test('offline the same people are suggested, and the comment with its mention waits in the queue', async () => {
  await userEvent.keyboard('@');
  await expect.element(option(/Leo Brandt/u)).toBeVisible();
  network.goOffline();
  await userEvent.keyboard('leo{Enter}look!');
  for (const group of page.getByRole('radiogroup').elements())
    group.querySelector<HTMLInputElement>('input[value="4"]')!.click();
  await page.getByRole('button', { name: 'Save rating' }).click();
  const queued = async () => (await account.db.outbox.toArray()).map(({ call, input }) => [call, input['comment']]);
  await expect.poll(queued).toEqual([['ratings.create', '@leo7 look!']]);
  expect((await account.db.ratings.get(id))?.comment).toBe('@leo7 look!');
});

test('offline nobody is suggested whom the person blocks, from the moment of the block', async () => {
  network.goOffline();
  await userEvent.keyboard('@');
  await expect.element(option(/Leo Brandt/u)).toBeVisible();
  const [{ id: blockedId, name }] = people as [(typeof people)[number]];
  await account.db.blocks.put({
    id: blockedId,
    scope: SCOPE,
    name,
    userPhoto: null,
    blockedAt: '2026-05-01T10:00:00.000Z',
  });
  await expect.element(option(/Leo Brandt/u)).not.toBeInTheDocument();
  await expect.element(option(/Lena Maier/u)).toBeVisible();
});
