import { createHash } from 'node:crypto';
import { newId } from '#contract/ids.ts';
import { makePdf } from '#server/adapters/media/pdf.fixtures.ts';
import { APPLICATION_SPORT } from './application-rows.ts';
import { about, just, unique } from './example-parts.ts';

const APPLIED_SPORT = 'cricket';
const DOCUMENT = makePdf([{ content: '' }]);
const ANSWERS: readonly (readonly [string, string, unknown])[] = [
  ['playing-experience', 'years-played', 3],
  ['playing-experience', 'national-level', 'no'],
  ['coaching-experience', 'years-coached', 4],
  ['coaching-experience', 'age-groups', ['8-12']],
  ['coaching-experience', 'levels-coached', ['club']],
  ['achievements', 'championships', 0],
  ['achievements', 'national-team-athlete', 'no'],
  ['certification', 'coaching-certification', 'yes'],
  ['certification', 'first-aid', 'yes'],
  ['teaching', 'topics', ['technique']],
  ['teaching', 'monthly-content', 2],
];
/** A coaching application with few points: it waits for a person. */
const coachingApplication = (sport: string = APPLIED_SPORT) => ({
  id: newId(),
  sport,
  applicationType: 'coaching',
  sportRoleParticipationLevelMapping: [{ roleId: 'coach', participationLevelIds: ['club'] }],
  sportAnswers: ANSWERS.map(([category, question, answer]) => ({
    category,
    question: `${category}-${question}`,
    answer,
  })),
});

const organizationAddress = { country: 'HR', city: 'Rijeka' };
const newOrganization = (id: string) => ({
  id,
  name: `Club ${unique()}`,
  website: 'www.club.example.org',
  phoneNumber: '+38551123456',
  sports: ['soccer'],
  address: organizationAddress,
});
const organizationDetails = {
  sectorType: 'club',
  type: 'nonprofit',
  governance: 'local',
  size: '1-1000',
  contact_person_name: 'Nora Novak',
  contact_person_email: 'nora@club.example.org',
  contact_person_role: 'Secretary',
  contact_person_title: 'Dr',
  description: 'We teach children.',
  organizationPrimeObjective: 'grow-the-membership',
  needCopyLibrary: false,
};

/** Examples of applications and of the registration of organizations. */
export const APPLICATION_EXAMPLES = {
  'applications.scienceAreas': just({}),
  'applications.degrees': just({}),
  'applications.questions': just({ type: 'coaching', sportId: APPLIED_SPORT }),
  'applications.register': () => ({ input: coachingApplication() }),
  'applications.create': () => ({ input: coachingApplication() }),
  'applications.verify': about((rows) => ({ input: { applicationId: rows.application } })),
  'applications.saveEducations': about((rows) => ({
    input: { applicationId: rows.application, standardEducations: [], customEducations: [] },
  })),
  'applications.applyForSport': about((rows) => ({
    input: { sportId: APPLICATION_SPORT, applicationType: 'coaching', applicationId: rows.application },
  })),
  'applications.exists': just({ sportId: APPLIED_SPORT, applicationType: 'coaching' }),
  'applications.own': just({}),
  'applications.readDraft': just({ name: 'organization' }),
  'applications.saveDraft': just({ name: 'coaching-cricket', version: 0, step: 'roles', data: { roles: [] } }),
  'applications.deleteDraft': just({ name: 'coaching-cricket' }),
  'applications.putDocument': () => ({
    input: { sha256: createHash('sha256').update(DOCUMENT).digest('hex') },
    body: DOCUMENT,
    headers: { 'Content-Type': 'application/octet-stream' },
  }),
  'applications.list': just({ status: 'pending' }),
  'applications.read': about((rows) => ({ input: { id: rows.application } })),
  'applications.decide': about(
    (rows) => ({ input: { id: rows.application, status: 'approved', reason: 'Long experience.' } }),
    { reaches: ['owner'] },
  ),
  'applications.readDocument': about((rows) => ({ input: { id: rows.application, sha256: 'a'.repeat(64) } })),
  'organizations.become': just({}),
  'organizations.create': about((rows) => ({ input: newOrganization(rows.registered) })),
  'organizations.register': about((rows) => ({ input: { id: rows.registered, ...organizationDetails } })),
  'organizations.own': just({}),
  'organizations.list': just({ status: 'pending' }),
  'organizations.read': about((rows) => ({ input: { id: rows.registered } })),
  'organizations.decide': about(
    (rows) => ({ input: { id: rows.registered, status: 'approved', reason: 'A known club.' } }),
    { reaches: ['owner'] },
  ),
};
