import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId, organizationScope } from '#contract/ids.ts';
import type { Account } from '../data/account.ts';
import { clearPage, freshAccount, person, show } from '../data/signed-in.fixtures.tsx';
import { violations } from '../frame/axe.fixtures.ts';
import { NoRoomDialog } from './no-room-dialog.tsx';

let account: Account;
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
});
afterEach(clearPage);

test('UPL-055 ‘Upgrade Storage Plan’ leads to the storage plans', async () => {
  const close = vi.fn<() => void>();
  show(<NoRoomDialog open onClose={close} />);
  const dialog = page.getByRole('dialog', { name: "You've run out of storage space" });
  const upgrade = dialog.getByRole('link', { name: 'Upgrade Storage Plan' });
  await expect.element(upgrade).toHaveAttribute('href', '/storage-plan-access-fees');
  await expect.element(upgrade).toHaveAccessibleDescription(/^You can also delete content you no longer need\./);
  expect(await violations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(close).toHaveBeenCalled();
});

test('D-290 an Admin of the organization is led to what takes space, for only its Owner can upgrade; the Owner is not', async () => {
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  await account.db.me.put(person({ organizations: [club] }));
  show(<NoRoomDialog open of={organizationScope(club.id)} onClose={() => {}} />);
  const dialog = page.getByRole('dialog', { name: "You've run out of storage space" });
  await expect
    .element(dialog.getByText('The storage of Club is full. Only its Owner can upgrade the storage plan.'))
    .toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'See What Takes Space' }))
    .toHaveAttribute('href', `/storage-plan-access-fees?of=org:${club.id}`);
  await expect.element(dialog.getByText('You can also delete content you no longer need.')).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'See unfinished uploads' })).toBeVisible();
  expect(dialog.getByText(/^(Please upgrade|Upgrade)/).elements()).toEqual([]);
  expect(await violations()).toEqual([]);
  await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [{ ...club, role: 'Owner' }] }));
  await expect.element(dialog.getByRole('link', { name: 'Upgrade Storage Plan' })).toBeVisible();
});

test('it says that files which were chosen wait for the room', async () => {
  show(<NoRoomDialog open areFilesKept onClose={() => {}} />);
  await expect
    .element(page.getByRole('link', { name: 'Upgrade Storage Plan' }))
    .toHaveAccessibleDescription(/^Your files wait in the Library and are sent as soon as there is room\./);
});
