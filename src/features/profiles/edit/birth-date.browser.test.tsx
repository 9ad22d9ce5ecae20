import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '#contract/rows.ts';
import { setPersonalInfo } from '#contract/profiles.ts';
import { deviceDatabase } from '#store/device.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  Refusal,
  refusedEntry,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { PersonalInfoPage } from './personal-info-page.tsx';
import { profile } from './profile.fixtures.ts';

let account: Account;
const network = standInNetwork();
const year = new Date().getFullYear();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const born = page.getByLabelText('Date of birth', { exact: true });
const queued = async () =>
  (await account.db.outbox.where('state').equals('waiting').toArray()).map(
    ({ input: { userId: _userId, profileId: _profileId, ...input } }) => input,
  );
const open = async (own: Profile) => {
  await account.db.profiles.put(own);
  showRouted(<PersonalInfoPage />, '/profile/edit/x');
};

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(async () => {
  clearPage();
  network.goOnline();
  await deviceDatabase.settings.delete(`tooYoungUntilMs:${USER_ID}`);
});

test('D-75 D-82 under 18 date of birth and location stay hidden, and the page says why; the date cannot be changed', async () => {
  const own = profile({ dateOfBirth: `${year - 15}-01-01` });
  const wished = { userId: USER_ID, profileId: own.id, dateOfBirth: `${year - 30}-01-01`, city: 'Porto' };
  await account.db.outbox.put({
    ...refusedEntry(setPersonalInfo, wished),
    problem: { code: 'profile.birth_fixed', message: 'It stays as it is.' },
  });
  await open(own);
  for (const name of ['Show date of birth on my profile', 'Show location on my profile']) {
    await expect.element(page.getByRole('switch', { name, exact: true })).toBeDisabled();
    await expect
      .element(page.getByRole('switch', { name, exact: true }))
      .toHaveAccessibleDescription(/stay hidden until you are 18/);
  }
  await expect.element(page.getByRole('switch', { name: 'Show gender on my profile', exact: true })).toBeEnabled();
  await expect.element(born).toHaveValue(`${year - 15}-01-01`);
  await expect.element(born).toHaveAttribute('readonly');
  await expect.element(born).toHaveAccessibleDescription(/stays as it is/);
  await expectAccessible('the personal info of a minor');
  await button('Save').click();
  await expect.poll(queued).toEqual([{ city: 'Porto' }]);
});

test('a child who names a date below 13 cannot name another one on this device; the rest can be saved', async () => {
  network.goOnline();
  let told = 0;
  const own = profile();
  network.answer(`/${USER_ID}/profiles/sports/${USER_ID}/personal-info`, () => {
    told += 1;
    throw new Refusal(400, 'profile.too_young', 'Users must be 13 or older.');
  });
  await open(own);
  await page.getByLabelText('City', { exact: true }).fill('Porto');
  await born.fill(`${year - 12}-12-31`);
  await button('Save').click();
  await button('Change the date').click();
  await expect.element(born).not.toHaveAttribute('readonly');
  await button('Save').click();
  await button('Yes, continue').click();
  await page.getByRole('dialog', { name: 'Are you 13 or older?' }).getByText('Close', { exact: true }).click();
  await expect.element(born).toHaveValue('');
  await expect.element(born).toHaveAttribute('readonly');
  await expect.element(born).toHaveAccessibleDescription(/You must be 13 or older to join Sideline/);
  expect(told).toBe(1);
  await expectAccessible('the personal info of a child');
  await button('Save').click();
  await expect.poll(queued).toEqual([{ city: 'Porto' }]);
  clearPage();
  await open(own);
  await expect.element(born).toHaveAttribute('readonly');
});
