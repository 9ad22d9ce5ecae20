import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Profile } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { newId } from '#contract/ids.ts';
import { setBasicInfo, setPersonalInfo } from '#contract/profiles.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { pictureFile } from '#ui/crop/picture.fixtures.ts';
import { AboutMePage } from './about-me-page.tsx';
import { LanguagePage } from './language-page.tsx';
import { OrganizationDescriptionPage } from './organization-description-page.tsx';
import { OrganizationInfoPage } from './organization-info-page.tsx';
import { PersonalInfoPage } from './personal-info-page.tsx';
import { PhysicalSizePage } from './physical-size-page.tsx';
import { PlaceOfBirthPage } from './place-of-birth-page.tsx';
import { profile } from './profile.fixtures.ts';

let account: Account;
const network = standInNetwork();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
const toggle = (name: string) => page.getByRole('switch', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
/** The queued changes, without the ids of the base path. */
const queued = async () =>
  (await account.db.outbox.toArray()).map(({ call, input: { userId: _userId, profileId: _profileId, ...input } }) => ({
    call,
    input,
  }));
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const open = async (screen: ReactNode, facts: Partial<Profile> = {}) => {
  const own = profile(facts);
  await account.db.profiles.put(own);
  showRouted(screen, '/profile/edit/x');
  return own;
};
const row = () => account.db.profiles.toCollection().first();

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
  network.goOnline();
});

test('PRO-020 D-79 About Me is counted and saved offline; Save waits for a change', async () => {
  const own = await open(<AboutMePage />, { aboutMe: 'Coach' });
  await expect.element(field('About me')).toHaveValue('Coach');
  await expect.element(page.getByText('5 / 1000')).toBeVisible();
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('Nothing has changed yet.')).toBeVisible();
  await field('About me').fill('Coach of juniors ');
  await button('Save').click();
  await expect.poll(queued).toEqual([{ call: 'profiles.setBasicInfo', input: { aboutMe: 'Coach of juniors' } }]);
  const [entry] = await account.db.outbox.toArray();
  expect(entry!.input).toMatchObject({ userId: USER_ID, profileId: own.id });
  expect(await row()).toMatchObject({ aboutMe: 'Coach of juniors' });
  await expect.element(page.getByText('Profile saved.')).toBeVisible();
  expect(await account.db.drafts.count()).toBe(0);
});

test('PRO-029 the switch of a section applies at once', async () => {
  await open(<AboutMePage />);
  await expect.element(toggle('Show on my profile')).toBeChecked();
  await toggle('Show on my profile').click();
  await expect.element(toggle('Show on my profile')).not.toBeChecked();
  await expect.poll(queued).toEqual([{ call: 'profiles.setVisibility', input: { aboutMe: false } }]);
});

test('what was typed is kept when the page closes, and Back asks before it is discarded', async () => {
  const own = await open(<AboutMePage />, { aboutMe: 'Coach' });
  await field('About me').fill('Coach and player');
  await expect.poll(() => account.db.drafts.count()).toBe(1);
  clearPage();
  await account.db.profiles.put({ ...own, aboutMe: 'Changed elsewhere' });
  showRouted(<AboutMePage />);
  await expect.element(field('About me')).toHaveValue('Coach and player');
  await expect.element(page.getByText(/What you typed here before is still there\./)).toBeVisible();
  await button('Back').click();
  await expect.element(page.getByText('You have unsaved changes. Leave without saving?')).toBeVisible();
  await button('Stay').click();
  await button('Start over').click();
  await expect.element(field('About me')).toHaveValue('Changed elsewhere');
});

test('PRO-027 D-78 the place of birth: only what changed is sent, and errors are below the fields', async () => {
  await open(<PlaceOfBirthPage />, { birthCity: 'Lagos', birthCountry: 'NG' });
  await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveTextContent('Nigeria');
  await field('City').fill('1');
  await button('Save').click();
  await expect.element(field('City')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('City')).toHaveFocus();
  expect(await account.db.outbox.count()).toBe(0);
  await field('City').fill('');
  await choose('Country', 'Ghana');
  await button('Save').click();
  await expect
    .poll(queued)
    .toEqual([{ call: 'profiles.setBasicInfo', input: { birthCity: null, birthCountry: 'GH' } }]);
  expect(await row()).toMatchObject({ birthCity: null, birthState: null, birthCountry: 'GH' });
});

