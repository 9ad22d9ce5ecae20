import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createChannel } from '#contract/channels.ts';
import { newId, type Scope } from '#contract/ids.ts';
import type { Channel, Community } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { pictureFile } from '#ui/crop/picture.fixtures.ts';
import { application } from './applications.fixtures.ts';
import { CreateChannelScreen } from './create-channel-screen.tsx';
import { CreateSubchannelScreen } from './create-subchannel-screen.tsx';
import { EditChannelScreen } from './edit-channel-screen.tsx';

let account: Account;
const network = standInNetwork();
const ORGANIZATION = newId();
const CLUB: Scope = `org:${ORGANIZATION}`;

const community = (sportName: string, facts: Partial<Community> = {}): Community => ({
  id: newId(),
  scope: SCOPE,
  sport: sportName.toLowerCase(),
  sportName,
  channel: null,
  applicationType: 'coaching',
  applicationSportScienceExpertise: null,
  status: 'approved',
  ...facts,
});
const channel = (name: string, facts: Partial<Channel> = {}) =>
  channelRow(name, { description: 'Ball control', ...facts });
const [soccer, golf] = [
  community('Soccer'),
  community('Golf', { applicationType: 'science', applicationSportScienceExpertise: 'Nutrition' }),
];

const asClub = () =>
  account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id: ORGANIZATION, name: 'Club', role: 'Owner' }],
    }),
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const nameField = page.getByRole('textbox', { name: 'Name', exact: true });
const offered = () =>
  page
    .getByRole('radio')
    .elements()
    .map((radio) => radio.closest('label')!.textContent);

