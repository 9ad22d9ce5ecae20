import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { newId } from '#contract/ids.ts';
import { completenessOf, sectionsOf } from '#contract/profiles-sections.ts';
import type { Profile } from '#contract/rows.ts';
import { runs } from '#tests/support/property-runs.ts';
import { problemOf, startProfiles, type Profiles } from './profiles.fixtures.ts';

type Person = Awaited<ReturnType<Profiles['newPerson']>>;

let profiles: Profiles;
beforeAll(async () => {
  profiles = await startProfiles();
});
afterAll(() => profiles.server.close());

describe('contacts', () => {
  test('PRO-031 PRO-044 PRO-045 PRO-046 PRO-047 PRO-048 are added, changed, put in order and deleted', async () => {
    const ana = await profiles.newPerson();
    const ids = [newId(), newId(), newId()] as [string, string, string];
    const send = (line: string, body: unknown) =>
      profiles.server.call(line.replace(' ', ` ${ana.base}/contact-info/`), body, { as: ana });
    for (const id of ids)
      expect((await send('POST create', { id, title: 'Page', socialLink: 'example.org/a' })).body).toEqual({
        id,
        scope: ana.scope,
        title: 'Page',
        socialLink: 'https://example.org/a',
        position: ids.indexOf(id),
      });
    const links = async () => (await ana.read('contact-info')).results.map(({ id }: { id: string }) => id);
    expect(
      (await send('PUT update', { id: ids[0], title: 'Video', socialLink: 'https://medium.com/@ana' })).body,
    ).toMatchObject({ title: 'Video', socialLink: 'https://medium.com/@ana' });
    expect((await send('PUT update-position', { contact_information_id_list: [ids[2], ids[0]] })).body.count).toBe(3);
    expect(await links()).toEqual([ids[2], ids[0], ids[1]]);
    expect((await send('DELETE delete', { contact_info_list: [ids[0], ids[1]] })).status).toBe(204);
    expect(await links()).toEqual([ids[2]]);
  });

  test('PRO-064 D-80 what is no web address is refused by a message about social_link; there are at most ten', async () => {
    const ana = await profiles.newPerson();
    const add = (socialLink: string, title = 'Page') =>
      profiles.server.call(`POST ${ana.base}/contact-info/create`, { id: newId(), title, socialLink }, { as: ana });
    for (const link of [
      '@ana',
      'ana',
      'javascript://example.org/%0aalert(1)',
      'https://ana@example.org',
      'my page.org',
      'ftp://example.org',
    ])
      expect(problemOf(await add(link)), link).toMatchObject({ code: 'profile.bad_link', field: 'social_link' });
    expect((await add(`example.org/${'x'.repeat(300)}`)).status).toBe(400);
    expect([(await add('example.org', 'P')).status, (await add('example.org', 'P'.repeat(51))).status]).toEqual([
      400, 400,
    ]);
    for (let count = 0; count < 10; count += 1) expect((await add('example.org')).status).toBe(200);
    expect(problemOf(await add('example.org'))?.code).toBe('profile.contacts_full');
  });
});

test('PRO-049 PRO-050 PRO-051 PRO-052 PRO-053 PRO-068 PRO-069 sports are added with a temporary id, changed with a role of one’s own, put in order and removed', async () => {
  const ana = await profiles.newPerson();
  const send = (line: string, body: unknown) =>
    profiles.server.call(line.replace(' ', ` ${ana.base}/sport-interests/`), body, { as: ana });
  const [soccer, tennis] = [newId(), newId()];
  const created = await send('POST create', [
    {
      id: `NEW_INTEREST_ID${soccer}`,
      sportId: 'soccer',
      sportInvolvement: [
        { role: 'coach', participationLevel: 'club' },
        { role: 'coach', participationLevel: 'youth' },
      ],
    },
    { id: tennis, sportId: 'tennis', sportInvolvement: [{ role: 'fan' }] },
  ]);
  expect(
    created.body.results.map(
      ({
        id,
        sportInvolvement,
      }: {
        id: string;
        sportInvolvement: { roleName: string; participationLevelName: string | null }[];
      }) => [id, sportInvolvement.map(({ roleName, participationLevelName }) => [roleName, participationLevelName])],
    ),
  ).toEqual([
    [
      soccer,
      [
        ['Coach', 'Club'],
        ['Coach', 'Youth'],
      ],
    ],
    [tennis, [['Fan', null]]],
  ]);
  const updated = await send('PUT update', [
    {
      id: tennis,
      sportId: 'tennis',
      sportInvolvement: [{ role: '{OTHER_ROLE}_Kit manager', participationLevel: 'club' }],
    },
  ]);
  expect(updated.body.results[0].sportInvolvement).toEqual([
    { role: 'other', participationLevel: 'club', roleName: 'Kit manager', participationLevelName: 'Club' },
  ]);
  expect(
    (await send('PUT update', [{ id: tennis, sportId: 'golf', sportInvolvement: [{ role: 'fan' }] }])).status,
  ).toBe(404);
  expect(
    (await send('PUT update', [{ id: soccer, sportId: 'soccer', sportInvolvement: [{ role: 'coach' }] }])).body
      .errors[0].code,
  ).toBe('sport.level_missing');
  await send('PUT update-position', { sport_interest_list: [tennis, soccer] });
  const ids = async () => (await ana.read('sport-interests')).results.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual([tennis, soccer]);
  expect((await send('DELETE delete', { sport_interest_list: [tennis] })).status).toBe(204);
  expect(await ids()).toEqual([soccer]);
});

