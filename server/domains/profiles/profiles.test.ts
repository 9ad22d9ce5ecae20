import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { createRows } from '#server/domains/channels/channels.fixtures.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { problemOf, startProfiles, type Profiles } from './profiles.fixtures.ts';

let profiles: Profiles;
beforeAll(async () => {
  profiles = await startProfiles();
});
afterAll(() => profiles.server.close());

/** What the owner of a profile sends as basic info. */
const basic = {
  aboutMe: 'I coach.',
  birthCity: 'Zagreb',
  birthCountry: 'HR',
  height: 1.83,
  unitsForHeight: 'm',
  weight: 70.5,
  unitsForWeight: 'kg',
  primarySpokenLanguage: 'hr',
  secondarySpokenLanguages: ['en'],
};

describe('what visitors see', () => {
  test('PRO-025 PRO-027 PRO-042 PRO-043 PRO-058 PRO-059 hidden sections are absent from every answer; the owner gets all', async () => {
    const [ana, mia] = [await profiles.newPerson(), await profiles.newPerson()];
    await ana.put('personal-info', {
      genderChoice: 'female',
      dateOfBirth: '1990-04-30',
      city: 'Rijeka',
      country: 'HR',
    });
    expect((await ana.put('basic-info', basic)).body).toMatchObject(basic);

    const { username } = (await profiles.server.call('GET /users/me', undefined, { as: ana })).body;
    expect(await ana.read('personal-info')).toEqual({
      firstName: 'Ana',
      lastName: 'Test',
      username,
      userPhoto: null,
      bannerImage: null,
      genderChoice: 'female',
      gender: null,
      dateOfBirth: '1990-04-30',
      city: 'Rijeka',
      state: null,
      country: 'HR',
    });
    expect(Object.keys(await ana.read('personal-info', mia))).toEqual([
      'firstName',
      'lastName',
      'username',
      'userPhoto',
      'bannerImage',
    ]);
    expect(await ana.read('basic-info', mia)).toEqual({ aboutMe: 'I coach.' });

    await ana.put('visibility-settings', {
      aboutMe: false,
      language: true,
      physicalSize: true,
      placeOfBirth: true,
      gender: true,
      location: true,
      dateOfBirth: true,
    });
    const { aboutMe: _hidden, ...others } = basic;
    expect(await ana.read('basic-info', mia)).toEqual({ birthState: null, ...others });
    expect(await ana.read('personal-info', mia)).toMatchObject({
      genderChoice: 'female',
      city: 'Rijeka',
      dateOfBirth: '1990-04-30',
    });
    const page = (await profiles.server.call(`GET /profiles/${ana.userId}`, undefined, { as: mia })).body;
    expect(page.basic).toEqual({ birthState: null, ...others });
  });

  test('PRO-029 PRO-060 D-75 flags of sections: the defaults, and each of the nine can be changed', async () => {
    const ana = await profiles.newPerson();
    const defaults = await ana.read('visibility-settings');
    expect(defaults).toEqual({
      aboutMe: true,
      sportsInterest: true,
      socialLinks: true,
      placeOfBirth: false,
      language: false,
      physicalSize: false,
      dateOfBirth: false,
      gender: false,
      location: false,
    });
    const turned = Object.fromEntries(Object.entries(defaults).map(([flag, isOn]) => [flag, !isOn]));
    expect((await ana.put('visibility-settings', turned)).body).toEqual(turned);
    expect(await ana.read('visibility-settings')).toEqual(turned);
  });

  test('contacts and sports are answered while their flag is on', async () => {
    const [ana, mia] = [await profiles.newPerson(), await profiles.newPerson()];
    await profiles.server.call(
      `POST ${ana.base}/contact-info/create`,
      { id: newId(), title: 'Page', socialLink: 'example.org' },
      { as: ana },
    );
    await profiles.server.call(
      `POST ${ana.base}/sport-interests/create`,
      [{ id: newId(), sportId: 'soccer', sportInvolvement: [{ role: 'fan' }] }],
      { as: ana },
    );
    const counts = async (as: TestPerson) => [
      (await ana.read('contact-info', as)).count,
      (await ana.read('sport-interests', as)).count,
    ];
    expect(await counts(mia)).toEqual([1, 1]);
    await ana.put('visibility-settings', { socialLinks: false, sportsInterest: false });
    expect(await counts(mia)).toEqual([0, 0]);
    expect(await counts(ana)).toEqual([1, 1]);
    const page = (await profiles.server.call(`GET /profiles/${ana.userId}`, undefined, { as: mia })).body;
    expect([page.contacts, page.sportInterests, page.communities]).toEqual([undefined, undefined, undefined]);
  });

  test('PRO-065 D-86 a profile is found by the id of person, Creator, Member and profile; a suspended account is not', async () => {
    const [ana, mia] = [await profiles.newPerson({ isEducator: true }), await profiles.newPerson()];
    const user = await profiles.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', ana.userId)
      .executeTakeFirstOrThrow();
    for (const id of [user.id, user.educator_id, user.learner_id, user.profile_id])
      expect((await profiles.server.call(`GET /profiles/${id}`, undefined, { as: mia })).body).toMatchObject({
        userId: ana.userId,
        isEducator: true,
        isOwner: false,
        name: 'Ana Test',
      });
    expect((await profiles.server.call(`GET /profiles/${newId()}`, undefined, { as: mia })).status).toBe(404);
    await profiles.db.updateTable('users').set({ is_suspended: true }).where('id', '=', ana.userId).execute();
    expect((await profiles.server.call(`GET /profiles/${ana.userId}`, undefined, { as: mia })).status).toBe(404);
  });
});

