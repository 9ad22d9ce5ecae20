import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { unblock } from '#contract/blocks.ts';
import { newId, type Scope } from '#contract/ids.ts';
import type { CommentOfContent } from '#contract/comments.ts';
import type * as v from 'valibot';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { CommentsPage } from './comments-page.tsx';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());
const ORGANIZATION = newId();
const comment = (
  text: string,
  facts: Partial<v.InferOutput<typeof CommentOfContent>> = {},
): v.InferOutput<typeof CommentOfContent> => ({
  id: newId(),
  name: 'Mia Weber',
  userPhoto: null,
  comment: text,
  createdAt: '2026-05-01T10:00:00.000Z',
  stars: 4.7,
  answer: null,
  isHidden: false,
  isOwn: false,
  isReported: false,
  likes: 2,
  isLiked: false,
  content: { id: newId(), channelId: newId(), title: 'Half turn' },
  ...facts,
});
let comments: v.InferOutput<typeof CommentOfContent>[];
const entries = async () =>
  (await account.db.outbox.orderBy('order').toArray()).map(({ call, scope, input }) => ({ call, scope, input }));
const open = async () => {
  const address = showRouted(<CommentsPage />);
  await expect.element(page.getByText('From the side?')).toBeVisible();
  return address;
};
const choose = async (item: string) => {
  await page.getByRole('button', { name: 'More actions for Comment by Mia Weber' }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
};

beforeEach(async () => {
  account = await freshAccount();
  comments = [comment('From the side?')];
  network.answer('/comments', () => ({ count: comments.length, results: comments }));
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('an answer written offline shows at once, waits, and can be changed and deleted', async () => {
  await open();
  network.goOffline();
  await choose('Answer');
  const field = page.getByLabelText('Your answer');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('Required')).toBeVisible();
  await field.fill('Next week.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('Answer from the creator')).toBeVisible();
  await expect.element(page.getByText('Next week.')).toBeVisible();
  await expect.element(page.getByText('Waits to be sent')).toBeVisible();
  const named = { publishedContentId: comments[0]!.content.id, commentId: comments[0]!.id };
  expect(await entries()).toEqual([
    { call: 'comments.answer', scope: SCOPE, input: { ...named, answer: 'Next week.' } },
  ]);

  await choose('Edit answer');
  await expect.element(field).toHaveValue('Next week.');
  await field.fill('Today.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('Today.')).toBeVisible();
  await choose('Delete answer');
  await expect.element(page.getByText('Answer from the creator')).not.toBeInTheDocument();
  expect((await entries()).map(({ call }) => call)).toEqual([
    'comments.answer',
    'comments.answer',
    'comments.deleteAnswer',
  ]);
});

test('a sent answer stays shown until the list is fetched again; a refused one is taken back', async () => {
  await open();
  network.goOffline();
  await choose('Answer');
  await page.getByLabelText('Your answer').fill('Next week.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('Next week.')).toBeVisible();

  const { id } = (await account.db.outbox.toCollection().first())!;
  network.goOnline();
  await account.db.outbox.update(id, { state: 'sent' });
  comments = [
    { ...comments[0]!, answer: { text: 'Next week, says the server.', answeredAt: '2026-05-02T10:00:00.000Z' } },
  ];
  await account.db.outbox.delete(id);
  await expect.element(page.getByText('Next week, says the server.')).toBeVisible();

  network.goOffline();
  await choose('Hide');
  await expect.element(page.getByText('Hidden. Only you and its author see it.')).toBeVisible();
  await account.db.outbox.toCollection().modify({ state: 'refused' });
  await expect.element(page.getByText('Hidden. Only you and its author see it.')).not.toBeInTheDocument();
});

test('a comment is hidden and shown again', async () => {
  await open();
  network.goOffline();
  await choose('Hide');
  await expect.element(page.getByText('Hidden. Only you and its author see it.')).toBeVisible();
  await choose('Show again');
  await expect.element(page.getByText('Hidden. Only you and its author see it.')).not.toBeInTheDocument();
  expect((await entries()).map(({ input }) => input['isHidden'])).toEqual([true, false]);
});

test('a hidden comment says who still sees it: of an organization, all of its administrators', async () => {
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  comments = [{ ...comments[0]!, isHidden: true }, comment('Rude.', { isHidden: true, isRemoved: true })];
  await open();
  await expect.element(page.getByText('Hidden. Only you and its author see it.')).toBeVisible();
  await expect
    .element(page.getByText(/^Hidden by the operator of this app\. Only its author and the creator/))
    .toBeVisible();
  await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [club] }));
  const admins = 'Hidden. Only the administrators of the organization and its author see it.';
  await expect.element(page.getByText(admins)).toBeVisible();
  await expect
    .element(
      page.getByText(/operator of this app\. Only its author and the administrators of the organization see it\.$/),
    )
    .toBeVisible();
  expect(page.getByText(/Only you|the creator see/).elements()).toEqual([]);
});

test('a report needs a reason, and the comment is reported once', async () => {
  await open();
  network.goOffline();
  await choose('Report');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect.element(page.getByText('Choose a reason.')).toBeVisible();
  await page.getByRole('radio', { name: 'Insult or harassment' }).click();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect.poll(entries).toMatchObject([{ call: 'comments.report', input: { reason: 'insult', text: '' } }]);
  await page.getByRole('button', { name: 'More actions for Comment by Mia Weber' }).click();
  await expect.element(page.getByRole('button', { name: 'Reported', exact: true })).toBeDisabled();
});

test('text stays text: neither markup nor addresses become elements', async () => {
  comments = [comment('From the side? <b>bold</b> https://example.org/win')];
  showRouted(<CommentsPage />);
  const text = page.getByText('From the side? <b>bold</b> https://example.org/win');
  await expect.element(text).toBeVisible();
  expect(text.element().children).toHaveLength(0);
});

test('a mention is a link to the person; other names and everything else stay text', async () => {
  const mentioned = newId();
  comments = [comment('From the side? @Leo7 <b>or</b> @nobody', { mentions: [{ id: mentioned, username: 'leo7' }] })];
  showRouted(<CommentsPage />);
  await expect.element(page.getByRole('link', { name: '@Leo7' })).toHaveAttribute('href', `/profile/${mentioned}`);
  expect(document.querySelector('.comment__text')!.textContent).toBe('From the side? @Leo7 <b>or</b> @nobody');
  expect(document.querySelectorAll('.comment__text > *')).toHaveLength(1);
});

test('who acts for an organization gets and answers the comments of the organization', async () => {
  const scope: Scope = `org:${ORGANIZATION}`;
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id: ORGANIZATION, name: 'Club', role: 'Admin' }],
    }),
  );
  await open();
  network.goOffline();
  await choose('Answer');
  await page.getByLabelText('Your answer').fill('Next week.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(entries).toMatchObject([{ call: 'comments.answer', scope }]);
});

