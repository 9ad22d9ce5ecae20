import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { answersTo, coaching, LICENSE, science, strongCoaching } from './applications.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const rows = () => server.services.database.db;
/** Somebody who has signed up and has no role yet. */
const newPerson = () => server.addPerson({ isLearner: false, isComplete: false });
const register = (as: TestPerson, body: unknown) => server.call('POST /registration/creator', body, { as });
const notices = (userId: string) =>
  rows().selectFrom('notifications').select(['kind', 'link', 'recipient_type']).where('user_id', '=', userId).execute();
const addCode = async (facts: Record<string, unknown> = {}): Promise<string> => {
  const code = newId().replaceAll('-', '').slice(-9).toUpperCase();
  await rows()
    .insertInto('shareable_codes')
    .values({
      code,
      kind: 'invitation',
      recipient_type: 'educator',
      program: JSON.stringify({
        name: 'Friends',
        discountAmountUnit: 'percent',
        discountAmountValue: 0,
        durationInMonths: 0,
      }),
      ...facts,
    })
    .execute();
  return code;
};

describe('reference data', () => {
  test('APP-060, D-332: the twelve science areas with their degrees and licenses', async () => {
    const as = await newPerson();
    const answer = await server.call('GET /educator-applications/science-areas', undefined, { as });
    expect(hasShape('applications.scienceAreas', answer)).toBe(true);
    expect(answer.body.count).toBe(12);
    const named = (name: string, basedOn: string) =>
      answer.body.results
        .find((area: { name: string }) => area.name === name)
        .educations.filter((each: { basedOn: string }) => each.basedOn === basedOn)
        .map((each: { name: string }) => each.name);
    expect(named('Performance Analysis', 'degree')).toEqual(['Performance Analysis', 'Data Science', 'Statistics']);
    expect(named('Massage Therapy', 'degree')).toEqual([]);
    expect(named('Massage Therapy', 'license')).toEqual(['Registered Massage Therapist', 'Licensed Massage Therapist']);
  });

  test('APP-061, APP-029: the levels of degrees', async () => {
    const answer = await server.call('GET /educator-applications/degrees', undefined, { as: await newPerson() });
    expect(answer.body.results.map(({ name }: { name: string }) => name)).toEqual(['Bachelor', 'Masters', 'Doctorate']);
  });

  test('APP-063, D-333: the questions of a type, with the name of the sport', async () => {
    const as = await newPerson();
    const ask = (type: string) =>
      server.call(`GET /educator-applications/questions?type=${type}&sportId=ice-hockey`, undefined, { as });
    const coach = await ask('coaching');
    expect(hasShape('applications.questions', coach)).toBe(true);
    expect(coach.body.results.map(({ name }: { name: string }) => name)).toEqual([
      'Playing Experience',
      'Coaching Experience',
      'Achievements',
      'Certification',
      'Teaching',
    ]);
    expect(coach.body.results[0].questions[0]).toMatchObject({
      question: 'How many years have you played Ice Hockey?',
      kind: 'slider',
    });
    expect(coach.body.results[1].questions[1].tags.map(({ name }: { name: string }) => name)).toEqual([
      'Under 8',
      '8–12',
      '13–15',
      '16–18',
      '19+',
      'Masters',
    ]);
    const scientist = await ask('science');
    expect(scientist.body.results.flatMap(({ questions }: { questions: unknown[] }) => questions)).toHaveLength(7);
  });
});