describe('communities of a profile', () => {
  test('D-83 PRO-017 the active channels that a person follows are answered with the sports, newest first; organizations have none', async () => {
    const [ana, mia] = [await profiles.newPerson({ isEducator: true }), await profiles.newPerson()];
    const { addChannel } = createRows(profiles.db);
    const [first, hidden, last] = [await addChannel(ana), await addChannel(ana), await addChannel(ana)];
    await profiles.db.updateTable('channels').set({ active: false }).where('id', '=', hidden).execute();
    for (const [day, channelId] of [first, hidden, last].entries())
      await profiles.db
        .insertInto('follows')
        .values({
          user_id: mia.userId,
          scope: mia.scope,
          channel_id: channelId,
          followed_at: new Date(Date.UTC(2026, 0, day + 1)),
        })
        .execute();
    const read = async (as: TestPerson) =>
      (await profiles.server.call(`GET /profiles/${mia.userId}`, undefined, { as })).body.communities;
    const ids = (await read(ana)).map(({ id }: { id: string }) => id);
    expect(ids).toEqual([last, first]);
    await mia.put('visibility-settings', { sportsInterest: false });
    expect(await read(ana)).toBeUndefined();
    expect(await read(mia)).toHaveLength(2);
  });
});

describe('personal info', () => {
  test('PRO-026 the own word for a gender is kept only with user_specified', async () => {
    const ana = await profiles.newPerson();
    expect((await ana.put('personal-info', { genderChoice: 'user_specified', gender: 'agender' })).body.gender).toBe(
      'agender',
    );
    expect((await ana.put('personal-info', { genderChoice: 'female' })).body.gender).toBeNull();
  });

  test('ACC-087 ACC-088 D-82 13 is old enough and a day less is not; days that do not exist and years before 1900 are refused', async () => {
    const ana = await profiles.newPerson();
    expect((await ana.put('personal-info', { dateOfBirth: '2013-11-22' })).status).toBe(200);
    expect(problemOf(await ana.put('personal-info', { dateOfBirth: '2013-11-23' }))).toMatchObject({
      code: 'profile.too_young',
      field: 'dateOfBirth',
    });
    for (const dateOfBirth of ['1899-12-31', '2001-02-29', '2001-13-01', '01.02.2001'])
      expect((await ana.put('personal-info', { dateOfBirth })).status, dateOfBirth).toBe(400);
    const old = await profiles.newPerson();
    expect((await old.put('personal-info', { dateOfBirth: '1900-01-01' })).status).toBe(200);
  });

  test('D-250 after a first date below 13 every other one is refused for 30 days, on each device; the child’s date is not kept', async () => {
    const ana = await profiles.newPerson();
    const refusedAt = () =>
      profiles.db
        .selectFrom('users')
        .select('age_refused_at as at')
        .where('id', '=', ana.userId)
        .executeTakeFirstOrThrow();
    const born = async (dateOfBirth: string) => problemOf(await ana.put('personal-info', { dateOfBirth }))?.code;
    expect((await refusedAt()).at).toBeNull();
    expect(await born('2014-05-01')).toBe('profile.too_young');
    expect((await refusedAt()).at).not.toBeNull();
    expect(await born('1990-05-01')).toBe('profile.too_young');
    expect(await ana.read('personal-info')).toMatchObject({ dateOfBirth: null });
    expect((await ana.put('personal-info', { city: 'Porto' })).status).toBe(200);
    const days = (count: number) => new Date(profiles.server.services.now().getTime() - count * 86_400_000);
    const setRefused = (at: Date) =>
      profiles.db.updateTable('users').set({ age_refused_at: at }).where('id', '=', ana.userId).execute();
    await setRefused(days(29));
    expect(await born('1990-05-01')).toBe('profile.too_young');
    await setRefused(days(31));
    expect(await born('1990-05-01')).toBeUndefined();
    // A typing mistake of a person whose date is known is no such statement.
    expect(await born('2019-05-01')).toBe('profile.too_young');
    expect(await born('1991-05-01')).toBeUndefined();
  });

  test('D-75 who turns out to be under 18 is hidden but for the sports, and cannot show date of birth or location', async () => {
    const ana = await profiles.newPerson();
    await ana.put('visibility-settings', { location: true });
    await ana.put('personal-info', { dateOfBirth: '2008-11-23' });
    const flags = await ana.read('visibility-settings');
    expect(Object.entries(flags).filter(([, isOn]) => isOn)).toEqual([['sportsInterest', true]]);
    for (const flag of ['dateOfBirth', 'location'])
      expect(problemOf(await ana.put('visibility-settings', { [flag]: true }))?.code).toBe('profile.minor');
    const users = () => profiles.db.updateTable('users').where('id', '=', ana.userId);
    await users().set({ adult_on: '2200-01-01' }).execute();
    expect(problemOf(await ana.put('visibility-settings', { aboutMe: true }))?.code).toBe('age.consent_needed');
    await users().set({ has_guardian_consent: true }).execute();
    expect((await ana.put('visibility-settings', { aboutMe: true })).status).toBe(200);
    // The eighteenth birthday. Only its own day makes a minor an adult, no other year in the form.
    for (const dateOfBirth of ['1990-01-01', '2008-11-22', null])
      expect(problemOf(await ana.put('personal-info', { dateOfBirth }))?.code).toBe('profile.birth_fixed');
    await profiles.db
      .updateTable('profiles')
      .set({ date_of_birth: '2008-11-22' })
      .where('user_id', '=', ana.userId)
      .execute();
    expect((await ana.put('visibility-settings', { location: true })).status).toBe(200);
  });

  test('PRO-071 D-81 a photo below 320x320 and a banner below 1372x392 are refused', async () => {
    const ana = await profiles.newPerson();
    const addFile = async (width: number, height: number) => {
      const sha256 = newId().replaceAll('-', '').repeat(2);
      await profiles.db
        .insertInto('files')
        .values({
          scope: ana.scope,
          sha256,
          picture: `/pictures/${sha256}.jpg`,
          content_type: 'image/jpeg',
          size: 1,
          width,
          height,
        })
        .execute();
      return sha256;
    };
    expect(problemOf(await ana.put('personal-info', { userPhoto: await addFile(317, 400) }))?.code).toBe(
      'profile.picture_small',
    );
    expect(problemOf(await ana.put('personal-info', { bannerImage: await addFile(1372, 380) }))?.code).toBe(
      'profile.picture_small',
    );
    const info = (
      await ana.put('personal-info', { userPhoto: await addFile(320, 320), bannerImage: await addFile(1372, 392) })
    ).body;
    expect([info.userPhoto, info.bannerImage]).toEqual([
      expect.stringMatching(/^\/pictures\//),
      expect.stringMatching(/^\/pictures\//),
    ]);
    expect((await profiles.server.call('GET /users/me', undefined, { as: ana })).body.userPhoto).toBe(info.userPhoto);
  });
});

test('PRO-028 D-76 sizes are within the bounds of their unit, and never without it', async () => {
  const ana = await profiles.newPerson();
  const put = async (height: unknown, unitsForHeight: unknown) =>
    (await ana.put('basic-info', { height, unitsForHeight })).status;
  for (const [value, unit] of [
    [0.5, 'm'],
    [2.72, 'm'],
    [20, 'inch'],
    [107, 'inch'],
    [null, null],
  ] as const)
    expect(await put(value, unit), `${value} ${unit}`).toBe(200);
  for (const [value, unit] of [
    [0.49, 'm'],
    [2.73, 'm'],
    [1.834, 'm'],
    [19.9, 'inch'],
    [107.1, 'inch'],
    [70.25, 'inch'],
    [1.8, null],
    [null, 'm'],
    [180, 'cm'],
  ] as const)
    expect(await put(value, unit), `${value} ${unit}`).toBe(400);
  const weigh = async (weight: number, unitsForWeight: string) =>
    (await ana.put('basic-info', { weight, unitsForWeight })).status;
  expect([await weigh(15, 'kg'), await weigh(350, 'kg'), await weigh(33, 'lb'), await weigh(770, 'lb')]).toEqual([
    200, 200, 200, 200,
  ]);
  expect([await weigh(14.9, 'kg'), await weigh(350.1, 'kg'), await weigh(32.9, 'lb'), await weigh(771, 'lb')]).toEqual([
    400, 400, 400, 400,
  ]);
});

test('D-77 a language is named once, of at most ten besides the first', async () => {
  const ana = await profiles.newPerson();
  const put = (primarySpokenLanguage: string, secondarySpokenLanguages: string[]) =>
    ana.put('basic-info', { primarySpokenLanguage, secondarySpokenLanguages });
  expect((await put('hr', ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'cs'])).status).toBe(200);
  expect((await put('hr', ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'cs', 'da'])).status).toBe(400);
  expect((await put('hr', ['en', 'en'])).status).toBe(400);
  expect((await put('xx', [])).status).toBe(400);
  expect(problemOf(await put('en', ['en']))?.code).toBe('profile.language_twice');
  await put('hr', ['en']);
  // The other one may arrive by a change of one field too.
  expect(problemOf(await ana.put('basic-info', { primarySpokenLanguage: 'en' }))?.code).toBe('profile.language_twice');
});