test('PRO-027 D-77 languages: one primary, others besides, none twice', async () => {
  await open(<LanguagePage />, { primarySpokenLanguage: 'en', secondarySpokenLanguages: ['fr', 'de'] });
  await expect.element(page.getByRole('combobox', { name: 'Primary language' })).toHaveTextContent('English');
  await button('Remove German').click();
  await choose('Primary language', 'French');
  await expect.element(button('Remove French')).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Other languages' }).click();
  await expect.element(page.getByRole('option', { name: 'French', exact: true })).not.toBeInTheDocument();
  await page.getByRole('option', { name: 'Yoruba', exact: true }).click();
  await button('Save').click();
  await expect.poll(queued).toEqual([
    {
      call: 'profiles.setBasicInfo',
      input: { primarySpokenLanguage: 'fr', secondarySpokenLanguages: ['yo'] },
    },
  ]);
});

test('D-77 languages have English names, each its own, and are found by their names in the language of the device', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-CH', 'en']);
  await open(<LanguagePage />);
  await page.getByRole('combobox', { name: 'Other languages' }).click();
  const names = () =>
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => names().length).toBeGreaterThan(180);
  expect(new Set(names()).size).toBe(names().length);
  expect(names()).toEqual(expect.arrayContaining(['Akan', 'Twi', 'German']));
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('kroat');
  await expect.poll(names).toEqual(['Croatian']);
});

test('D-77 with ten languages none can be added', async () => {
  const ten = ['fr', 'de', 'it', 'es', 'pt', 'nl', 'sv', 'da', 'fi', 'pl'];
  await open(<LanguagePage />, { secondarySpokenLanguages: ten });
  await expect.element(page.getByRole('combobox', { name: 'Other languages' })).toBeDisabled();
});

const showFlag = (isVisible: boolean) =>
  network.answer('/feature-flags/PhysicalSize', () => ({ name: 'PhysicalSize', isVisible, isEnabled: isVisible }));

test('PRO-027 PRO-028 D-76 height and weight in metric or imperial units, within their bounds', async () => {
  network.goOnline();
  showFlag(true);
  await open(<PhysicalSizePage />, { height: 1.8, unitsForHeight: 'm', weight: 80, unitsForWeight: 'kg' });
  await expect.element(field('Height (m)')).toHaveValue('1.8');
  await page.getByRole('radio', { name: 'Imperial' }).click();
  await expect.element(field('Height (inch)')).toHaveValue('70.9');
  await expect.element(field('Weight (lb)')).toHaveValue('176.4');
  network.goOffline();
  await field('Height (inch)').fill('300');
  await button('Save').click();
  await expect.element(page.getByText('Enter 20 to 107 inch, with at most one decimal.')).toBeVisible();
  await field('Height (inch)').fill('71,5');
  await button('Save').click();
  await expect.poll(queued).toEqual([
    {
      call: 'profiles.setBasicInfo',
      input: { height: 71.5, unitsForHeight: 'inch', weight: 176.4, unitsForWeight: 'lb' },
    },
  ]);
});

test('while the flag PhysicalSize is off, height and weight cannot be edited', async () => {
  network.goOnline();
  showFlag(false);
  await open(<PhysicalSizePage />);
  await expect.element(heading('Height and weight cannot be edited now')).toBeVisible();
});

test('PRO-025 PRO-026 personal info: names, one’s own word for gender, and only what changed', async () => {
  await open(<PersonalInfoPage />, { city: 'Porto', dateOfBirth: '1990-05-01' });
  await expect.element(field('First name')).toHaveValue('Ana');
  await field('First name').fill('');
  await choose('Gender', 'My own word');
  await button('Save').click();
  await expect.element(field('First name')).toHaveFocus();
  await expect.element(field('Your gender, in your own words')).toHaveAttribute('aria-invalid', 'true');
  expect(await account.db.outbox.count()).toBe(0);
  await field('First name').fill('Anna');
  await field('Your gender, in your own words').fill('agender');
  await button('Save').click();
  await expect.poll(queued).toEqual([
    {
      call: 'profiles.setPersonalInfo',
      input: { firstName: 'Anna', genderChoice: 'user_specified', gender: 'agender' },
    },
  ]);
  expect(await row()).toMatchObject({ gender: 'agender', city: 'Porto', dateOfBirth: '1990-05-01' });
  expect(await account.db.me.get(USER_ID)).toMatchObject({ firstName: 'Anna', lastName: 'Silva' });
});