describe('registration of a Creator', () => {
  test('APP-036, APP-058, APP-059: with 60 points the person is a Creator at once and can create a channel', async () => {
    const as = await newPerson();
    const answer = await register(as, strongCoaching());
    expect(hasShape('applications.register', answer)).toBe(true);
    expect(answer.body.application.status).toBe('approved');
    expect(answer.body.user).toMatchObject({
      isEducator: true,
      isLearner: true,
      isRegistrationComplete: true,
      lastLoginedRole: 'educator',
      educatorId: expect.any(String),
    });
    const communities = await server.call('GET /communities/approved', undefined, { as });
    expect(communities.body.results).toMatchObject([
      { sport: 'soccer', applicationType: 'coaching', status: 'approved' },
    ]);
    const subscriptions = await server.call('GET /subscriptions/retrieve', undefined, { as });
    expect(subscriptions.body.results).toMatchObject([{ sportId: 'soccer', subscriptionType: 'educator' }]);
    expect(await notices(as.userId)).toEqual(
      expect.arrayContaining([{ kind: 'application_approved', link: '/channels', recipient_type: 'educator' }]),
    );
  });

  test('D-317, D-335: the server works out the points; with fewer a person decides', async () => {
    const as = await newPerson();
    const { body } = await register(
      as,
      coaching({ verifyPayload: { licenseBased: true, degreeCountMapping: { Doctorate: 3 } } }),
    );
    expect(body.result).toMatchObject({
      total: 7,
      status: 'pending',
      education: { total: 0 },
      invitationCodePoints: 0,
    });
    expect(body.result.experience.categories[0]).toMatchObject({
      name: 'Playing Experience',
      points: 1,
      items: [
        { question: 'How many years have you played Soccer?', answer: '1', points: 1 },
        { question: 'Have you competed at national level or above?', answer: 'No', points: 0 },
      ],
    });
    expect((await server.call('GET /communities/approved', undefined, { as })).body.results).toEqual([]);
    expect((await notices(as.userId)).map(({ kind }) => kind)).toEqual(['welcome']);
  });

  test('D-224: sent again after a lost answer, it gets the same answer and makes nothing twice', async () => {
    const as = await newPerson();
    const input = strongCoaching();
    const first = await register(as, input);
    const again = await register(as, input);
    expect([again.status, again.body.application]).toEqual([200, first.body.application]);
    expect(again.body.result).toEqual(first.body.result);
    expect((await server.call('GET /educator-applications/own', undefined, { as })).body.count).toBe(1);
    const stranger = await register(await newPerson(), input);
    expect(problemOf(stranger)).toMatchObject({ status: 404, code: 'access.not_found' });
  });

  test('APP-008, APP-027, APP-044, D-335: degrees count by level and at most three times, a license once', async () => {
    const degreeInformation = {
      educationInstitutionName: 'University of Rijeka',
      educationInstitutionWebsite: 'www.uniri.hr',
      graduationYear: 2012,
    };
    const withDegrees = science({
      sportScienceExpertiseInformation: { areaId: 'biomechanics', basedOn: 'degree' },
      licenseInformation: null,
      degreeInformation,
      standardEducations: [
        { educationId: 'biomechanics-biomechanics', educationDegreeMapping: { Bachelor: 2, Masters: 1 } },
      ],
      customEducations: [{ name: 'Sports engineering', educationDegreeMapping: { Bachelor: 3 } }],
    });
    const { body } = await register(await newPerson(), withDegrees);
    expect(body.result.education).toEqual({
      total: 45,
      degrees: [
        { level: 'Bachelor', count: 3, points: 30 },
        { level: 'Masters', count: 1, points: 15 },
      ],
    });
    const licensed = await register(await newPerson(), science());
    expect(licensed.body.result.education).toEqual({
      total: 20,
      degrees: [],
      license: { title: 'Registered Dietitian', points: 20 },
    });
    const four = science({
      ...withDegrees,
      id: newId(),
      customEducations: [{ name: 'Sports engineering', educationDegreeMapping: { Bachelor: 4 } }],
    });
    expect((await register(await newPerson(), four)).status).toBe(400);
    const foreign = science({
      ...withDegrees,
      id: newId(),
      standardEducations: [
        { educationId: 'chiropractic-doctor-of-chiropractic', educationDegreeMapping: { Doctorate: 1 } },
      ],
    });
    expect(problemOf(await register(await newPerson(), foreign)).code).toBe('application.unknown_education');
  });
});

describe('what the server checks', () => {
  test('APP-009: a right invitation code gives 20 points once; used, own, expired or of a Member it is refused', async () => {
    const sender = await server.addPerson();
    const good = await addCode({ sender_id: sender.userId, max_uses: 1 });
    const as = await newPerson();
    const spaced = `${good.slice(0, 3)} ${good.slice(3)}`.toLowerCase();
    expect((await register(as, coaching({ invitationCode: spaced }))).body.result).toMatchObject({
      total: 27,
      invitationCodePoints: 20,
    });
    const bad = [
      [good, 'invite.used'],
      [await addCode({ expires_at: new Date(Date.now() - 1000) }), 'invite.expired'],
      [await addCode({ recipient_type: 'learner' }), 'invite.other_role'],
      [await addCode({ is_active: false }), 'invite.paused'],
      ['ABCDEFGH9', 'invite.unknown_code'],
    ] as const;
    for (const [invitationCode, code] of bad)
      expect(problemOf(await register(await newPerson(), coaching({ invitationCode })))).toMatchObject({ code });
    const own = await newPerson();
    const ofOwn = await addCode({ sender_id: own.userId });
    expect(problemOf(await register(own, coaching({ invitationCode: ofOwn }))).code).toBe('invite.own_code');
    // A code that was redeemed on the way counts without being typed again.
    const redeemer = await newPerson();
    const redeemed = await addCode();
    await server.call(
      'POST /invitation-codes/check-shareable-code',
      { recipientType: 'educator', code: redeemed },
      { as: redeemer },
    );
    expect((await register(redeemer, coaching())).body.result.invitationCodePoints).toBe(20);
  });

  test('APP-045, APP-046, APP-047: every question needs a right answer', async () => {
    const as = await newPerson();
    const all = answersTo('coaching', { slider: 1, yesNo: 'no', tags: 1 });
    const without = (at: number, answer?: unknown) =>
      all.flatMap((each, index) => (index === at ? (answer === undefined ? [] : [{ ...each, answer }]) : [each]));
    for (const sportAnswers of [
      without(0),
      without(1),
      without(3),
      without(3, []),
      without(1, 5),
      without(3, ['chess']),
    ])
      expect(problemOf(await register(as, coaching({ sportAnswers }))).code).toBe('application.answer_missing');
    expect((await register(as, coaching({ sportAnswers: without(0, 11) }))).status).toBe(400);
    expect((await server.call('GET /users/me', undefined, { as })).body.isEducator).toBe(false);
  });

  test('D-331: a coach needs the role of a coach, a trainer or an accomplished athlete', async () => {
    const as = await newPerson();
    const withRole = (roleId: string, level: string) =>
      register(as, coaching({ sportRoleParticipationLevelMapping: [{ roleId, participationLevelIds: [level] }] }));
    expect(problemOf(await withRole('athlete', 'club')).code).toBe('application.roles_needed');
    expect((await withRole('athlete', 'retired')).status).toBe(200);
  });
});