describe('completeness', () => {
  const fill = fc.record({
    photo: fc.boolean(),
    banner: fc.boolean(),
    gender: fc.boolean(),
    born: fc.boolean(),
    country: fc.boolean(),
    aboutMe: fc.boolean(),
    birth: fc.boolean(),
    language: fc.boolean(),
    height: fc.boolean(),
    weight: fc.boolean(),
    sport: fc.boolean(),
    contact: fc.boolean(),
    isEducator: fc.boolean(),
    hasPhysicalSize: fc.boolean(),
  });

  test('PRO-034 PRO-041 PRO-061 D-72 D-73 the server’s percentage is that of the sections on the device, and an integer text', async () => {
    const person = await profiles.newPerson();
    await fc.assert(
      fc.asyncProperty(fill, async (is) => {
        await profiles.db
          .updateTable('feature_flags')
          .set({ is_visible: is.hasPhysicalSize })
          .where('name', '=', 'PhysicalSize')
          .execute();
        await profiles.db
          .updateTable('users')
          .set({ user_photo: is.photo ? '/pictures/a.jpg' : null, is_educator: is.isEducator })
          .where('id', '=', person.userId)
          .execute();
        await profiles.db.deleteFrom('contacts').where('scope', '=', person.scope).execute();
        await profiles.db.deleteFrom('sport_interests').where('scope', '=', person.scope).execute();
        if (is.contact)
          await profiles.db
            .insertInto('contacts')
            .values({ id: newId(), scope: person.scope, title: 'Page', social_link: 'https://example.org' })
            .execute();
        if (is.sport)
          await profiles.db
            .insertInto('sport_interests')
            .values({ id: newId(), scope: person.scope, user_id: person.userId, sport_id: 'soccer', involvement: '[]' })
            .execute();
        await profiles.db
          .updateTable('profiles')
          .set({
            banner_image: is.banner ? '/pictures/b.jpg' : null,
            gender_choice: is.gender ? 'female' : null,
            date_of_birth: is.born ? '1990-01-01' : null,
            country: is.country ? 'DE' : null,
            about_me: is.aboutMe ? 'x' : null,
            birth_country: is.birth ? 'DE' : null,
            primary_spoken_language: is.language ? 'de' : null,
            height: is.height ? 1.8 : null,
            units_for_height: is.height ? 'm' : null,
            weight: is.weight ? 80 : null,
            units_for_weight: is.weight ? 'kg' : null,
          })
          .where('scope', '=', person.scope)
          .execute();
        const { row } = (await profiles.db
          .selectFrom('own_profiles')
          .select('row')
          .where('scope', '=', person.scope)
          .executeTakeFirstOrThrow()) as unknown as { row: Profile };
        const sections = sectionsOf({
          profile: row,
          isOrganization: false,
          isEducator: is.isEducator,
          photo: is.photo ? 'a' : null,
          sports: Number(is.sport),
          contacts: Number(is.contact),
          channels: 0,
          hasPhysicalSize: is.hasPhysicalSize,
        });
        expect(await person.read('profile-completeness')).toEqual({
          profile_completeness: String(completenessOf(sections)),
        });
        expect((await profiles.server.call('GET /users/me', undefined, { as: person })).body.completeness).toBe(
          completenessOf(sections),
        );
      }),
      { ...runs, numRuns: 40 },
    );
  });

  test('follows contacts and sports without a change of the profile itself', async () => {
    const ana = await profiles.newPerson();
    const now = async () => Number((await ana.read('profile-completeness')).profile_completeness);
    expect(await now()).toBe(0);
    await profiles.server.call(
      `POST ${ana.base}/contact-info/create`,
      { id: newId(), title: 'Page', socialLink: 'example.org' },
      { as: ana },
    );
    const one = await now();
    expect(one).toBeGreaterThan(0);
    await profiles.server.call(
      `POST ${ana.base}/sport-interests/create`,
      [{ id: newId(), sportId: 'soccer', sportInvolvement: [{ role: 'fan' }] }],
      { as: ana },
    );
    expect(await now()).toBeGreaterThan(one);
  });
});

