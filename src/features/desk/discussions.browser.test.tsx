import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { CommentOfDesk } from '#contract/desk.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { DiscussionsPage } from './discussions-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const said = (words: string) => page.getByText(words, { exact: true });

const CHANNEL = { id: newId(), name: 'Junior drills' };
const PATH = `/admin-discussions/${CHANNEL.id}`;
let comment: CommentOfDesk;
let asked: string[];
let sent: unknown[];
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  [asked, sent] = [[], []];
  comment = {
    id: newId(),
    name: 'Mia Horvat',
    userPhoto: null,
    comment: 'Where do you live?',
    createdAt: new Date().toISOString(),
    stars: 4,
    isHidden: false,
    isRemoved: false,
    content: { id: newId(), channelId: CHANNEL.id, title: 'Passing' },
  };
  network.answer(PATH, (query) => {
    asked.push(query.toString());
    return { channel: CHANNEL, count: 1, results: [comment] };
  });
  network.answer(`${PATH}/comments/${comment.id}`, (_query, body) => {
    sent.push(body);
    const hidden = (body as { hidden: boolean }).hidden;
    comment = { ...comment, isHidden: hidden, isRemoved: hidden };
    return comment;
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const choose = async (item: string) => {
  await button('More actions for Comment by Mia Horvat').click();
  await page
    .getByRole('button', { name: item, exact: true })
    .or(page.getByRole('menuitem', { name: item, exact: true }))
    .click();
};

test('ADM-018 ADM-019 an operator reads the comments of a channel with the token of the link, hides one with a reason and restores it', async () => {
  showRouted(<DiscussionsPage channelId={CHANNEL.id} access="token-of-link" />, PATH);
  await expect.element(page.getByRole('heading', { name: 'Comments on Junior drills' })).toBeVisible();
  await expect.element(said('Where do you live?')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Passing' }))
    .toHaveAttribute('href', `/watch-channel?content=${comment.content.id}&channelId=${CHANNEL.id}`);
  expect(asked[0]).toContain('access=token-of-link');
  await expectAccessible('the discussions of a channel');

  await choose('Hide');
  const send = sheet().getByRole('button', { name: 'Hide', exact: true });
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabelText('Reason', { exact: true }).fill('It asks for an address.');
  // The very words that the author gets.
  await expect.element(sheet().getByText(/We hid your comment on ‘Passing’.*It asks for an address\./)).toBeVisible();
  await expectAccessible('the question of an act');
  await send.click();
  await expect.element(said('Hidden by an operator.')).toBeVisible();

  await choose('Restore');
  await page.getByLabelText('Reason', { exact: true }).fill('A mistake of ours.');
  await sheet().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.poll(() => said('Hidden by an operator.').elements()).toEqual([]);
  const publishedContentId = comment.content.id;
  await expect
    .poll(() => sent)
    .toEqual([
      { publishedContentId, hidden: true, reason: 'It asks for an address.' },
      { publishedContentId, hidden: false, reason: 'A mistake of ours.' },
    ]);
});

test('D-238 without a network the reason is kept, and nothing of others stays on the device', async () => {
  showRouted(<DiscussionsPage channelId={CHANNEL.id} />, PATH);
  await choose('Hide');
  await page.getByLabelText('Reason', { exact: true }).fill('It asks for an address.');
  network.goOffline();
  await expect
    .element(said('You are offline. Your reason is kept on this device; go on when you are connected.'))
    .toBeVisible();
  clearPage();
  showRouted(<DiscussionsPage channelId={CHANNEL.id} />, PATH);
  await expect.element(page.getByText(/You are offline\. This page needs a connection/)).toBeVisible();
  expect(said('Where do you live?').elements()).toEqual([]);
  network.goOnline();
  await choose('Hide');
  await expect.element(page.getByLabelText('Reason', { exact: true })).toHaveValue('It asks for an address.');
  await expect.poll(() => sent).toEqual([]);
});

test('ADM-018 everybody else is led home and never sees what the page is', async () => {
  network.answer(PATH, () => {
    throw new Refusal(404, 'access.not_found', 'This was not found.');
  });
  const at = showRouted(<DiscussionsPage channelId={CHANNEL.id} />, PATH);
  await expect.poll(at).toBe('/dashboard');
  expect(page.getByRole('heading', { name: /Comments/ }).elements()).toEqual([]);
});
