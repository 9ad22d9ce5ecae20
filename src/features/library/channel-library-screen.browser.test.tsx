import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { libraryContent } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ChannelLibraryScreen } from './channel-library-screen.tsx';

const network = standInNetwork();
let account: Account;
const channelId = newId();

const addContent = async (title: string, facts: Partial<LibraryContent> = {}): Promise<string> =>
  account.db.contents.put(libraryContent(SCOPE, title, facts));
const onChannel = (isDeleted: boolean): Partial<LibraryContent> => ({
  published: {
    id: newId(),
    channelId,
    channelName: 'Passing Lab',
    title: 'On it',
    coverImage: null,
    publishedAt: '2026-11-01T10:00:00.000Z',
    isDeleted,
  },
});
const tiles = page.getByRole('list', { name: 'Content' });
const titles = () =>
  tiles
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
const showScreen = (contentId?: string) =>
  showRouted(<ChannelLibraryScreen channelId={channelId} contentId={contentId} />);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await account.db.channels.put({
    id: channelId,
    scope: SCOPE,
    name: 'Passing Lab',
    hasContent: true,
    position: 0,
  } as never);
  await notePull(account);
  network.goOffline();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('SYS-018 a tile names the size of the original file, counted by 1024', async () => {
  await addContent('Match', { originFileSize: 2_380_000 });
  showScreen();
  await expect.element(tiles.getByText(/2\.27\sMB/)).toBeVisible();
});

test('PUB-008 PUB-009 PUB-010 it lists what is on no channel, newest first, by type and in four orders', async () => {
  await addContent('B video');
  await addContent('C words', { type: 'text', pagesCount: 4 });
  await addContent('Taken', onChannel(false));
  await addContent('A sound', { type: 'audio', ...onChannel(true) });
  showScreen();
  await expect.element(page.getByText('Tap what you want to add to Passing Lab.')).toBeVisible();
  await expect.poll(titles).toEqual(['A sound', 'C words', 'B video']);
  for (const [type, shown] of [
    ['Text', ['C words']],
    ['Audio', ['A sound']],
    ['Video', ['B video']],
    ['All', ['A sound', 'C words', 'B video']],
  ] as const) {
    await page.getByRole('button', { name: type, exact: true }).click();
    await expect.poll(titles).toEqual(shown);
  }
  await page.getByRole('button', { name: 'Sort: Newest' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('dialog')
        .getByRole('radio')
        .elements()
        .map((radio) => radio.closest('label')?.textContent?.trim()),
    )
    .toEqual(['Newest', 'Oldest', 'Alphabetical (A-Z)', 'Alphabetical (Z-A)']);
  await page.getByRole('dialog').getByText('Alphabetical (A-Z)').click();
  await expect.poll(titles).toEqual(['A sound', 'B video', 'C words']);
});

test('PUB-012 a tap on an item goes straight on to its publishing, with the channel', async () => {
  const id = await addContent('Wall pass');
  const path = showScreen();
  await page.getByRole('button', { name: 'Wall pass', exact: true }).click();
  await expect.poll(path).toBe(`/publish-content/${id}?hasChannelContent=1&channel=${channelId}`);
});

test('PUB-011 PUB-012 in select mode one item is selected, and the button adds it', async () => {
  await addContent('Wall pass');
  const id = await addContent('Third man');
  await addContent('Broken', { encodingStatus: -1 });
  const path = showScreen();
  await page.getByRole('button', { name: 'Select one' }).click();
  const add = page.getByRole('button', { name: /^Add Content to Channel/ });
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expect.element(box('Broken')).toBeDisabled();
  await box('Wall pass').click({ force: true });
  await box('Third man').click({ force: true });
  await expect.element(box('Third man')).toBeChecked();
  await expect.element(box('Wall pass')).not.toBeChecked();
  await expectAccessibleAtWidths('the choice of an item for a channel');
  await add.click();
  await expect.poll(path).toBe(`/publish-content/${id}?hasChannelContent=1&channel=${channelId}`);
});

test('PUB-013 PUB-014 the preview of audio and video adds a content query, text opens in a new tab', async () => {
  const video = await addContent('Wall pass');
  const words = await addContent('Warm-up card', { type: 'text', pagesCount: 4 });
  const path = showScreen();
  const preview = (title: string) => page.getByRole('link', { name: `Preview ${title}` });
  const address = (id: string) => `/channel-content-library/${channelId}?content=${id}`;
  await expect.element(preview('Warm-up card')).toHaveAttribute('href', address(words));
  await expect.element(preview('Warm-up card')).toHaveAttribute('target', '_blank');
  await expect.element(preview('Wall pass')).toHaveAttribute('href', address(video));
  await expect.element(preview('Wall pass')).not.toHaveAttribute('target');
  await page.getByRole('button', { name: 'Select one' }).click();
  await page.getByRole('checkbox', { name: 'Wall pass' }).click({ force: true });
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect.poll(path).toBe(address(video));
});

test('PUB-013 the address with a content shows its preview, which adds it', async () => {
  const id = await addContent('Wall pass', { encodingStatus: 3, approved: false, active: false });
  const path = showScreen(id);
  await expect.element(page.getByRole('heading', { name: 'Wall pass', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add Content to Channel' }).click();
  await expect.poll(path).toBe(`/publish-content/${id}?hasChannelContent=1&channel=${channelId}`);
});

test('PUB-015 PUB-016 nothing to add and nothing that matches have a page of their own, both with the way to the Library', async () => {
  showScreen();
  await expect
    .element(page.getByText('Everything in your Library is already on a channel, or the Library is empty.'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to Library' })).toHaveAttribute('href', '/library');
  await addContent('Wall pass');
  await expect.poll(titles).toEqual(['Wall pass']);
  await page.getByRole('button', { name: 'Audio', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'No content matches your search.' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to Library' })).toHaveAttribute('href', '/library');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect.poll(titles).toEqual(['Wall pass']);
});

test('PUB-017 a long list is scrolled to its last item', async () => {
  for (let count = 1; count <= 130; count += 1) await addContent(`Clip ${count}`);
  showScreen();
  await expect.element(page.getByText('130 items')).toBeVisible();
  expect(tiles.getByRole('listitem').elements().length).toBeLessThan(130);
  await expect
    .poll(() => {
      scrollTo(0, document.body.scrollHeight);
      return page.getByRole('heading', { name: 'Clip 1', exact: true }).query();
    })
    .not.toBeNull();
});

test('before the first pull no channel is said to be gone; it is shown once its row has come', async () => {
  const channel = (await account.db.channels.get(channelId))!;
  await account.db.channels.clear();
  await account.db.sync.clear();
  showScreen();
  await expect.element(page.getByRole('heading', { name: 'Add Content to Channel' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to Channels' })).not.toBeInTheDocument();
  await addContent('Rondo');
  await account.db.channels.put(channel);
  await expect.element(tiles.getByRole('heading', { name: 'Rondo' })).toBeVisible();
});

test('a channel that is gone leads to the own channels', async () => {
  await account.db.channels.clear();
  showScreen();
  await expect.element(page.getByRole('link', { name: 'Go to Channels' })).toHaveAttribute('href', '/channels');
});
