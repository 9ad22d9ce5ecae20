import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, show } from '../data/signed-in.fixtures.tsx';
import { violations } from '../frame/axe.fixtures.ts';
import { NoRoomDialog } from './no-room-dialog.tsx';

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

test('it says that files which were chosen wait for the room', async () => {
  show(<NoRoomDialog open areFilesKept onClose={() => {}} />);
  await expect
    .element(page.getByRole('link', { name: 'Upgrade Storage Plan' }))
    .toHaveAccessibleDescription(/^Your files wait in the Library and are sent as soon as there is room\./);
});
