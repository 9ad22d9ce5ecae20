import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { updatePublication } from '#contract/publications.ts';
import type { Channel, LibraryContent, Publication } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, refusedEntry, SCOPE } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { EditScreen } from './edit-screen.tsx';

let account: Account;
const [CHANNEL, CONTENT, PUBLISHED, PLAYLIST] = [newId(), newId(), newId(), newId()];
const publication: Publication = {
  id: PUBLISHED,
  scope: SCOPE,
  contentId: CONTENT,
  channelId: CHANNEL,
  playlistId: null,
  type: 'video',
  title: 'Overlap run',
  description: 'Two against one',
  coverImage: null,
  originCoverImage: null,
  coverBackground: null,
  customTags: ['overlap'],
  tagProfileId: null,
  tagsProfileItemsList: [],
  pricingCategory: 'member_only',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  isLive: true,
  isDeleted: false,
};

beforeEach(async () => {
  account = await freshAccount();
  const { db } = account;
  await db.me.put(person());
  await db.publications.put(publication);
  await db.contents.put({
    id: CONTENT,
    contentId: CONTENT,
    scope: SCOPE,
    title: 'run',
    filename: 'run.mp4',
    type: 'video',
    approved: true,
    thumbnail: '/pictures/the-poster-of-the-run.jpg',
    isPublished: true,
    published: { id: PUBLISHED, channelId: CHANNEL, channelName: 'Juniors', title: 'Overlap run' },
  } as LibraryContent);
  await db.channels.put({ id: CHANNEL, scope: SCOPE, name: 'Juniors', sportId: 'soccer' } as Channel);
  await db.playlists.put({
    id: PLAYLIST,
    scope: SCOPE,
    channelId: CHANNEL,
    title: 'Wide play',
    coverImage: null,
    position: 0,
  });
  await notePull(account);
});
afterEach(clearPage);

const open = (refusedEntryId?: string) =>
  showRouted(<EditScreen publishedId={PUBLISHED} refusedEntryId={refusedEntryId} />, '/edit');
const title = () => page.getByLabelText('Title');
const save = () => page.getByRole('button', { name: 'Save' });
const entries = () => account.db.outbox.orderBy('order').toArray();

test('PUB-024 PUB-026 PUB-027 PUB-040 the form shows what is published; Save is disabled until something changed', async () => {
  open();
  await expect.element(page.getByRole('heading', { name: 'Edit Description' })).toBeVisible();
  await expect.element(title()).toHaveValue('Overlap run');
  await expect.element(page.getByLabelText('Description')).toHaveValue('Two against one');
  await expect.element(page.getByRole('radio', { name: /^Member-Only/ })).toBeChecked();
  await expect.element(page.getByText('The cover picture resolution should not be below 1372x848 px.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove tag overlap' })).toBeVisible();
  await expect.element(save()).toBeDisabled();
  await title().fill('Overlap run, left');
  await expect.element(save()).toBeEnabled();
  await expectAccessible('the form with a change');
  await title().fill('Overlap run');
  await expect.element(save()).toBeDisabled();
  await title().fill(' ');
  await expect.element(page.getByText('Add a title to continue.')).toBeVisible();
  await expect.element(save()).toBeDisabled();
});

test('PUB-054 Save queues the changed fields; channel, Library and form show them before they are sent', async () => {
  const address = open();
  await title().fill('Overlap run, left');
  await page.getByRole('radio', { name: /^Free/ }).click();
  await page.getByRole('radio', { name: 'Wide play' }).click();
  await save().click();
  await expect.poll(address).toBe('/dashboard');
  expect((await entries()).map(({ call, input }) => ({ call, input }))).toEqual([
    {
      call: 'publications.update',
      input: {
        publishedId: PUBLISHED,
        title: 'Overlap run, left',
        pricingCategory: 'free',
        playlistId: PLAYLIST,
      },
    },
  ]);
  const { db } = account;
  expect(await db.publications.get(PUBLISHED)).toEqual({
    ...publication,
    title: 'Overlap run, left',
    pricingCategory: 'free',
    playlistId: PLAYLIST,
    playlistPosition: null,
  });
  expect((await db.contents.get(CONTENT))?.published).toMatchObject({ title: 'Overlap run, left' });
  expect(await db.drafts.count()).toBe(0);
});

