import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { updateRating } from '#contract/ratings.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { OutboxScreen } from './outbox-screen.tsx';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => clearPage());

test('a comment that was refused because of a block is shown with the reason and the way out: no word of it is lost', async () => {
  await page.viewport(320, 640);
  const { code, message } = new Problem('rating.comment_blocked');
  const comment = 'Could you show it from the side?\nAnd once more from behind, slowly.';
  await account.db.outbox.put({
    ...refusedEntry(updateRating, {
      publishedContentId: newId(),
      contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 3 },
      comment,
    }),
    problem: { code, message },
  });
  showRouted(<OutboxScreen uploads={null} />);
  await expect.element(page.getByText('You cannot comment on this.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('discard this and rate it without a comment', { exact: false })).toBeVisible();
  const written = page.getByText('You wrote:', { exact: false });
  await expect.element(written).toBeVisible();
  expect(document.querySelector('.outbox__written')!.textContent).toBe(`You wrote: ‘${comment}’`);
  await expectAccessible('a refused comment at 320 px');
});
