import type { Db } from '#server/db/database.ts';
import { demoId } from './ids.ts';
import { ALL_SUBSCRIPTIONS, CROWD } from './crowd.ts';
import { DEMO_ORGANIZATION, DEMO_PEOPLE, type DemoPerson } from './people.ts';

/** Everybody: those whom visitors meet, then the crowd. */
export const EVERYBODY: readonly DemoPerson[] = [...DEMO_PEOPLE, ...CROWD];

const DAY_MS = 24 * 3_600_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

export const personId = (username: string): string => demoId(`person ${username}`);
const organizationId = demoId('organization');
/** `org`, or a username. */
export const scopeOf = (owner: string): string =>
  owner === 'org' ? `org:${organizationId}` : `user:${personId(owner)}`;
export const authorOf = (owner: string): string => personId(owner === 'org' ? DEMO_ORGANIZATION.owner : owner);

/** Inserts people, their sports and subscriptions, and the organization with its owner. */
export const fillPeople = async (db: Db, passwordHash: string, now: Date): Promise<void> => {
  await db
    .insertInto('users')
    .values(EVERYBODY.map((person, index) => userRow(person, index, passwordHash, now)))
    .execute();
  const scopes = [...EVERYBODY.map(({ username }) => scopeOf(username)), scopeOf('org')];
  await db
    .insertInto('organizations')
    .values({ id: organizationId, name: DEMO_ORGANIZATION.name, status: 'approved', first_time: false })
    .execute();
  await db
    .insertInto('organization_admins')
    .values({ organization_id: organizationId, user_id: personId(DEMO_ORGANIZATION.owner), role: 'Owner' })
    .execute();
  await db
    .insertInto('storage_accounts')
    .values(scopes.map((scope) => ({ scope })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.insertInto('sport_interests').values(EVERYBODY.flatMap(interestRows)).execute();
  for (const person of EVERYBODY) await fillProfile(db, person);
  // All of them are adults, at a day of their own.
  for (const [index, { username }] of EVERYBODY.entries())
    await db
      .updateTable('profiles')
      .set({
        date_of_birth: new Date(Date.UTC(1985 + (index % 18), index % 12, 1 + (index % 28))).toISOString().slice(0, 10),
      })
      .where('scope', '=', scopeOf(username))
      .execute();
  await fillSubscriptions(db, now);
};

const userRow = (
  { username, firstName, lastName, role }: DemoPerson,
  index: number,
  passwordHash: string,
  now: Date,
) => ({
  id: personId(username),
  scope: scopeOf(username),
  username,
  email: `${username}@sideline.example`,
  phone_number: `+1202555${String(100 + index).padStart(4, '0')}`,
  password_hash: passwordHash,
  first_name: firstName,
  last_name: lastName,
  communication_method: 'email',
  email_verified_at: now,
  phone_verified_at: now,
  profile_id: demoId(`profile ${username}`),
  last_role: role,
  is_learner: true,
  is_educator: role !== 'learner',
  is_organization: role === 'organization',
  is_registration_complete: true,
  learner_id: demoId(`learner ${username}`),
  educator_id: demoId(`educator ${username}`),
  first_time_learner: false,
  first_time_educator: false,
  terms_accepted_at: daysBefore(now, 200),
  created_at: daysBefore(now, 200),
});

const capital = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(slug === 'college-university' || slug === 'parent-guardian' ? '/' : slug === 'semi-professional' ? '-' : ' ');

const interestRows = ({ username, interests }: DemoPerson) =>
  interests.map((text, position) => {
    const [sport = '', role = '', level] = text.split(':');
    const involvement = [
      {
        role,
        participationLevel: level ?? null,
        roleName: capital(role),
        participationLevelName: level ? capital(level) : null,
      },
    ];
    return {
      id: demoId(`interest ${username} ${sport}`),
      scope: scopeOf(username),
      user_id: personId(username),
      sport_id: sport,
      involvement: JSON.stringify(involvement),
      position,
    };
  });

/** Fills in the profile that was made with the person. */
const fillProfile = async (db: Db, { username, profile }: DemoPerson): Promise<void> => {
  if (!profile) return;
  const [primary, ...secondary] = profile.languages;
  const scope = scopeOf(username);
  await db
    .updateTable('profiles')
    .set({
      about_me: profile.aboutMe,
      city: profile.city,
      country: profile.country,
      primary_spoken_language: primary ?? null,
      secondary_spoken_languages: secondary,
    })
    .where('scope', '=', scope)
    .execute();
  await db
    .insertInto('contacts')
    .values(
      profile.contacts.map(([title, social_link], position) => ({
        id: demoId(`contact ${username} ${position}`),
        scope,
        title,
        social_link,
        position,
      })),
    )
    .execute();
  await db
    .insertInto('sport_bio_answers')
    .values(
      Object.entries(profile.soccerBio).map(([question_id, answer]) => ({
        id: demoId(`bio ${username} ${question_id}`),
        scope,
        sport_id: 'soccer',
        question_id,
        answer,
      })),
    )
    .execute();
};

/** Inserts subscriptions: those of Members, and of Creators to their own sport (D-261). */
const fillSubscriptions = async (db: Db, now: Date): Promise<void> => {
  const ofCreators = DEMO_PEOPLE.filter(({ role }) => role !== 'learner').flatMap(({ username, interests }) =>
    interests
      .filter((text) => text.includes(':coach:'))
      .map((text) => ({ person: username, sport: text.split(':')[0]!, type: 'educator', trialDays: undefined })),
  );
  const rows = [...ALL_SUBSCRIPTIONS, ...ofCreators].map(({ person, sport, type, trialDays }) => ({
    id: demoId(`subscription ${person} ${sport}`),
    scope: scopeOf(person),
    user_id: personId(person),
    sport_id: sport,
    type,
    trial_to: trialDays === undefined ? null : daysBefore(now, -trialDays),
    trial_used: trialDays !== undefined,
    created_at: daysBefore(now, 40),
  }));
  await db.insertInto('subscriptions').values(rows).execute();
};

/** Inserts codes to try: an invitation of a Creator, one of the organization, and an affiliate code. */
export const fillCodes = async (db: Db): Promise<void> => {
  const program = (name: string, unit: string, value: number, months: number) =>
    JSON.stringify({ name, discountAmountUnit: unit, discountAmountValue: value, durationInMonths: months });
  await db
    .insertInto('shareable_codes')
    .values([
      {
        code: 'KICKOFF26',
        kind: 'invitation',
        sender_id: personId('ana'),
        recipient_type: 'learner',
        program: program('Bring a teammate', 'percent', 50, 3),
      },
      {
        code: 'COACHES26',
        kind: 'invitation',
        sender_id: personId('nora'),
        recipient_type: 'educator',
        program: program('Coaches invite coaches', 'percent', 25, 6),
      },
      {
        code: 'ANASOCCER',
        kind: 'affiliate',
        sender_id: personId('ana'),
        recipient_type: 'learner',
        program: program('First Touch friends', 'percent', 20, 6),
        fee_unit: 'percent',
        fee_value: 10,
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