test('PUB-055 a new cover is kept on the device, sent by its own call, and shown when the form is opened again', async () => {
  open();
  await page.getByRole('button', { name: 'Next default' }).click();
  await expect.element(save()).toBeEnabled();
  await save().click();
  await expect.poll(async () => (await entries()).map(({ call }) => call)).toEqual(['publications.updateCover']);
  const [entry] = await entries();
  expect(entry!.files).toEqual([entry!.input['cover_image']]);
  expect(await account.db.files.get(entry!.files[0]!)).toBeDefined();
  clearPage();
  open();
  await expect.element(title()).toBeVisible();
  await expect.poll(() => document.querySelector('.crop-field__preview img')?.getAttribute('src')).toMatch(/^blob:/);
  await expect.element(save()).toBeDisabled();
});

test('PUB-025 leaving with unsaved changes asks; Stay stays, Leave discards them, and Undo brings them back', async () => {
  const address = open();
  await title().fill('Half typed');
  await page.getByRole('button', { name: 'Back' }).click();
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes. Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.element(title()).toHaveValue('Half typed');
  expect(address()).toBe('/edit');
  await page.getByRole('button', { name: 'Back' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(address).toBe('/dashboard');
  await expect.poll(() => account.db.drafts.count()).toBe(0);
  expect(await entries()).toEqual([]);
});

test('what was typed before the page ended is still there, and can be discarded', async () => {
  open();
  await title().fill('Half typed');
  await expect.poll(() => account.db.drafts.count()).toBe(1);
  clearPage();
  // Another device changed the description meanwhile: only the fields changed here are sent.
  await account.db.publications.update(PUBLISHED, { description: 'Changed elsewhere' });
  open();
  await expect.element(title()).toHaveValue('Half typed');
  await expect.element(page.getByText(/What you typed here before is still there\./)).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.element(title()).toHaveValue('Overlap run');
  await expect.element(page.getByLabelText('Description')).toHaveValue('Changed elsewhere');
  await expect.element(save()).toBeDisabled();
});

test('a refused change opens with its input, and Save replaces it', async () => {
  const refused = refusedEntry(updatePublication, { publishedId: PUBLISHED, title: 'Refused title' });
  await account.db.outbox.put(refused);
  open(refused.id);
  await expect.element(title()).toHaveValue('Refused title');
  await title().fill('Better title');
  await save().click();
  await expect.poll(async () => (await entries()).map(({ input }) => input['title'])).toEqual(['Better title']);
});

test('PUB-062 a publication that was removed from its channel cannot be edited', async () => {
  await account.db.publications.update(PUBLISHED, { isDeleted: true });
  open();
  await expect.element(page.getByRole('heading', { name: 'Content is not published' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to Library' })).toBeVisible();
});

test('one that an operator removed says why and how to object, and has no time and no way to publish it', async () => {
  await account.db.publications.update(PUBLISHED, { isLive: false, isHeld: true, removedReason: 'It shows a fight.' });
  open();
  await expect.element(page.getByText(/We removed this from its channel\..*It shows a fight\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Contact support', exact: true }))
    .toHaveAttribute('href', '/contact-support');
  await expect.element(page.getByLabelText('Title', { exact: false }).first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Publish as it is' }).elements()).toEqual([]);
  expect(page.getByRole('radio', { name: /^As soon as it is ready/ }).elements()).toEqual([]);
});

test('one that is held back says why, offers the editor, and is published as it is only after a question', async () => {
  await account.db.publications.update(PUBLISHED, { isLive: false, isHeld: true });
  open();
  await expect.element(page.getByText(/^Not published, because its edit was not made\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Edit video', exact: true }))
    .toHaveAttribute('href', `/video-editor?contentId=${CONTENT}`);
  await page.getByRole('button', { name: 'Publish as it is', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('Nothing is cut off.', { exact: false })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(await entries()).toEqual([]);
  await page.getByRole('button', { name: 'Publish as it is', exact: true }).click();
  await question.getByRole('button', { name: 'Publish as it is', exact: true }).click();
  await expect
    .poll(async () => (await entries()).map(({ input }) => input))
    .toEqual([{ publishedId: PUBLISHED, asItIs: true }]);
  await expect.poll(async () => (await account.db.publications.get(PUBLISHED))?.isHeld).toBe(false);
  await expect.element(page.getByText(/^Not published, because/)).not.toBeInTheDocument();
});
