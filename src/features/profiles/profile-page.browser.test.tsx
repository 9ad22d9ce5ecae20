import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Me, Profile } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { EDIT_ROUTES } from './edit-routes.ts';
import { OwnProfile, ProfileById } from './own-profile.tsx';
import { colourOf, dotsOfSections } from './dots.fixtures.ts';
import { answeredPage, channelOf, channelRow, contactRow, profileRow, sportRow } from './profile.fixtures.ts';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());
const ORGANIZATION = newId();
const asOrganization: Partial<Me> = {
  lastLoginedRole: 'organization',
  isOrganization: true,
  organizations: [{ id: ORGANIZATION, name: 'North Shore Club', role: 'Owner' }],
};

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const section = (name: string) => page.getByRole('region', { name, exact: true });
const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ firstChild }) => firstChild!.textContent);
const pencils = () =>
  page
    .getByRole('link', { name: /^Edit / })
    .elements()
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);

/** Shows the own profile from the device alone. */
const showOwn = async (me: Partial<Me> = {}, profile: Partial<Profile> = {}) => {
  await account.db.me.put(person(me));
  await account.db.profiles.put(profileRow(profile));
  return showRouted(<OwnProfile />);
};
const flag = (isVisible: boolean) =>
  network.answer('/feature-flags/PhysicalSize', () => ({ name: 'PhysicalSize', isVisible, isEnabled: true }));