test('PRO-025 personal info has last name, city, state and country, and each is sent', async () => {
  await open(<PersonalInfoPage />);
  await field('Last name').fill('Sousa');
  await field('City').fill('Porto');
  await field('State').fill('Norte');
  await choose('Country', 'Portugal');
  await button('Save').click();
  const place = { city: 'Porto', state: 'Norte', country: 'PT' };
  await expect.poll(queued).toEqual([{ call: 'profiles.setPersonalInfo', input: { lastName: 'Sousa', ...place } }]);
  expect(await row()).toMatchObject(place);
});

test('PRO-026 another choice than one’s own word sends no word', async () => {
  await open(<PersonalInfoPage />, { genderChoice: 'user_specified', gender: 'agender' });
  await choose('Gender', 'Female');
  await expect.element(field('Your gender, in your own words')).not.toBeInTheDocument();
  await button('Save').click();
  await expect.poll(queued).toEqual([{ call: 'profiles.setPersonalInfo', input: { genderChoice: 'female' } }]);
  expect(await row()).toMatchObject({ genderChoice: 'female', gender: null });
});

test('ACC-088 birth years run from 1900 to the current year minus 13', async () => {
  await open(<PersonalInfoPage />);
  const born = page.getByLabelText('Date of birth', { exact: true });
  const last = new Date().getFullYear() - 13;
  await expect.element(born).toHaveAttribute('min', '1900-01-01');
  await expect.element(born).toHaveAttribute('max', `${last}-12-31`);
  await born.fill('1899-12-31');
  await button('Save').click();
  await expect.element(page.getByText('must be after 1899')).toBeVisible();
  await born.fill(`${last + 1}-01-01`);
  await expect.element(page.getByText('Users must be 13 or older.')).toBeVisible();
  expect(await account.db.outbox.count()).toBe(0);
  await born.fill(`${last}-01-01`);
  await button('Save').click();
  await expect.poll(queued).toEqual([{ call: 'profiles.setPersonalInfo', input: { dateOfBirth: `${last}-01-01` } }]);
});

test('PRO-025 PRO-071 D-81 photo and banner are cropped to their shapes; smaller pictures are refused', async () => {
  await open(<PersonalInfoPage />);
  const banner = page.getByRole('group', { name: 'Banner', exact: true });
  await expect.element(page.getByText('At least 320x320 px, JPG or PNG.')).toBeVisible();
  await userEvent.upload(banner.getByLabelText('Upload banner'), await pictureFile(1300, 400));
  await expect
    .element(page.getByText('This picture is 1300 x 400 px. Choose one of at least 1372 x 392 px.'))
    .toBeVisible();
  const photo = page.getByRole('group', { name: 'Photo', exact: true });
  await userEvent.upload(photo.getByLabelText('Upload photo'), await pictureFile(400, 640));
  await button('Use this picture').click();
  await expect.element(photo.getByRole('button', { name: 'Crop again' })).toBeVisible();
  await button('Save').click();
  await expect.poll(() => account.db.outbox.count()).toBe(1);
  const [entry] = await account.db.outbox.toArray();
  const { userPhoto, originPhoto } = entry!.input as Record<string, string>;
  expect(entry!.files).toEqual([userPhoto, originPhoto]);
  const { width, height } = await createImageBitmap((await account.db.files.get(userPhoto!))!.blob);
  expect([width, height]).toEqual([320, 320]);
});