test('a like made offline is shown at once and waits; two quick taps are one like, and the next takes it back', async () => {
  await open();
  network.goOffline();
  const like = page.getByRole('button', { name: 'Like the comment by Mia Weber, 2 likes' });
  await expect.element(like).toHaveAttribute('aria-pressed', 'false');
  const { width, height } = like.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  const button = like.element() as HTMLButtonElement;
  button.click();
  button.click();
  const liked = page.getByRole('button', { name: 'Like the comment by Mia Weber, 3 likes' });
  await expect.element(liked).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('Waits to be sent')).toBeVisible();
  const named = { publishedContentId: comments[0]!.content.id, commentId: comments[0]!.id };
  await expect.poll(entries).toEqual([1, 2].map(() => ({ call: 'comments.like', scope: SCOPE, input: named })));
  await expectAccessible('a liked comment');

  await liked.click();
  await expect.element(like).toHaveAttribute('aria-pressed', 'false');
  expect((await entries()).at(-1)).toEqual({ call: 'comments.unlike', scope: SCOPE, input: named });
});

test('blocking the author asks once, takes their comments out of the stored list offline, and Undo brings them back', async () => {
  comments = [comment('From the side?'), comment('And from above?', { name: 'Leo Lang' })];
  await open();
  network.goOffline();
  await choose('Block Mia Weber');
  const dialog = page.getByRole('alertdialog', { name: 'Block Mia Weber?' });
  await expect.element(dialog.getByText('They are not told.', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('Channels and contents stay as they are', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await entries()).toEqual([]);
  await choose('Block Mia Weber');
  await expectAccessible('the question before a block');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.element(page.getByText('From the side?')).not.toBeInTheDocument();
  await expect.element(page.getByText('And from above?')).toBeVisible();
  await expect.poll(() => document.activeElement?.matches('[tabindex="-1"]:has(ul)')).toBe(true);
  expect(await entries()).toEqual([
    {
      call: 'blocks.block',
      scope: SCOPE,
      input: { personId: comments[0]!.id, name: 'Mia Weber', userPhoto: null },
    },
  ]);
  // Also after the page is opened anew, from the stored answer.
  clearPage();
  showRouted(<CommentsPage />);
  await expect.element(page.getByText('And from above?')).toBeVisible();
  await expect.element(page.getByText('From the side?')).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('From the side?')).toBeVisible();
  expect((await entries()).map(({ call }) => call)).toEqual(['blocks.block', 'blocks.unblock']);
});

test('the list is fetched again once the end of a block was sent: the comments of the person return', async () => {
  const [mias, leos] = [comment('From the side?'), comment('And from above?', { name: 'Leo Lang' })];
  comments = [leos];
  await account.db.blocks.put({
    id: mias.id,
    scope: SCOPE,
    name: 'Mia Weber',
    userPhoto: null,
    blockedAt: '2026-05-01T10:00:00.000Z',
  });
  showRouted(<CommentsPage />);
  await expect.element(page.getByText('And from above?')).toBeVisible();
  const sent = { ...refusedEntry(unblock, { personId: mias.id }), state: 'waiting' as const };
  await account.db.outbox.put(sent);
  await account.db.blocks.delete(mias.id);
  await expect.poll(() => account.db.blocks.count()).toBe(0);
  comments = [mias, leos];
  await account.db.outbox.delete(sent.id);
  await expect.element(page.getByText('From the side?')).toBeVisible();
});

test('a mention of somebody whom the person blocks is no link, also in a stored list', async () => {
  const mentioned = newId();
  comments = [comment('From the side? @leo7', { mentions: [{ id: mentioned, username: 'leo7' }] })];
  showRouted(<CommentsPage />);
  await expect.element(page.getByRole('link', { name: '@leo7' })).toBeVisible();
  network.goOffline();
  await account.db.blocks.put({
    id: mentioned,
    scope: SCOPE,
    name: 'Leo Lang',
    userPhoto: null,
    blockedAt: '2026-05-01T10:00:00.000Z',
  });
  await expect.element(page.getByRole('link', { name: '@leo7' })).not.toBeInTheDocument();
  await expect.element(page.getByText('From the side? @leo7')).toBeVisible();
});

test('a comment of a blocked person that an operator hid stays with the Creator', async () => {
  comments = [comment('Rude words', { isHidden: true, isRemoved: true })];
  await account.db.blocks.put({
    id: comments[0]!.id,
    scope: SCOPE,
    name: 'Mia Weber',
    userPhoto: null,
    blockedAt: '2026-05-01T10:00:00.000Z',
  });
  showRouted(<CommentsPage />);
  await expect.element(page.getByText('Rude words')).toBeVisible();
});

test('a comment that is hidden, and one from an older server, has no like button', async () => {
  comments = [
    comment('From the side?', { isHidden: true }),
    (({ likes: _likes, isLiked: _isLiked, ...older }) => older)(comment('From above?')),
  ];
  await open();
  await expect.element(page.getByText('From above?')).toBeVisible();
  expect(document.querySelectorAll('.comment__like')).toHaveLength(0);
});
