import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { createSportInterests } from '#contract/profiles.ts';
import type { SportInterest } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { MySportsPage } from './my-sports-page.tsx';
import { profile } from './profile.fixtures.ts';

let account: Account;
const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const interest = (sportName: string, position: number): SportInterest => ({
  id: newId(),
  scope: SCOPE,
  sportId: sportName.toLowerCase(),
  sportName,
  sportType: 'Launched',
  sportInvolvement: [{ role: 'fan', participationLevel: null, roleName: 'Fan', participationLevelName: null }],
  position,
  isActive: true,
});
const [soccer, golf, rugby] = [interest('Soccer', 0), interest('Golf', 1), interest('Rugby', 2)];
const sport = (name: string) => ({
  id: name.toLowerCase(),
  name,
  sportType: 'Launched',
  isActive: true,
  activeEducatorsWithContent: 0,
});
const ROLES = [
  { id: 'fan', name: 'Fan', sportRoleRule: 'no_levels', levels: [] },
  { id: 'coach', name: 'Coach', sportRoleRule: 'levels_required', levels: [{ id: 'club', name: 'Club' }] },
  { id: 'other', name: 'Other', sportRoleRule: 'no_levels', levels: [] },
];
const queued = async () =>
  (await account.db.outbox.orderBy('order').toArray()).map(
    ({ call, input: { userId: _userId, profileId: _profileId, ...input } }) => ({ call, input }),
  );

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  await account.db.profiles.put(profile());
  const sports = ['Soccer', 'Golf', 'Rugby', 'Tennis'].map(sport);
  network.answer('/sports', () => ({ count: sports.length, results: sports }));
  network.answer('/sport-role-participation-levels', () => ({ count: ROLES.length, results: ROLES }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('PRO-020 PRO-066 PRO-068 PRO-069 sports are added with roles, changed, removed and put in order by one Save', async () => {
  await account.db.sportInterests.bulkPut([soccer, golf, rugby]);
  showRouted(<MySportsPage />);
  await page.getByRole('combobox', { name: 'Add a sport' }).click();
  await expect.element(page.getByRole('option', { name: 'Golf' })).not.toBeInTheDocument();
  await page.getByRole('option', { name: 'Tennis' }).click();
  await page.getByRole('checkbox', { name: 'Other' }).click();
  await button('Save').click();
  await expect.element(page.getByText('Name your role to continue.').first()).toBeVisible();
  expect(await account.db.outbox.count()).toBe(0);
  await page.getByRole('textbox', { name: 'Your role' }).fill('Kit manager');
  await button('Remove Golf').click();
  await button('Roles in Tennis').click();
  await button('Roles in Soccer').click();
  await page.getByRole('checkbox', { name: 'Coach' }).click();
  network.goOffline();
  await button('Club').click();
  await button('Reorder').click();
  await button('Move Rugby up').click();
  await button('Done').click();
  await button('Save').click();

  await expect.poll(queued).toHaveLength(4);
  const [created, removed, changed, ordered] = await queued();
  const [{ id }] = created!.input['items'] as [{ id: string }];
  expect(created).toEqual({
    call: 'profiles.createSportInterests',
    input: { items: [{ id, sportId: 'tennis', sportInvolvement: [{ role: '{OTHER_ROLE}_Kit manager' }] }] },
  });
  expect(id).toMatch(/^NEW_INTEREST_ID[0-9a-f-]{36}$/);
  expect(removed).toEqual({ call: 'profiles.deleteSportInterests', input: { sport_interest_list: [golf.id] } });
  expect(changed).toEqual({
    call: 'profiles.updateSportInterests',
    input: {
      items: [
        {
          id: soccer.id,
          sportId: 'soccer',
          sportInvolvement: [{ role: 'fan' }, { role: 'coach', participationLevel: 'club' }],
        },
      ],
    },
  });
  expect(ordered).toEqual({
    call: 'profiles.reorderSportInterests',
    input: { sport_interest_list: [rugby.id, soccer.id, id.slice('NEW_INTEREST_ID'.length)] },
  });
  const rows = await account.db.sportInterests.where('scope').equals(SCOPE).sortBy('position');
  expect(rows.map(({ sportName }) => sportName)).toEqual(['Rugby', 'Soccer', 'Tennis']);
});

test('a sport that was removed in the form comes back as it was', async () => {
  await account.db.sportInterests.put(soccer);
  showRouted(<MySportsPage />);
  await button('Remove Soccer').click();
  await page.getByRole('combobox', { name: 'Add a sport' }).click();
  await page.getByRole('option', { name: 'Soccer' }).click();
  await expect.element(page.getByText('Nothing has changed yet.')).toBeVisible();
});

test('offline without the roles of a sport the page says so', async () => {
  await account.db.sportInterests.put(soccer);
  network.goOffline();
  showRouted(<MySportsPage />);
  await button('Roles in Soccer').click();
  await expect.element(page.getByText(/The roles of this sport are not on this device\./)).toBeVisible();
});

test('PRO-069 several roles that the person names in one sport are kept apart, changed and removed', async () => {
  const named = (roleName: string, participationLevel: string | null = null) => ({
    role: 'other',
    participationLevel,
    roleName,
    participationLevelName: participationLevel,
  });
  await account.db.sportInterests.put({
    ...soccer,
    sportInvolvement: [...soccer.sportInvolvement, named('Kit manager'), named('Photographer')],
  });
  showRouted(<MySportsPage />);
  await button('Roles in Soccer').click();
  await expect.element(page.getByRole('textbox', { name: 'Your role', exact: true })).toHaveValue('Kit manager');
  await expect.element(page.getByRole('textbox', { name: 'Your role 2', exact: true })).toHaveValue('Photographer');
  await expect.element(page.getByText('Nothing has changed yet.')).toBeVisible();
  network.goOffline();
  await button('Add another role').click();
  await button('Save').click();
  await expect.element(page.getByText('Name your role to continue.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Your role 3', exact: true }).fill('Driver');
  await button('Remove Photographer').click();
  await button('Save').click();
  await expect.poll(queued).toEqual([
    {
      call: 'profiles.updateSportInterests',
      input: {
        items: [
          {
            id: soccer.id,
            sportId: 'soccer',
            sportInvolvement: [{ role: 'fan' }, { role: '{OTHER_ROLE}_Kit manager' }, { role: '{OTHER_ROLE}_Driver' }],
          },
        ],
      },
    },
  ]);
});

test('a refused sport opens again with its roles and the server’s message', async () => {
  await account.db.sportInterests.put(soccer);
  const id = `NEW_INTEREST_ID${newId()}`;
  const sportInvolvement = [{ role: 'coach' }, { role: '{OTHER_ROLE}_Driver' }];
  const entry = refusedEntry(createSportInterests, { items: [{ id, sportId: 'tennis', sportInvolvement }] });
  entry.problem = { code: 'sport.level_missing', message: 'Choose a level for Coach.' };
  await account.db.outbox.put(entry);
  showRouted(<MySportsPage />);
  await expect.element(page.getByText('Choose a level for Coach.')).toBeVisible();
  await button('Roles in Tennis').click();
  await expect.element(page.getByRole('textbox', { name: 'Your role', exact: true })).toHaveValue('Driver');
  network.goOffline();
  await button('Club').click();
  await button('Save').click();
  await expect.poll(queued).toEqual([
    {
      call: 'profiles.createSportInterests',
      input: {
        items: [
          {
            id,
            sportId: 'tennis',
            sportInvolvement: [{ role: 'coach', participationLevel: 'club' }, { role: '{OTHER_ROLE}_Driver' }],
          },
        ],
      },
    },
  ]);
});
