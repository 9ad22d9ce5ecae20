import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId, type Scope } from '#contract/ids.ts';
import type { LibraryContent, Publication } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { PublishScreen } from './publish-screen.tsx';

let account: Account;
const ORGANIZATION = newId();
const CLUB: Scope = `org:${ORGANIZATION}`;
const CONTENT = newId();
const open = () =>
  showRouted(
    <PublishScreen contentId={CONTENT} channelId={undefined} isFirstContent={false} refusedEntryId={undefined} />,
  );
/** Each channel with what is said below its name. */
const offered = () =>
  page
    .getByRole('radio')
    .elements()
    .map((radio) => {
      const label = radio.closest('label')!.cloneNode(true) as HTMLElement;
      for (const drawn of label.querySelectorAll('[aria-hidden]')) drawn.remove();
      return label.textContent;
    });

beforeEach(async () => {
  account = await freshAccount();
  const parent = channelRow('Juniors', { scope: CLUB, position: 1 });
  await account.db.contents.put({
    id: CONTENT,
    contentId: CONTENT,
    scope: SCOPE,
    title: 'Overlap run',
    filename: 'run.mp4',
    type: 'video',
    published: null,
    isPublished: false,
  } as LibraryContent);
  await account.db.channels.bulkPut([
    channelRow('Under 12', { scope: CLUB, channelLevel: 1, parentChannel: parent.id }),
    channelRow('Seniors', { scope: CLUB, position: 2 }),
    parent,
    channelRow('Her own'),
    channelRow('Her other', { position: 1, sportName: 'Golf' }),
  ]);
  await notePull(account);
});
afterEach(clearPage);

test('PUB-023 without a channel the wizard offers to create one', async () => {
  await account.db.channels.clear();
  await account.db.me.put(person());
  open();
  await expect.element(page.getByRole('heading', { name: "You haven't created a channel yet" })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Create Channel' })).toHaveAttribute('href', '/create-channel');
});

test('PUB-022 a Creator chooses from the own channels', async () => {
  await account.db.me.put(person());
  open();
  await expect.poll(offered).toEqual(['Her ownSoccer', 'Her otherGolf']);
});

test('PUB-021 an Organization chooses from its channels, each subchannel below its parent and with its name', async () => {
  const organizations = [{ id: ORGANIZATION, name: 'Club', role: 'Owner' as const }];
  await account.db.me.put(person({ lastLoginedRole: 'organization', isOrganization: true, organizations }));
  open();
  await expect.poll(offered).toEqual(['JuniorsSoccer', 'Under 12Soccer · Juniors', 'SeniorsSoccer']);
});

test('an item is planned for a time to come, by the clock of the person', async () => {
  await account.db.me.put(person());
  await account.db.contents.update(CONTENT, { approved: true, thumbnail: '/pictures/the-poster-of-the-run.jpg' });
  open();
  await page.getByRole('radio', { name: 'Her own' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('radio', { name: 'At a time' }).click();
  const schedule = page.getByRole('button', { name: 'Schedule' });
  await expect.element(schedule).toBeDisabled();
  const time = page.getByLabelText('Date and time');
  await time.fill('2020-01-01T18:30');
  await expect.element(page.getByText('Choose a time that is still to come.')).toBeVisible();
  await expect.element(schedule).toBeDisabled();
  await time.fill('2099-05-12T18:30');
  await schedule.click();
  await expect
    .poll(async () => (await account.db.outbox.toArray()).map(({ input }) => input['publishAt']))
    .toEqual([new Date('2099-05-12T18:30').toISOString()]);
  const [publication] = await account.db.publications.toArray();
  expect(publication).toMatchObject({ isLive: false, publishAt: new Date('2099-05-12T18:30').toISOString() });
});

/** The item was on the channel of the own, with words of its own, and was taken off it. */
const removeFromChannel = async (): Promise<void> => {
  const channel = (await account.db.channels.filter(({ name }) => name === 'Her own').first())!;
  const publication: Publication = {
    id: newId(),
    scope: SCOPE,
    contentId: CONTENT,
    channelId: channel.id,
    playlistId: null,
    title: 'Overlap run, left side',
    description: 'Two against one at the line.',
    pricingCategory: 'free',
    coverImage: null,
    originCoverImage: null,
    coverBackground: null,
    customTags: ['overlap'],
    tagProfileId: null,
    tagsProfileItemsList: [],
    type: 'video',
    isLive: false,
    isDeleted: true,
    publishAt: null,
    publishedAt: '2026-11-20T10:00:00.000Z',
  };
  await account.db.publications.put(publication);
  await account.db.contents.update(CONTENT, {
    approved: true,
    thumbnail: '/pictures/the-poster-of-the-run.jpg',
    published: {
      id: publication.id,
      channelId: channel.id,
      channelName: channel.name,
      title: publication.title,
      isDeleted: true,
    },
  } as Partial<LibraryContent>);
};

test.each([
  [
    'Use previous tags',
    { title: 'Overlap run, left side', description: 'Two against one at the line.', customTags: ['overlap'] },
  ],
  ['Start fresh', { title: 'Overlap run', description: '', customTags: [] }],
])('LIB-026 an item that was removed is added again: %s', async (choice, expected) => {
  await account.db.me.put(person());
  await removeFromChannel();
  open();
  await expect.element(page.getByText('It was on Her own before.')).toBeVisible();
  await page.getByRole('button', { name: choice }).click();
  await page.getByRole('radio', { name: 'Her own' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByLabelText('Title')).toHaveValue(expected.title);
  await expect.element(page.getByLabelText('Description')).toHaveValue(expected.description);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect
    .poll(async () => (await account.db.outbox.toArray()).map(({ input }) => input))
    .toMatchObject([{ ...expected, pricingCategory: choice === 'Start fresh' ? 'member_only' : 'free' }]);
});