test('PRO-057 an admin changes the profile of the organization, another person does not; it is found by its id', async () => {
  const [nora, mia, id] = [await profiles.newPerson(), await profiles.newPerson(), newId()];
  await profiles.db.insertInto('organizations').values({ id, name: 'Club', status: 'approved' }).execute();
  await profiles.db
    .insertInto('organization_admins')
    .values({ organization_id: id, user_id: nora.userId, role: 'Admin' })
    .execute();
  const scope = `org:${id}`;
  const path = `/${id}/profiles/sports/${await profiles.profileIdOf(scope)}/organization-info`;
  const info = { name: 'Club Rijeka', webSite: 'club.example.org', description: 'We play.', country: 'HR' };
  expect((await profiles.server.call(`PUT ${path}`, info, { as: nora, scope })).body).toMatchObject({
    ...info,
    webSite: 'https://club.example.org',
  });
  expect((await profiles.server.call(`PUT ${path}`, info, { as: mia, scope })).status).toBeGreaterThanOrEqual(403);
  for (const as of [nora, mia])
    expect((await profiles.server.call(`GET ${path}`, undefined, { as })).body).toEqual({
      ...info,
      webSite: 'https://club.example.org',
      state: null,
      city: null,
      logo: null,
      bannerImage: null,
    });
  expect((await profiles.server.call(`GET /profiles/${id}`, undefined, { as: mia })).body).toMatchObject({
    isOrganization: true,
    isOwner: false,
    name: 'Club Rijeka',
    organization: { description: 'We play.' },
  });
});