describe('sport bios', () => {
  const addSport = (person: Person, sportId: string) =>
    profiles.server.call(
      `POST ${person.base}/sport-interests/create`,
      [{ id: newId(), sportId, sportInvolvement: [{ role: 'fan' }] }],
      { as: person },
    );
  const answer = (method: 'POST' | 'PUT', as: Person, question: string, text: string, more = {}) =>
    profiles.server.call(
      `${method} /sports-bio/personal-answers`,
      { ...(method === 'POST' && { id: newId() }), sport_id: 'soccer', question, answer: text, ...more },
      { as },
    );
  const get = async (path: string, as: Person) => (await profiles.server.call(`GET ${path}`, undefined, { as })).body;
  const answered = (bio: { questions_and_answers: { id: string; answer: string | null }[] }) =>
    Object.fromEntries(
      bio.questions_and_answers.flatMap(({ id, answer: text }) => (text === null ? [] : [[id, text]])),
    );

  test('PRO-033 PRO-054 PRO-055 PRO-056 D-85 answers are saved one by one, the last one counts, and progress is counted', async () => {
    const ana = await profiles.newPerson();
    await addSport(ana, 'soccer');
    const [{ id: interest }] = (await ana.read('sport-interests')).results;
    const questions = await get('/soccer/sport-questions-answers', ana);
    expect(questions).toMatchObject({
      sport_id: 'soccer',
      sport_name: 'Soccer',
      id: interest,
      num_of_questions: 12,
      num_of_completed_questions: 0,
    });
    expect(questions.questions_and_answers).toHaveLength(12);
    expect(questions.questions_and_answers[0]).toEqual({
      id: 'favourite-team',
      question: 'What is your favourite team or club?',
      answer: null,
    });

    expect((await answer('POST', ana, 'goal', 'To play every match.')).body.num_of_completed_questions).toBe(1);
    // Another device made the first answer too: the last one counts, and there is one row.
    expect((await answer('POST', ana, 'goal', ' To score. ')).body.num_of_completed_questions).toBe(1);
    await answer('PUT', ana, 'advice', 'Have fun.');
    expect((await answer('PUT', ana, 'goal', 'To win.')).body.num_of_completed_questions).toBe(2);
    const { results } = await get('/sports-bio', ana);
    expect(results).toHaveLength(1);
    expect(answered(results[0])).toEqual({ goal: 'To win.', advice: 'Have fun.' });
    expect((await answer('PUT', ana, 'goal', '')).body.num_of_completed_questions).toBe(1);
    // It counts for nothing in the completeness. Source: D-73.
    const completeness = () => ana.read('profile-completeness');
    const before = await completeness();
    await answer('PUT', ana, 'years', 'Nine.');
    expect(await completeness()).toEqual(before);
  });

  test('D-334 300 characters are stored, one more is refused; unknown questions and ids of others are not found', async () => {
    const [ana, mia] = [await profiles.newPerson(), await profiles.newPerson()];
    const id = newId();
    expect((await answer('POST', ana, 'years', 'a'.repeat(300), { id })).status).toBe(200);
    expect((await answer('PUT', ana, 'years', 'a'.repeat(301))).status).toBe(400);
    expect((await answer('POST', ana, 'years', ' ')).status).toBe(400);
    for (const method of ['POST', 'PUT'] as const)
      expect((await answer(method, ana, 'shoe-size', 'Nine.')).status).toBe(404);
    expect((await answer('POST', ana, 'goal', 'To win.', { sport_id: 'chess' })).status).toBe(404);
    expect((await answer('POST', mia, 'goal', 'To win.', { id })).status).toBe(404);
    expect((await get('/chess/sport-questions-answers', ana)).errors[0].code).toBe('access.not_found');
  });

  test('PRO-033 D-75 D-83 others see what was answered, with the sports; of people under 18 nothing', async () => {
    const [ana, mia] = [await profiles.newPerson(), await profiles.newPerson()];
    await addSport(ana, 'soccer');
    await addSport(ana, 'golf');
    await answer('POST', ana, 'goal', 'To win.');
    const seen = async (as: Person) => [
      (await get(`/sports-bio?user_id=${ana.userId}`, as)).results,
      (await get(`/profiles/${ana.userId}`, as)).sportBios,
    ];
    for (const bios of await seen(mia)) {
      expect(bios).toHaveLength(1);
      expect(bios[0]).toMatchObject({ sport_id: 'soccer', num_of_questions: 12, num_of_completed_questions: 1 });
      expect(bios[0].questions_and_answers).toEqual([
        { id: 'goal', question: 'What is your goal for this season?', answer: 'To win.' },
      ]);
    }
    expect((await get(`/sports-bio?user_id=${ana.userId}`, ana)).results).toHaveLength(2);
    await ana.put('visibility-settings', { sportsInterest: false });
    expect(await seen(mia)).toEqual([[], undefined]);
    await ana.put('visibility-settings', { sportsInterest: true });
    await ana.put('personal-info', { dateOfBirth: '2010-01-01' });
    expect((await get(`/profiles/${ana.userId}`, mia)).sportInterests).toHaveLength(2);
    expect(await seen(mia)).toEqual([[], undefined]);
    expect((await seen(ana))[1]).toHaveLength(1);
  });
});