beforeEach(async () => {
  account = await freshAccount();
  await notePull(account);
  flag(true);
  network.answer('/channels/followed', () => ({ count: 0, results: [] }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('PRO-001 PRO-002 PRO-003 PRO-004 PRO-005 PRO-006 PRO-007 PRO-008 PRO-014 PRO-019 PRO-042 a Creator sees all of the own profile offline, each part with its pencil', async () => {
  network.goOffline();
  await account.db.channels.put(channelRow('First Touch Lab'));
  await showOwn(
    { userPhoto: `${PICTURE}#photo` },
    {
      genderChoice: 'female',
      dateOfBirth: '1991-03-14',
      city: 'Leeds',
      country: 'GB',
      aboutMe: 'A coach.',
      birthCountry: 'NG',
      primarySpokenLanguage: 'en',
      secondarySpokenLanguages: ['yo'],
      bannerImage: PICTURE,
    },
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible();
  const pictures = [...document.querySelectorAll<HTMLImageElement>('.profile__head img')].map((image) => image.src);
  expect(pictures).toEqual([PICTURE, `${PICTURE}#photo`]);
  await expect.element(page.getByText('@ana')).toBeVisible();
  const day = new Date(Date.UTC(1991, 2, 14)).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' });
  for (const fact of ['Female', day, 'Leeds, United Kingdom', 'A coach.', 'Nigeria', 'English, Yoruba'])
    await expect.element(page.getByText(fact, { exact: true })).toBeVisible();
  expect(document.querySelector('.avatar__creator')).not.toBeNull();
  expect(headings()).toEqual([
    'About Me',
    'Place of Birth',
    'Language(s)',
    'My Sports',
    'My Channels',
    'My Communities',
    'Contacts',
  ]);
  expect(pencils()).toEqual([
    ['Edit Personal Info', EDIT_ROUTES.personalInfo],
    ['Edit About Me', EDIT_ROUTES.aboutMe],
    ['Edit Place of Birth', EDIT_ROUTES.placeOfBirth],
    ['Edit Language(s)', EDIT_ROUTES.language],
    ['Edit My Sports', EDIT_ROUTES.mySports],
    ['Edit My Channels', '/profile/edit/my-channels'],
    ['Edit Contacts', EDIT_ROUTES.contacts],
  ]);
});

test('PRO-009 PRO-010 Height and Weight shows while its flag is visible', async () => {
  const size = { height: 1.78, unitsForHeight: 'm', weight: 150, unitsForWeight: 'lb' } as const;
  await showOwn({}, size);
  const shown = section('Height and Weight');
  await expect.element(shown.getByText(`${(1.78).toLocaleString()} m`)).toBeVisible();
  await expect.element(shown.getByText('150 lb')).toBeVisible();
  clearPage();
  flag(false);
  await showOwn({}, size);
  await expect.element(section('Language(s)')).toBeVisible();
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(page.getByText('150 lb')).not.toBeInTheDocument();
});

test('PRO-013 PRO-015 a Member’s section is Channels, which says that there are none and offers no page of Creators', async () => {
  await showOwn({ lastLoginedRole: 'learner', isEducator: false });
  await expect.element(section('Channels').getByText('No channels yet.')).toBeVisible();
  expect(pencils().map(([name]) => name)).not.toContain('Edit Channels');
  expect(document.querySelector('.avatar__creator')).toBeNull();
  expect(document.querySelector('a[href="/create-channel"]')).toBeNull();
});

test('PRO-001 PRO-011 PRO-017 D-84 an Organization: web site, info, description, sports, channels and contacts, no communities', async () => {
  const scope = `org:${ORGANIZATION}` as const;
  await account.db.contacts.put(contactRow('Site', 'https://club.example', 0, scope));
  await showOwn(asOrganization, {
    id: newId(),
    scope,
    webSite: 'https://northshore.example',
    country: 'NZ',
    city: 'Auckland',
    description: 'We row.',
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'North Shore Club' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /^northshore\.example/ }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect.element(page.getByText('Auckland, New Zealand')).toBeVisible();
  expect(document.querySelector('.profile__photo')?.className).toContain('channel-logo');
  await expect.poll(headings).toEqual(['Organization Info', 'Description', 'My Sports', 'My Channels', 'Contacts']);
  expect(pencils().slice(0, 3)).toEqual([
    ['Edit Organization Info', EDIT_ROUTES.organizationInfo],
    ['Edit Organization Info', EDIT_ROUTES.organizationInfo],
    ['Edit Description', EDIT_ROUTES.description],
  ]);
});

test('PRO-006 PRO-021 PRO-022 PRO-023 above 135 characters and above 3 items Show More opens a sheet with all', async () => {
  const long = `${'a'.repeat(134)}😀the end`;
  await account.db.contacts.bulkPut([1, 2, 3, 4].map((n) => contactRow(`Link ${n}`, `https://one.example/${n}`, n)));
  await showOwn({}, { aboutMe: long });
  await expect.element(page.getByText(`${'a'.repeat(134)}😀…`)).toBeVisible();
  await section('About Me')
    .getByRole('button', { name: /^Show More/ })
    .click();
  await expect.element(page.getByRole('dialog', { name: 'About Me' }).getByText(long)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  expect(section('Contacts').getByRole('listitem').elements()).toHaveLength(3);
  await section('Contacts')
    .getByRole('button', { name: /^Show More/ })
    .click();
  await expect.element(page.getByRole('dialog', { name: 'Contacts' }).getByText('Link 4')).toBeVisible();
});

test('PRO-023 135 characters and 3 items are shown whole', async () => {
  await account.db.contacts.bulkPut([1, 2, 3].map((n) => contactRow(`Link ${n}`, `https://one.example/${n}`, n)));
  await showOwn({}, { aboutMe: 'b'.repeat(135) });
  await expect.element(page.getByText('b'.repeat(135), { exact: true })).toBeVisible();
  await expect.element(page.getByText('Link 3')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Show More/ })).not.toBeInTheDocument();
});

test('PRO-036 PRO-037 PRO-038 an empty section has its prompt; a complete one a dot, of another colour and shape when hidden', async () => {
  await account.db.sportInterests.put(sportRow('Soccer', ['Coach']));
  await showOwn({}, { aboutMe: 'A coach.', birthCountry: 'NG' });
  await expect.element(section('About Me').getByText('Complete', { exact: true })).toBeInTheDocument();
  await expect.element(section('Place of Birth').getByText('Complete, only you can see this')).toBeInTheDocument();
  await expect.element(section('My Sports').getByText('Complete', { exact: true })).toBeInTheDocument();
  const [complete, hidden] = [colourOf('--success'), colourOf('--private')];
  expect(complete).not.toBe(hidden);
  expect(dotsOfSections()).toEqual([
    ['About Me', 9, complete, '50%'],
    ['Place of Birth', 9, hidden, '2px'],
    ['My Sports', 9, complete, '50%'],
  ]);
  const prompts: [string, string][] = [
    ['Language(s)', 'Which languages do you speak?'],
    ['Height and Weight', 'Add your height and weight.'],
    ['My Channels', 'Create your first channel.'],
    ['My Communities', 'Follow channels to see them here.'],
    ['Contacts', 'Add links to your social profiles.'],
  ];
  for (const [name, prompt] of prompts) {
    await expect.element(section(name).getByText(prompt)).toBeVisible();
    await expect.element(section(name).getByText('Complete')).not.toBeInTheDocument();
  }
  await expect
    .element(section('Contacts').getByRole('link', { name: 'Add contacts' }))
    .toHaveAttribute('href', EDIT_ROUTES.contacts);
});

test('PRO-039 PRO-040 PRO-041 the bar shows an integer below 100 % and leads to the first section to fill in', async () => {
  const full: Partial<Profile> = {
    bannerImage: '/pictures/banner',
    genderChoice: 'female',
    dateOfBirth: '1991-03-14',
    country: 'GB',
    aboutMe: 'A coach.',
    birthCountry: 'NG',
    height: 1.78,
    unitsForHeight: 'm',
    weight: 70,
    unitsForWeight: 'kg',
  };
  await account.db.channels.put(channelRow('First Touch Lab'));
  await account.db.sportInterests.put(sportRow('Soccer', ['Coach']));
  await account.db.contacts.put(contactRow('Site', 'https://one.example'));
  await showOwn({ userPhoto: '/pictures/photo' }, full);
  // 9 of 10.
  await expect.element(page.getByText('Profile 90% complete')).toBeVisible();
  await expect
    .element(page.getByRole('meter', { name: 'Profile completeness' }))
    .toHaveAttribute('aria-valuenow', '90');
  await expect
    .element(page.getByRole('link', { name: 'Add languages' }).first())
    .toHaveAttribute('href', EDIT_ROUTES.language);
  await account.db.profiles.update(profileRow().id, { primarySpokenLanguage: 'en' });
  await expect.element(page.getByRole('meter')).not.toBeInTheDocument();
});

test('PRO-012 PRO-021 a chip per sport shows the roles in it', async () => {
  await account.db.sportInterests.bulkPut([
    sportRow('Soccer', ['Coach', 'Player', 'Fan', 'Referee']),
    sportRow('Tennis', ['Parent'], { position: 1 }),
  ]);
  await showOwn();
  const roles = (sport: string) => page.getByRole('list', { name: `Roles in ${sport}` }).getByRole('listitem');
  await expect.poll(() => roles('Soccer').elements().length).toBe(3);
  await page.getByRole('button', { name: 'Tennis' }).click();
  await expect.element(roles('Tennis')).toHaveTextContent('Parent');
  await expect.element(page.getByRole('button', { name: 'Tennis' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Soccer' }).click();
  await section('My Sports')
    .getByRole('button', { name: /^Show More/ })
    .click();
  await expect.element(page.getByRole('dialog').getByText('Referee')).toBeVisible();
});

test('PRO-033 PRO-055 the own sport bio: answers of this device, progress and the way to the questions', async () => {
  const soccer = sportRow('Soccer', ['Coach']);
  await account.db.sportInterests.put(soccer);
  const row = (question: string, answer: string) => ({
    id: newId(),
    scope: SCOPE,
    sportId: 'soccer',
    question,
    answer,
  });
  await account.db.bioAnswers.bulkPut([row('goal', 'To win.'), row('favourite-team', 'North Shore')]);
  network.goOffline();
  await showOwn();
  // Without the server's texts the question is its short name.
  await expect.element(section('My Sports').getByText('Favourite team', { exact: true })).toBeVisible();
  await expect.element(section('My Sports').getByText('To win.')).toBeVisible();
  const link = page.getByRole('link', { name: /^Sport bio/ });
  await expect.element(link).toHaveAttribute('href', '/profile/edit/sport-bio/soccer');
  await expect.element(link).toHaveTextContent('Sport bio for Soccer: 2 of 12 answered');
  clearPage();
  network.goOnline();
  const questions_and_answers = [
    { id: 'goal', question: 'What is your goal for this season?', answer: 'Older' },
    { id: 'advice', question: 'What is your advice for beginners?', answer: null },
  ];
  const bio = { sport_id: 'soccer', sport_name: 'Soccer', id: soccer.id, questions_and_answers };
  const answer = { count: 1, results: [{ ...bio, num_of_questions: 11, num_of_completed_questions: 1 }] };
  network.answer('/sports-bio', () => answer);
  await showOwn();
  await expect.element(section('My Sports').getByText('What is your goal for this season?')).toBeVisible();
  await expect.element(section('My Sports').getByText('To win.')).toBeVisible();
  await expect.element(link).toHaveTextContent('Sport bio for Soccer: 2 of 11 answered');
});

test('PRO-033 PRO-062 a visitor reads the answers of a sport bio and finds the channels that the person runs', async () => {
  await account.db.me.put(person());
  const channel = channelOf('Line and Length');
  const shown = answeredPage({
    isEducator: true,
    sportInterests: [{ id: newId(), sportId: 'soccer', sportName: 'Soccer', roles: ['Coach'] }],
    sportBios: [
      {
        sport_id: 'soccer',
        sport_name: 'Soccer',
        id: newId(),
        num_of_questions: 12,
        num_of_completed_questions: 4,
        questions_and_answers: ['goal', 'years', 'advice', 'equipment'].map((id) => ({
          id,
          question: `Question ${id}`,
          answer: `Answer ${id}`,
        })),
      },
    ],
    channels: [channel],
  });
  network.answer(`/profiles/${shown.userId}`, () => shown);
  showRouted(<ProfileById id={shown.userId} />);
  await expect.element(section('My Sports').getByText('Answer advice')).toBeVisible();
  await expect.element(page.getByText('Answer equipment')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /^Sport bio/ })).not.toBeInTheDocument();
  await section('My Sports')
    .getByRole('button', { name: /^Show More/ })
    .click();
  await expect.element(page.getByRole('dialog').getByText('Answer equipment')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect
    .element(section('Channels').getByRole('link', { name: 'Line and Length' }))
    .toHaveAttribute('href', `/channels/${channel.id}`);
});

test('PRO-016 PRO-024 the channels that the person still follows are communities; channels lead to their page', async () => {
  const [kept, left] = [channelOf('Line and Length'), channelOf('Left')];
  const followed = [kept, left].map((each) => ({
    ...channelRow(each.name),
    ...each,
    following: true,
    isOwner: false,
    ownerId: newId(),
  }));
  network.answer('/channels/followed', () => ({ count: 2, results: followed }));
  await account.db.follows.put({ id: kept.id, scope: SCOPE, followedAt: '2026-05-01T10:00:00.000Z' });
  const own = channelRow('First Touch Lab');
  await account.db.channels.put(own);
  await showOwn();
  const linksIn = (name: string) =>
    section(name)
      .getByRole('listitem')
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'));
  await expect.poll(() => linksIn('My Communities')).toEqual([`/channels/${kept.id}`]);
  await expect.poll(() => linksIn('My Channels')).toEqual([`/channels/${own.id}`]);
  await expect.element(page.getByText('Left', { exact: true })).not.toBeInTheDocument();
});

test('PRO-018 PRO-043 PRO-065 D-83 a visitor sees what the answer has: no pencils, dots, prompts or bar, hidden sections not at all', async () => {
  await account.db.me.put(person());
  const shown = answeredPage({
    isEducator: true,
    basic: { aboutMe: 'I play.' },
    contacts: [contactRow('Videos', 'https://videos.example/mia/'), contactRow('Odd', 'javascript:alert(1)', 1)],
    communities: [channelOf('Line and Length')],
  });
  network.answer(`/profiles/${shown.userId}`, () => shown);
  showRouted(<ProfileById id={shown.userId} />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mia Weber' })).toBeVisible();
  expect(headings()).toEqual(['About Me', 'Channels', 'My Communities', 'Contacts']);
  await expect.element(page.getByText('No channels yet.')).toBeVisible();
  expect(pencils()).toEqual([]);
  expect(document.querySelectorAll('.dot, [role=meter], .profile__prompt + .button')).toHaveLength(0);
  const link = page.getByRole('link', { name: /videos\.example\/mia/ });
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect.element(link).toHaveAttribute('target', '_blank');
  // Kept from a server that allowed it: text, no link.
  await expect.element(page.getByText('Odd')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Odd/ })).not.toBeInTheDocument();
});

test('a visited profile is read again offline with its age; one never opened says why it is not here', async () => {
  await account.db.me.put(person());
  const shown = answeredPage();
  network.answer(`/profiles/${shown.userId}`, () => shown);
  showRouted(<ProfileById id={shown.userId} />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mia Weber' })).toBeVisible();
  clearPage();
  network.goOffline();
  showRouted(<ProfileById id={shown.userId} />);
  const name = page.getByRole('heading', { level: 1, name: 'Mia Weber' });
  await expect.element(name).toBeVisible();
  const age = page.getByText(/^Last updated/);
  await expect.element(age).toBeVisible();
  // Above the banner, the bar would lie over it.
  expect(age.element().getBoundingClientRect().top).toBeGreaterThan(name.element().getBoundingClientRect().bottom);
  clearPage();
  showRouted(<ProfileById id={newId()} />);
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible();
});

test('D-86 the address of the own profile opens the own page', async () => {
  network.goOffline();
  const educatorId = newId();
  await account.db.me.put(person({ educatorId }));
  await account.db.profiles.put(profileRow());
  showRouted(<ProfileById id={educatorId} />);
  await expect.element(page.getByRole('link', { name: 'Edit Personal Info' })).toBeVisible();
});