test('SPO-030 the roles of a profile are named once each, by the id of the profile, and none while they are hidden', async () => {
  const [ana, mia] = [await profiles.newPerson(), await profiles.newPerson()];
  const inSport = (sportId: string, ...sportInvolvement: Record<string, unknown>[]) => ({
    id: newId(),
    sportId,
    sportInvolvement,
  });
  const coach = { role: 'coach', participationLevel: 'club' };
  await profiles.server.call(
    `POST ${ana.base}/sport-interests/create`,
    [inSport('soccer', { role: 'fan' }, coach), inSport('golf', coach, { role: '{OTHER_ROLE}_Kit manager' })],
    { as: ana },
  );
  const profileId = ana.base.split('/').at(-1)!;
  const roles = async (as: TestPerson) =>
    (await profiles.server.call(`GET /sport-roles?sports_profile_id=${profileId}`, undefined, { as })).body;
  expect((await roles(mia)).results).toEqual([
    { id: 'coach', name: 'Coach', sportRoleRule: 'levels_required' },
    { id: 'fan', name: 'Fan', sportRoleRule: 'no_levels' },
    { id: 'other', name: 'Kit manager', sportRoleRule: 'levels_optional' },
  ]);
  await ana.put('visibility-settings', { sportsInterest: false });
  expect([(await roles(mia)).count, (await roles(ana)).count]).toEqual([0, 3]);
  const missing = await profiles.server.call(`GET /sport-roles?sports_profile_id=${newId()}`, undefined, { as: mia });
  expect(missing.status).toBe(404);
});
