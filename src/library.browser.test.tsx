import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { newId } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { libraryContent } from '#app/data/contents.fixtures.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  show,
  standInNetwork,
  dismissToasts,
} from '#app/data/signed-in.fixtures.tsx';
import { writeDeviceSetting } from '#store/device.ts';
import { startBack } from '#app/navigation/back.ts';
import { followLinks } from '#app/navigation/links.ts';
import { passFrames, untilFrame } from '#ui/frames.fixtures.ts';
import { keepInFront, moveMouseAway } from '#ui/overlays/in-front.fixtures.ts';
import { routeTree } from './routeTree.gen.ts';

keepInFront();

// The Library in the app with all its routes, without a network.

let account: Account;
const network = standInNetwork();

beforeEach(async () => {
  await moveMouseAway();
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  vi.useRealTimers();
  clearPage();
  network.goOnline();
});

const addContent = async (title: string, facts: Partial<LibraryContent> = {}): Promise<string> =>
  account.db.contents.put(libraryContent(SCOPE, title, facts));
const addFolder = async (title: string): Promise<string> => {
  const id = newId();
  await account.db.folders.put({ id, scope: SCOPE, title } as never);
  return id;
};
const publishedOn = (isDeleted: boolean): Partial<LibraryContent> => ({
  isPublished: !isDeleted,
  published: {
    id: newId(),
    channelId: newId(),
    channelName: 'Juniors',
    title: 'On it',
    coverImage: null,
    publishedAt: '2026-11-01T10:00:00.000Z',
    isDeleted,
  },
});
let router: ReturnType<typeof routerAt>;
const routerAt = (address: string) =>
  createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
// One listener of the document for the routers of all tests.
beforeAll(() => followLinks(new Proxy({} as never, { get: (_, name) => Reflect.get(router, name) as unknown })));
const open = (address: string): void => {
  router = routerAt(address);
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
};
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tiles = page.getByRole('list', { name: 'Content', exact: true });
const titles = () =>
  tiles
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
const folders = page.getByRole('list', { name: 'Folders', exact: true });
const folderTitles = () =>
  folders
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
const nameField = page.getByRole('textbox', { name: 'Folder name', exact: true });
const waiting = async () =>
  (await account.db.outbox.orderBy('order').toArray()).map(({ call, input }) => ({ call, input }));