describe('fields of license and degree', () => {
  test.each([
    ['APP-037', { license: 'Ab' }],
    ['APP-037', { license: 'A'.repeat(201) }],
    ['APP-038', { number: '12' }],
    ['APP-038', { number: '1'.repeat(101) }],
    ['APP-039', { organization: '' }],
    ['APP-039', { organization: 'A'.repeat(201) }],
    ['APP-040', { website: 'a.b' }],
    ['APP-040', { website: `example.org/${'x'.repeat(300)}` }],
  ])('%s, APP-025: a license with %j is refused', async (_, wrong) => {
    const answer = await register(await newPerson(), science({ licenseInformation: { ...LICENSE, ...wrong } }));
    expect(answer.status).toBe(400);
  });

  test.each([
    ['APP-041', { educationInstitutionName: 'Ab' }],
    ['APP-042', { educationInstitutionWebsite: '' }],
    ['APP-042', { educationInstitutionWebsite: 'a.b' }],
    ['APP-043', { graduationYear: null }],
    ['APP-043', { graduationYear: 1939 }],
    ['APP-043', { graduationYear: 2999 }],
  ])('%s, APP-026: a degree with %j is refused', async (_, wrong) => {
    const degreeInformation = {
      educationInstitutionName: 'University of Rijeka',
      educationInstitutionWebsite: 'https://www.uniri.hr',
      graduationYear: 2012,
      ...wrong,
    };
    const body = science({
      sportScienceExpertiseInformation: { areaId: 'biomechanics', basedOn: 'degree' },
      degreeInformation,
      standardEducations: [{ educationId: 'biomechanics-biomechanics', educationDegreeMapping: { Bachelor: 1 } }],
    });
    expect((await register(await newPerson(), body)).status).toBe(400);
  });
});

describe('the calls one by one', () => {
  test('APP-023, APP-058, APP-059, APP-062, APP-065: create, save educations, verify, apply for the sport', async () => {
    const as = await newPerson();
    const degreeInformation = {
      educationInstitutionName: 'University of Rijeka',
      educationInstitutionWebsite: 'uniri.hr',
      graduationYear: 2012,
    };
    const input = science({
      sportScienceExpertiseInformation: { areaId: 'biomechanics', basedOn: 'degree' },
      degreeInformation,
      customEducations: [{ name: 'Sports engineering', educationDegreeMapping: { Bachelor: 1 } }],
    });
    const wanted = { sportId: 'soccer', applicationType: 'science', applicationId: input.id };
    const exists = () =>
      server.call('GET /sport-applications/check-exists?sportId=soccer&applicationType=science', undefined, { as });
    expect((await exists()).body).toEqual({ exists: false, status: null, canApply: true, repeatableAt: null });
    const early = await server.call('POST /sport-applications/creation', wanted, { as });
    expect(problemOf(early)).toMatchObject({ status: 403, code: 'application.not_applicant' });

    const made = await server.call('POST /educator-applications', input, { as });
    expect(made.body).toEqual({ id: input.id, status: 'pending' });
    const educations = {
      standardEducations: [{ educationId: 'biomechanics-biomechanics', educationDegreeMapping: { Doctorate: 1 } }],
      customEducations: [],
    };
    const saved = await server.call(
      'POST /educator-applications/education',
      { applicationId: input.id, ...educations },
      { as },
    );
    expect(saved.body).toEqual(educations);
    const points = await server.call('POST /sport-applications/verify', { applicationId: input.id }, { as });
    expect(hasShape('applications.verify', points)).toBe(true);
    expect(points.body.education.total).toBe(25);
    expect((await server.call('POST /sport-applications/creation', wanted, { as })).body).toEqual(made.body);
    expect((await exists()).body).toMatchObject({ exists: true, status: 'pending', canApply: false });

    const ben = await newPerson();
    for (const [line, body] of [
      ['POST /sport-applications/verify', { applicationId: input.id }],
      ['POST /educator-applications/education', { applicationId: input.id, ...educations }],
    ] as const)
      expect((await server.call(line, body, { as: ben })).status).toBe(404);
  });

  test('APP-057: a person who has not applied as a Creator cannot apply for a sport', async () => {
    const answer = await server.call(
      'POST /sport-applications/creation',
      { sportId: 'soccer', applicationType: 'coaching', applicationId: newId() },
      { as: await server.addPerson() },
    );
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'application.not_applicant' });
  });
});
