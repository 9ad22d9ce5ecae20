import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { unpublish, updatePublication } from '#contract/publications.ts';
import type { Publication } from '#contract/rows.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import type { Account } from '#app/data/account.ts';
import { channelAnswer } from '#app/data/channels.fixtures.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { formatFullDate } from '#app/format/format.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ChannelPageScreen } from './channel-page.tsx';

let account: Account;
const network = standInNetwork();
afterAll(network.restore);
const [CHANNEL, FIRST, SECOND] = [newId(), newId(), newId()];
const channel = (isOwner: boolean) =>
  channelAnswer('Juniors', { id: CHANNEL, scope: SCOPE, isOwner, ownerId: USER_ID });
const item = (id: string, title: string) => ({
  id,
  content: { id: newId(), type: 'video', duration: 60, pagesCount: null },
  channel: { id: CHANNEL, name: 'Juniors', logoImage: null },
  pricingCategory: 'free',
  coverImage: null,
  coverBackground: null,
  publishedAt: '2026-01-01T00:00:00.000Z',
  educatorName: 'Ana Silva',
  title,
  sportId: 'soccer',
  sportName: 'Soccer',
  avgTotal: null,
  views: 0,
  locked: false,
});
const publication = (id: string, title: string): Publication => ({
  id,
  scope: SCOPE,
  contentId: newId(),
  channelId: CHANNEL,
  playlistId: null,
  type: 'video',
  title,
  description: '',
  coverImage: null,
  originCoverImage: null,
  coverBackground: null,
  customTags: [],
  tagProfileId: null,
  tagsProfileItemsList: [],
  pricingCategory: 'free',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  isLive: true,
  isDeleted: false,
});
const titles = () =>
  page
    .getByRole('list', { name: 'Content' })
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
const open = (isOwner: boolean) => {
  network.answer(`/channels/${CHANNEL}`, () => channel(isOwner));
  network.answer(`/channels/${CHANNEL}/playlists`, () => ({ count: 0, results: [] }));
  network.answer(`/channels/${CHANNEL}/contents`, () => ({
    count: 2,
    results: [item(FIRST, 'First'), item(SECOND, 'Second')],
  }));
  return showRouted(<ChannelPageScreen channelId={CHANNEL} published={undefined} />);
};

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(clearPage);

test('the owner sees at once what was edited or removed on this device; each item has a menu', async () => {
  await account.db.publications.bulkPut([publication(FIRST, 'First'), publication(SECOND, 'Second')]);
  open(true);
  await expect.poll(titles).toEqual(['First', 'Second']);
  network.goOffline();
  onTestFinished(network.goOnline);
  const options = { owner: USER_ID, scope: SCOPE };
  await enqueue(account.db, updatePublication, { publishedId: FIRST, title: 'Edited' }, options);
  await expect.poll(titles).toEqual(['Edited', 'Second']);
  await expect.element(page.getByRole('button', { name: 'More actions for Edited' })).toBeVisible();
  const edited = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Edited', exact: true }) });
  await expect.element(edited.getByText('Will send when online')).toBeVisible();
  await enqueue(account.db, unpublish, { publishedId: SECOND }, options);
  await expect.poll(titles).toEqual(['Edited']);
});

test('a visitor sees no menu', async () => {
  open(false);
  await expect.poll(titles).toEqual(['First', 'Second']);
  expect(page.getByRole('button', { name: /^More actions/ }).elements()).toEqual([]);
});

test('a refused edit is shown on the channel, and Edit opens its form with it', async () => {
  await account.db.publications.put(publication(FIRST, 'First'));
  const refused = refusedEntry(updatePublication, { publishedId: FIRST, title: 'Refused' });
  await account.db.outbox.put(refused);
  const address = open(true);
  await expect.element(page.getByRole('alert').getByText('Edit Refused')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(address).toBe(`/edit-channel-content/${FIRST}?again=${refused.id}`);
});

test('the owner sees what an operator removed, why, and no way to publish it now', async () => {
  const removed = { ...publication(newId(), 'Kick'), isLive: false, publishAt: '2099-05-12T16:30:00.000Z' };
  await account.db.publications.put({ ...removed, removedReason: 'It shows a fight.' });
  open(true);
  const waiting = page.getByRole('list', { name: 'Not live yet' });
  await expect.element(waiting.getByText('Removed by us: It shows a fight.')).toBeVisible();
  await waiting.getByRole('button', { name: 'More actions for Kick' }).click();
  await expect.element(page.getByRole('button', { name: /^Remove/ })).toBeVisible();
  expect(page.getByRole('button', { name: 'Publish now' }).elements()).toEqual([]);
});

test('the owner sees what is planned, with its time and its menu', async () => {
  const publishAt = '2099-05-12T16:30:00.000Z';
  await account.db.publications.put({ ...publication(newId(), 'Match plan'), isLive: false, publishAt });
  open(true);
  const waiting = page.getByRole('list', { name: 'Not live yet' });
  await expect.element(waiting.getByText(`Goes live on ${formatFullDate(publishAt)}.`)).toBeVisible();
  await expect.element(waiting.getByRole('button', { name: 'More actions for Match plan' })).toBeVisible();
});