test('a refused change opens again as it was typed, with the server’s message below its field', async () => {
  const own = profile();
  const entry = refusedEntry(setPersonalInfo, { userId: USER_ID, profileId: own.id, dateOfBirth: '1950-01-01' });
  entry.problem = { code: 'profile.too_young', message: 'Users must be 13 or older.' };
  await account.db.outbox.put(entry);
  await account.db.profiles.put(own);
  showRouted(<PersonalInfoPage />);
  await expect.element(page.getByText('This change was not accepted')).toBeVisible();
  const born = page.getByLabelText('Date of birth', { exact: true });
  await expect.element(born).toHaveValue('1950-01-01');
  await expect.element(page.getByText('Users must be 13 or older.')).toBeVisible();
  await born.fill('1951-01-01');
  await button('Save').click();
  await expect.poll(queued).toEqual([{ call: 'profiles.setPersonalInfo', input: { dateOfBirth: '1951-01-01' } }]);
});

test('PRO-025 a photo and a banner can be taken away again; one that was only chosen is forgotten', async () => {
  await account.db.me.put(person({ userPhoto: '/pictures/photo.jpg' }));
  await open(<PersonalInfoPage />);
  const photo = page.getByRole('group', { name: 'Photo', exact: true });
  const banner = page.getByRole('group', { name: 'Banner', exact: true });
  await expect.element(banner.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  await userEvent.upload(banner.getByLabelText('Upload banner'), await pictureFile(1400, 400));
  await button('Use this picture').click();
  const pictures = () => banner.element().querySelectorAll('img').length;
  await expect.poll(pictures).toBe(1);
  await banner.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(pictures).toBe(0);
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  await photo.getByRole('button', { name: /^Remove/ }).click();
  await expect.element(photo.getByLabelText('Upload photo')).toHaveFocus();
  await button('Save').click();
  await expect
    .poll(queued)
    .toEqual([{ call: 'profiles.setPersonalInfo', input: { userPhoto: null, originPhoto: null } }]);
  expect(await account.db.me.get(USER_ID)).toMatchObject({ userPhoto: null });
});

test('a refused size opens again as it was typed, with the server’s message', async () => {
  network.goOnline();
  showFlag(true);
  const own = profile({ height: 1.8, unitsForHeight: 'm', weight: 80, unitsForWeight: 'kg' });
  const input = { userId: USER_ID, profileId: own.id, height: 71.5, unitsForHeight: 'inch' };
  const entry = refusedEntry(setBasicInfo, input);
  entry.problem = { code: 'profile.bad_size', message: 'Enter 0.5 to 2.72 m or 20 to 107 inch.' };
  await account.db.outbox.put(entry);
  await account.db.profiles.put(own);
  showRouted(<PhysicalSizePage />);
  await expect.element(page.getByText('Enter 0.5 to 2.72 m or 20 to 107 inch.')).toBeVisible();
  await expect.element(field('Height (inch)')).toHaveValue('71.5');
  await expect.element(field('Weight (lb)')).toHaveValue('176.4');
  network.goOffline();
  await field('Height (inch)').fill('71');
  await button('Save').click();
  await expect.poll(queued).toEqual([
    {
      call: 'profiles.setBasicInfo',
      input: { height: 71, unitsForHeight: 'inch', weight: 176.4, unitsForWeight: 'lb' },
    },
  ]);
});

const asClub = async () => {
  const id = newId();
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id, name: 'North Shore Club', role: 'Owner' }],
    }),
  );
  return { scope: `org:${id}` as const };
};

test('PRO-020 D-84 an organization edits its name, web site and place', async () => {
  await open(<OrganizationInfoPage />, await asClub());
  await expect.element(field('Name')).toHaveValue('North Shore Club');
  await field('Web site').fill('@club');
  await button('Save').click();
  await expect.element(page.getByText('Please enter a web address')).toBeVisible();
  await field('Web site').fill('club.example');
  await choose('Country', 'Ghana');
  await button('Save').click();
  await expect
    .poll(queued)
    .toEqual([{ call: 'profiles.setOrganizationInfo', input: { webSite: 'club.example', country: 'GH' } }]);
});

test('PRO-020 D-84 an organization edits its description', async () => {
  await open(<OrganizationDescriptionPage />, { ...(await asClub()), description: 'Football' });
  await field('Description').fill('Football and golf');
  await button('Save').click();
  await expect
    .poll(queued)
    .toEqual([{ call: 'profiles.setOrganizationInfo', input: { description: 'Football and golf' } }]);
});