const choose = async (label: 'Logo' | 'Cover', width: number, height: number) => {
  const field = page.getByRole('group', { name: label, exact: true });
  await userEvent.upload(field.getByLabelText(`Upload ${label.toLowerCase()}`), await pictureFile(width, height));
  await button('Use this picture').click();
  await expect.element(field.getByRole('button', { name: 'Crop again' })).toBeVisible();
};
const openCreate = (refusedEntryId?: string) =>
  showRouted(<CreateChannelScreen refusedEntryId={refusedEntryId} />, '/create-channel');

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('PUB-028 PUB-029 PUB-030 step 1 offers the approved communities of the Creator; a new one is coming soon', async () => {
  await account.db.communities.bulkPut([
    soccer,
    golf,
    community('Tennis', { status: 'pending' }),
    community('Rugby', { scope: CLUB }),
  ]);
  openCreate();
  await expect
    .poll(offered)
    .toEqual(['GolfSport science · Nutrition', 'SoccerCoaching', 'Create a New Channel (Coming Soon)']);
  await expect.element(heading('Choose a community')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Create a New Channel (Coming Soon)' })).toBeDisabled();
  await expect.element(page.getByText('Choose a community to go on.')).toBeVisible();
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
});

test('PUB-029 an Organization is offered its own communities', async () => {
  await asClub();
  await account.db.communities.bulkPut([soccer, community('Rugby', { scope: CLUB })]);
  openCreate();
  await expect.poll(offered).toEqual(['RugbyCoaching', 'Create a New Channel (Coming Soon)']);
});

test('PUB-034 without an approved community the page says so', async () => {
  await account.db.communities.put(community('Tennis', { status: 'denied' }));
  openCreate();
  await expect.element(heading("You haven't an active subscription to create the channel.")).toBeVisible();
});

test('decision 0088: while the own application is under review the page says so and leads to the Library; an Organization has none', async () => {
  network.answer('/educator-applications/own', () => ({
    count: 2,
    results: [application('Tennis', 'denied'), application('Soccer', 'pending')],
  }));
  network.goOnline();
  openCreate();
  await expect.element(heading('Your Soccer application is under review.')).toBeVisible();
  await expectAccessibleAtWidths('an application under review');
  await expect.element(page.getByRole('link', { name: 'Go to Library' })).toHaveAttribute('href', '/library');
  clearPage();
  await asClub();
  openCreate();
  await expect.element(heading("You haven't an active subscription to create the channel.")).toBeVisible();
});

test('PUB-031 PUB-032 PUB-033 PUB-036 offline a channel is created from logo, cover and name, and its page replaces the form', async () => {
  await account.db.communities.bulkPut([soccer, golf]);
  const path = openCreate();
  await page.getByRole('radio', { name: 'Soccer' }).click();
  await button('Next').click();
  await expect.element(heading('Channel Description')).toBeVisible();
  await expect.element(page.getByText('Add a logo, a cover and a name to continue.')).toBeVisible();
  await expect.element(button('Create Channel')).toHaveAttribute('aria-disabled', 'true');
  await choose('Logo', 640, 500);
  await choose('Cover', 1600, 900);
  await expect.element(page.getByText('Add a name to continue.')).toBeVisible();
  await nameField.fill('Wall work');
  await button('Create Channel').click();

  await expect.poll(path).toMatch(/^\/channels\/[0-9a-f-]{36}$/);
  const [made] = await account.db.channels.toArray();
  expect(path()).toBe(`/channels/${made!.id}`);
  expect(made).toMatchObject({ name: 'Wall work', sportName: 'Soccer', scope: SCOPE, educatorName: 'Ana Silva' });
  const [entry] = await account.db.outbox.toArray();
  expect(entry).toMatchObject({ call: 'channels.create', state: 'waiting', input: { communityId: soccer.id } });
  const stored = await account.db.files.bulkGet(entry!.files);
  const sizes = await Promise.all(
    stored.map(async (file) => {
      const { width, height } = await createImageBitmap(file!.blob);
      return `${width}x${height}`;
    }),
  );
  expect(sizes).toEqual(['320x320', '640x500', '1372x392', '1600x900']);
  expect(await account.db.drafts.count()).toBe(0);
});

test('PUB-035 D-124 the form says the least sizes, and refuses a smaller picture', async () => {
  await account.db.communities.put(soccer);
  openCreate();
  await expect.element(page.getByRole('radio', { name: 'Soccer' })).toBeChecked();
  await button('Next').click();
  await expect.element(page.getByText('At least 1372x392 px, JPG or PNG.')).toBeVisible();
  await expect.element(page.getByText('At least 320x320 px, JPG or PNG.')).toBeVisible();
  await userEvent.upload(page.getByLabelText('Upload cover'), await pictureFile(1300, 400));
  await expect
    .element(page.getByText('This picture is 1300 x 400 px. Choose one of at least 1372 x 392 px.'))
    .toBeVisible();
  expect(await account.db.files.count()).toBe(0);
});

test('what was typed is there again after the page was left, until the person starts over', async () => {
  await account.db.communities.bulkPut([soccer, golf]);
  await account.db.channels.put(channel('Wall work'));
  openCreate();
  await page.getByRole('radio', { name: 'Golf' }).click();
  await button('Next').click();
  await nameField.fill('wall WORK');
  await expect.element(page.getByText('wall WORK already exists')).toBeVisible();
  await expect.poll(() => account.db.drafts.count()).toBe(1);
  clearPage();
  openCreate();
  await expect.element(page.getByText(/What you typed here before is still there\./)).toBeVisible();
  await expect.element(nameField).toHaveValue('wall WORK');
  await button('Start over').click();
  await expect.element(heading('Choose a community')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Golf' })).not.toBeChecked();
});

test('a refused channel opens again as it was sent, and is sent under its id', async () => {
  await account.db.communities.put(soccer);
  const input = {
    id: newId(),
    communityId: soccer.id,
    name: 'Wall work',
    description: '',
    logoImage: 'a'.repeat(64),
    coverImage: 'b'.repeat(64),
  };
  const entry = refusedEntry(createChannel, input);
  await account.db.outbox.put(entry);
  const path = openCreate(entry.id);
  await expect.element(nameField).toHaveValue('Wall work');
  await nameField.fill('Wall work for two');
  await button('Create Channel').click();
  await expect.poll(path).toBe(`/channels/${input.id}`);
  const entries = await account.db.outbox.toArray();
  expect(entries).toMatchObject([{ state: 'waiting', input: { ...input, name: 'Wall work for two' } }]);
});

test('PUB-037 PUB-038 PUB-039 a subchannel has the community of its parent, and its page replaces the form', async () => {
  await asClub();
  const rugby = community('Rugby', { scope: CLUB });
  const parent = channel('Juniors', { scope: CLUB, communityId: rugby.id });
  await account.db.communities.put(rugby);
  await account.db.channels.put(parent);
  const path = showRouted(
    <CreateSubchannelScreen parentChannelId={parent.id} communityId={rugby.id} refusedEntryId={undefined} />,
    '/create-subchannel',
  );
  await expect.element(heading('Channel Description')).toBeVisible();
  await expect.element(page.getByText('Below Juniors')).toBeVisible();
  await choose('Logo', 320, 320);
  await choose('Cover', 1372, 392);
  await nameField.fill('Under 12');
  await expectAccessibleAtWidths('the form of a subchannel');
  await button('Create Channel').click();
  await expect.poll(() => account.db.channels.count()).toBe(2);
  const made = await account.db.channels.where('id').notEqual(parent.id).toArray();
  await expect.poll(path).toBe(`/channels/${made[0]!.id}`);
  expect(made).toMatchObject([
    { name: 'Under 12', channelLevel: 1, parentChannel: parent.id, communityId: rugby.id, sportName: 'Rugby' },
  ]);
});

test('D-126 a channel of the second level, and one of a Creator, cannot have subchannels', async () => {
  await asClub();
  for (const parent of [channel('Deep', { scope: CLUB, channelLevel: 2 }), channel('Elsewhere')]) {
    await account.db.channels.put(parent);
    showRouted(
      <CreateSubchannelScreen
        key={parent.id}
        parentChannelId={parent.id}
        communityId={parent.communityId}
        refusedEntryId={undefined}
      />,
    );
    await expect.element(page.getByRole('heading', { name: /cannot have subchannels|not found/ })).toBeVisible();
    clearPage();
  }
});

test('a channel is edited: Save waits for a change, and sends only that', async () => {
  const own = channel('Wall work');
  await account.db.channels.put(own);
  showRouted(<EditChannelScreen channelId={own.id} refusedEntryId={undefined} />, `/edit-channel/${own.id}`);
  await expect.element(nameField).toHaveValue('Wall work');
  await expect.element(page.getByText('Nothing has changed yet.')).toBeVisible();
  await nameField.fill('Wall work for two');
  await button('Save').click();
  await expect
    .poll(async () => (await account.db.outbox.toArray()).map(({ call, input }) => ({ call, input })))
    .toEqual([{ call: 'channels.edit', input: { channelId: own.id, name: 'Wall work for two' } }]);
  expect(await account.db.channels.get(own.id)).toMatchObject({
    name: 'Wall work for two',
    description: 'Ball control',
  });
});
