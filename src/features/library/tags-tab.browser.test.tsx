import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { TagProfile } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { violations } from '#app/frame/axe.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { TagsTab } from './tags-tab.tsx';

let account: Account;
const network = standInNetwork();

const group = (title: string, position: number): TagProfile => ({
  id: newId(),
  scope: SCOPE,
  title,
  tagProfileItems: [{ id: newId(), name: 'corner', position: 0 }],
  sportName: null,
  position,
});
const order = () =>
  page
    .getByRole('list', { name: 'Saved Tags Groups' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('.list-row__title')?.textContent);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

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

test('LIB-010 LIB-054 decision 0128 each move of a tag group is queued when it is made; what another device moved shows at once', async () => {
  const groups = ['Serves', 'Volleys', 'Lobs'].map(group);
  const [serves, volleys, lobs] = groups as [TagProfile, TagProfile, TagProfile];
  await account.db.tagProfiles.bulkPut(groups);
  showRouted(<TagsTab tabs={null} />);
  await press('Reorder');
  await press('Move Lobs up');
  await expect.poll(order).toEqual(['Serves', 'Lobs', 'Volleys']);
  const queued = async () => (await account.db.outbox.toArray()).map(({ call, input }) => [call, input]);
  const made = ['library.moveTagProfile', { id: lobs.id, afterId: serves.id }];
  await expect.poll(queued).toEqual([made]);
  await account.db.tagProfiles.bulkPut([
    { ...volleys, position: 0 },
    { ...serves, position: 1 },
    { ...lobs, position: 2 },
  ]);
  await expect.poll(order).toEqual(['Volleys', 'Serves', 'Lobs']);
  await press('Move Serves up');
  await expect.poll(order).toEqual(['Serves', 'Volleys', 'Lobs']);
  expect(await violations()).toEqual([]);
  await press('Done');
  await expect.element(page.getByRole('button', { name: 'More actions for Serves' })).toBeVisible();
  await expect.poll(queued).toEqual([made, ['library.moveTagProfile', { id: serves.id, afterId: null }]]);
});

test('LIB-010 LIB-065 a tag group is made with its tags, and deleted after a question', async () => {
  await account.db.tagProfiles.put(group('Serves', 0));
  showRouted(<TagsTab tabs={null} />);
  await press('Create Tag Group');
  await page.getByLabelText('Group name').fill('Set pieces');
  await userEvent.fill(page.getByRole('textbox', { name: 'Tags' }), 'corner free-kick ');
  await press('Save');
  await expect.element(page.getByText('The ‘Set pieces’ profile was created.')).toBeVisible();
  await expect.poll(order).toEqual(['Serves', 'Set pieces']);
  const queued = async () => (await account.db.outbox.toArray()).map(({ call, input }) => ({ call, input }));
  const [made] = await queued();
  expect(made).toMatchObject({
    call: 'library.createTagProfile',
    input: {
      title: 'Set pieces',
      tagProfileItems: [
        { name: 'corner', position: 0 },
        { name: 'free-kick', position: 1 },
      ],
    },
  });

  // One that the server has: the deletion of one that waits would only take it out of the queue.
  await press('More actions for Serves');
  await press('Delete');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(order).toEqual(['Set pieces']);
  const { id } = (await account.db.tagProfiles.toCollection().first())!;
  expect(id).toBe(made!.input['id']);
  expect((await queued()).map(({ call }) => call)).toEqual(['library.createTagProfile', 'library.deleteTagProfile']);
});