test('LIB-001 LIB-008 LIB-066 the three tabs; each says when it is empty', async () => {
  open('/library');
  await expect.element(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  const tabs = () =>
    page
      .getByRole('navigation', { name: 'Library', exact: true })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  expect(tabs()).toEqual(['Content', 'Folders', 'Tags']);
  await link('Folders').click();
  await expect.element(page.getByRole('heading', { name: 'No folders' })).toBeVisible();
  await addFolder('Week 2');
  await addFolder('Pre-season');
  await expect.poll(folderTitles).toEqual(['Pre-season', 'Week 2']);
  await link('Tags').click();
  await expect.element(page.getByRole('heading', { name: 'Saved Tags Groups' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No tag groups' })).toBeVisible();
  expect(tabs()).toEqual(['Content', 'Folders', 'Tags']);
});

test('after a sign-in no list is shown as empty before its rows have arrived', async () => {
  await account.db.sync.clear();
  const isEmpty = () => document.querySelectorAll('.empty-state').length;
  for (const path of ['/channels', '/library', '/library?tab=folders', '/library?tab=tags', '/notifications']) {
    clearPage();
    open(path);
    // Skeletons are shown only after the first read.
    await expect.poll(() => document.querySelector('output.skeletons'), { message: path }).not.toBe(null);
    expect(isEmpty(), path).toBe(0);
  }
  clearPage();
  open('/library');
  await expect.poll(() => document.querySelector('output.skeletons')).not.toBe(null);
  let wasEmpty = false;
  const watching = new MutationObserver(() => (wasEmpty ||= isEmpty() > 0));
  watching.observe(document.body, { childList: true, subtree: true });
  await addContent('Wall pass');
  await notePull(account);
  await expect.poll(titles).toEqual(['Wall pass']);
  watching.disconnect();
  expect(wasEmpty).toBe(false);
});

test('LIB-003 LIB-004 LIB-005 the content is filtered by type and by state, searched and sorted', async () => {
  await addContent('Wall pass');
  await addContent('Halftime talk', { type: 'audio', ...publishedOn(false) });
  await addContent('Warm-up card', { type: 'text', pagesCount: 2, ...publishedOn(true) });
  open('/library');
  await expect.poll(titles).toEqual(['Warm-up card', 'Halftime talk', 'Wall pass']);
  for (const [type, expected] of [
    ['Video', ['Wall pass']],
    ['Audio', ['Halftime talk']],
    ['Text', ['Warm-up card']],
    ['All', ['Warm-up card', 'Halftime talk', 'Wall pass']],
  ] as const) {
    await button(type).click();
    await expect.poll(titles).toEqual(expected);
  }
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  for (const [state, expected] of [
    ['In Library', ['Wall pass']],
    ['On Channel', ['Halftime talk']],
    ['Removed from Channel', ['Warm-up card']],
    ['All', ['Warm-up card', 'Halftime talk', 'Wall pass']],
  ] as const) {
    await page.getByRole('button', { name: /^Filter/ }).click();
    await dialog.getByRole('radio', { name: state, exact: true }).click();
    await dialog
      .getByRole('button', { name: `Show ${expected.length} item${expected.length === 1 ? '' : 's'}` })
      .click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(titles).toEqual(expected);
  }
  await button('Sort: Newest').click();
  await page.getByRole('radio', { name: 'Alphabetical (A-Z)' }).click();
  await expect.poll(titles).toEqual(['Halftime talk', 'Wall pass', 'Warm-up card']);
  await page.getByLabelText('Search your library').fill('wa');
  await expect.poll(titles).toEqual(['Wall pass', 'Warm-up card']);
});

test.each(['the Library', 'a folder'])(
  'LIB-033 the search of %s begins when nothing was typed for 500 ms',
  async (place) => {
    const folderId = await addFolder('Week 2');
    for (const title of ['Wall pass', 'Third man']) await addContent(title, { folderId });
    open(place === 'a folder' ? `/library/${folderId}` : '/library');
    const both = ['Third man', 'Wall pass'];
    await expect.poll(titles).toEqual(both);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const search = page.getByLabelText(place === 'a folder' ? 'Search this folder' : 'Search your library').element();
    // Not `fill`, which advances the clock when it takes long.
    const type = (text: string) => {
      (search as HTMLInputElement).select();
      document.execCommand('insertText', false, text);
    };
    type('thi');
    await vi.advanceTimersByTimeAsync(400);
    type('wall');
    await vi.advanceTimersByTimeAsync(499);
    await account.db.contents.toArray();
    await passFrames(5);
    expect(titles()).toEqual(both);
    await vi.advanceTimersByTimeAsync(1);
    await untilFrame(() => titles().length === 1);
    expect(titles()).toEqual(['Wall pass']);
  },
);

test('two files that would look alike show their endings', async () => {
  for (const filename of ['Alike.mp3', 'Alike.wav', 'Alone.mp3'])
    await addContent(filename.split('.')[0]!, { type: 'audio', filename });
  open('/library');
  await expect.poll(titles).toEqual(['Alone', 'Alike.wav', 'Alike.mp3']);
});

test('LIB-007 LIB-063 LIB-064 one deleted item is named, several are not; the selection has a bar with its actions', async () => {
  for (const title of ['Bin one', 'Bin two', 'Bin three']) await addContent(title);
  open('/library');
  await expect.poll(titles).toEqual(['Bin three', 'Bin two', 'Bin one']);
  await button('More actions for Bin one').click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByRole('heading', { name: 'Delete Bin one.mp4?' })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(titles()).toContain('Bin one');
  await button('More actions for Bin one').click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('The ‘Bin one.mp4’ content was deleted.', { exact: true })).toBeVisible();
  await expect.poll(titles).toEqual(['Bin three', 'Bin two']);
  await dismissToasts();

  await button('Select').click();
  await button('Select all').click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect.element(bar.getByText(/^2 selected · /)).toBeVisible();
  for (const name of [/^Preview/, /^Channel/, /^Move/, /^More/])
    await expect.element(bar.getByRole('button', { name })).toBeVisible();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question.getByRole('heading', { name: 'Delete 2 files?' })).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Files were deleted.', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
});

test('LIB-009 LIB-031 LIB-062 a taken title is refused in the dialog of a new and of a renamed folder, by no toast', async () => {
  await addFolder('Drill book');
  open('/library?tab=folders');
  await button('Create Folder').click();
  await nameField.fill('drill BOOK');
  await button('Create').click();
  await expect.element(nameField).toHaveAccessibleDescription(/drill BOOK already exists/);
  expect(document.querySelector('.toast')).toBe(null);
  await nameField.fill('Week 2');
  await button('Create').click();
  await expect.poll(folderTitles).toEqual(['Drill book', 'Week 2']);
  await button('More actions for Week 2').click();
  await page.getByRole('button', { name: 'Rename folder' }).click();
  await expect.element(nameField).toHaveValue('Week 2');
  await nameField.fill('Drill Book');
  await button('Save').click();
  await expect.element(nameField).toHaveAccessibleDescription(/Drill Book already exists/);
  expect(document.querySelector('.toast')).toBe(null);
  await nameField.fill('Week 3');
  await button('Save').click();
  await expect.poll(folderTitles).toEqual(['Drill book', 'Week 3']);
  expect((await waiting()).map(({ input }) => input['title'])).toEqual(['Week 2', 'Week 3']);
});

test.each(['a new', 'a renamed'])(
  'LIB-031 LIB-062 the server’s refusal of %s title is under the field of the dialog that mends it',
  async (kind) => {
    const folderId = kind === 'a renamed' ? await addFolder('Week 2') : newId();
    const entry =
      kind === 'a renamed'
        ? refusedEntry(editFolder, { folderId, title: 'Cup final' })
        : refusedEntry(createFolder, { id: folderId, title: 'Cup final' });
    await account.db.outbox.put({
      ...entry,
      problem: { code: 'library.folder_taken', message: 'Cup final already exists' },
    });
    open('/library?tab=folders');
    const refusal = page.getByRole('alert').filter({ hasText: 'Cup final already exists' });
    await expect.element(refusal).toBeVisible();
    await button('Edit').click();
    await expect.element(nameField).toHaveValue('Cup final');
    await expect.element(nameField).toHaveAccessibleDescription(/Cup final already exists/);
    await nameField.fill('Cup final 2');
    await expect.element(nameField).not.toHaveAccessibleDescription(/already exists/);
    await button(kind === 'a renamed' ? 'Save' : 'Create').click();
    await expect.poll(folderTitles).toEqual(['Cup final 2']);
    await expect.element(page.getByText('Cup final already exists')).not.toBeInTheDocument();
    expect((await waiting()).map(({ input }) => input['title'])).toEqual(['Cup final 2']);
  },
);

test('LIB-014 LIB-015 LIB-016 LIB-066 the page of a folder has its title, counts by kind, and the grid of the Library', async () => {
  const id = await addFolder('Drill book');
  await addContent('Elsewhere');
  open('/library?tab=folders');
  await folders.getByRole('link', { name: 'Drill book' }).click();
  await expect.element(page.getByRole('heading', { name: 'Drill book', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Nothing in this folder' })).toBeVisible();
  const counts = () => [...document.querySelectorAll('.folder-board__count')].map(({ textContent }) => textContent);
  await expect.poll(counts).toEqual(['0video', '0audio', '0text']);
  for (const title of ['Wall pass', 'Third man', 'Rondo']) await addContent(title, { folderId: id });
  for (const title of ['Talk', 'Chant']) await addContent(title, { folderId: id, type: 'audio' });
  await addContent('Card', { folderId: id, type: 'text' });
  await expect.poll(counts).toEqual(['3video', '2audio', '1text']);
  await expect.poll(titles).toEqual(['Card', 'Chant', 'Talk', 'Rondo', 'Third man', 'Wall pass']);
  await button('Audio').click();
  await expect.poll(titles).toEqual(['Chant', 'Talk']);
  await button('More actions for Talk').click();
  await expect.element(page.getByRole('button', { name: 'Move to Folder' })).toBeVisible();
});

test('LIB-011 LIB-012 help explains the Library and gives the steps to publish, in their order', async () => {
  await addContent('Wall pass');
  open('/library');
  const help = page.getByRole('region', { name: 'Help', exact: true });
  const unfold = async (title: string) => {
    await help.getByRole('heading', { name: title, exact: true }).click();
    return help.getByRole('heading', { name: title, exact: true }).element().closest('details')!;
  };
  for (const [question, answer] of [
    ['What is a Library?', 'A Library holds everything you upload.'],
    ['What is a Channel?', 'A Channel shows content to your community.'],
    ['What is a Content?', 'Content is one video, audio or text.'],
    ['What is a Playlist?', 'A Playlist orders content of a channel.'],
  ] as const) {
    await expect.element(help.getByText(answer, { exact: true })).not.toBeVisible();
    await unfold(question);
    await expect.element(help.getByText(answer, { exact: true })).toBeVisible();
  }
  const steps = await unfold('How to publish');
  expect([...steps.querySelectorAll('ol > li')].map(({ textContent }) => textContent)).toEqual([
    'Open Library',
    'Select content',
    'Add Content to Channel',
    'Describe',
    'Choose a playlist',
    'Add tags',
    'Publish',
  ]);
  await expect.element(help.getByText('Choose a playlist', { exact: true })).toBeVisible();
});

test('LIB-013 tips that were hidden stay hidden on this device', async () => {
  // The device is that of the test files that come after this one.
  onTestFinished(() => writeDeviceSetting('hideTips:upload', false));
  await addContent('Wall pass');
  open('/library');
  await page.getByText('Before you upload', { exact: true }).click();
  await expect.element(page.getByText('Up to 5 files at a time.', { exact: true })).toBeVisible();
  await button('Do not show again').click();
  await expect.element(page.getByText('Before you upload', { exact: true })).not.toBeInTheDocument();
  clearPage();
  open('/library');
  await expect.poll(titles).toEqual(['Wall pass']);
  await expect.element(page.getByText('Before you upload', { exact: true })).not.toBeInTheDocument();
});
