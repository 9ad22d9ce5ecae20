/** Password of every demo person. */
export const DEMO_PASSWORD = 'Sideline-2026!';

export interface DemoPerson {
  username: string;
  firstName: string;
  lastName: string;
  role: 'learner' | 'educator' | 'organization';
  /** Sports with roles: `sport:role:level`. */
  interests: readonly string[];
  /** What the profile says, for those whom visitors meet first. */
  profile?: {
    aboutMe: string;
    city: string;
    /** ISO alpha-2. */
    country: string;
    /** ISO 639-1, the primary one first. */
    languages: readonly string[];
    /** Titles with their addresses. */
    contacts: readonly (readonly [string, string])[];
    /** Answers of the sport bio, by question (bio-questions.ts). */
    soccerBio: Readonly<Record<string, string>>;
  };
}

/** People of the demo. Creators are also Members, so that the role can be switched. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    username: 'ana',
    firstName: 'Ana',
    lastName: 'Kovač',
    role: 'educator',
    interests: ['soccer:coach:club', 'tennis:fan'],
    profile: {
      aboutMe:
        'I coach youth football by the sea. My films show one idea each: where to stand, when to turn, how to see the pass before the ball comes. Ask me about anything you see in them.',
      city: 'Rijeka',
      country: 'HR',
      languages: ['hr', 'en', 'it'],
      contacts: [
        ['Training plans', 'https://ana.example.org/plans'],
        ['Club page', 'https://club.example.org/rijeka'],
      ],
      soccerBio: {
        position: 'Midfield, now on the bench with a board',
        years: 'Twenty',
        advice: 'Look up before the ball comes.',
      },
    },
  },
  {
    username: 'tariq',
    firstName: 'Tariq',
    lastName: 'Hale',
    role: 'educator',
    interests: ['basketball:coach:college-university'],
  },
  {
    username: 'ingrid',
    firstName: 'Ingrid',
    lastName: 'Solberg',
    role: 'educator',
    interests: ['ice-hockey:coach:professional'],
  },
  { username: 'lena', firstName: 'Lena', lastName: 'Fischer', role: 'educator', interests: ['tennis:coach:club'] },
  { username: 'rosa', firstName: 'Rosa', lastName: 'Delgado', role: 'educator', interests: ['baseball:coach:youth'] },
  {
    username: 'ben',
    firstName: 'Ben',
    lastName: 'Okafor',
    role: 'educator',
    interests: ['swimming:coach:national-team'],
  },
  {
    username: 'nora',
    firstName: 'Nora',
    lastName: 'Lindqvist',
    role: 'organization',
    interests: ['soccer:coach:youth', 'ice-hockey:coach:youth'],
  },
  {
    username: 'mia',
    firstName: 'Mia',
    lastName: 'Tanaka',
    role: 'learner',
    interests: ['soccer:athlete:club', 'tennis:fan', 'swimming:athlete:recreational'],
    profile: {
      aboutMe: 'Left back, always late for the bus, never for training.',
      city: 'Osaka',
      country: 'JP',
      languages: ['ja', 'en'],
      contacts: [['My photos', 'https://mia.example.org']],
      soccerBio: {
        'favourite-team': 'The one that trains on Tuesdays',
        position: 'Left back',
        goal: 'Arrive before the warm-up.',
      },
    },
  },
  {
    username: 'marko',
    firstName: 'Marko',
    lastName: 'Babić',
    role: 'learner',
    interests: ['soccer:parent-guardian:school'],
  },
  {
    username: 'priya',
    firstName: 'Priya',
    lastName: 'Raman',
    role: 'learner',
    interests: ['tennis:athlete:club', 'swimming:athlete:masters'],
  },
  {
    username: 'jonas',
    firstName: 'Jonas',
    lastName: 'Weber',
    role: 'learner',
    interests: ['basketball:athlete:school', 'soccer:fan'],
  },
  {
    username: 'kofi',
    firstName: 'Kofi',
    lastName: 'Mensah',
    role: 'learner',
    interests: ['soccer:athlete:semi-professional', 'basketball:fan'],
  },
  {
    username: 'elif',
    firstName: 'Elif',
    lastName: 'Aydın',
    role: 'learner',
    interests: ['ice-hockey:athlete:club', 'baseball:fan'],
  },
  {
    username: 'sam',
    firstName: 'Sam',
    lastName: 'Whitaker',
    role: 'learner',
    interests: ['baseball:parent-guardian:school', 'soccer:coach:youth'],
  },
];

export const DEMO_ORGANIZATION = { name: 'North Shore Club', owner: 'nora', sports: ['soccer', 'ice-hockey'] } as const;

/** Subscriptions of Members; `trialDays` is what is left of a trial. */
export const DEMO_SUBSCRIPTIONS: readonly { person: string; sport: string; type: string; trialDays?: number }[] = [
  { person: 'mia', sport: 'soccer', type: 'subscribed' },
  { person: 'mia', sport: 'swimming', type: 'trial-free', trialDays: 9 },
  { person: 'marko', sport: 'soccer', type: 'trial-free', trialDays: 3 },
  { person: 'priya', sport: 'tennis', type: 'subscribed' },
  { person: 'priya', sport: 'swimming', type: 'subscribed' },
  { person: 'jonas', sport: 'basketball', type: 'subscribed' },
  { person: 'kofi', sport: 'soccer', type: 'subscribed' },
  { person: 'elif', sport: 'ice-hockey', type: 'subscribed' },
  { person: 'sam', sport: 'baseball', type: 'beta-free' },
  { person: 'sam', sport: 'soccer', type: 'subscribed' },
];

export const DEMO_FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  'first-touch': ['mia', 'marko', 'kofi', 'sam', 'jonas', 'nora'],
  'goalkeeper-room': ['kofi', 'sam'],
  'half-court-lab': ['jonas', 'kofi'],
  'edge-work': ['elif', 'nora'],
  'second-serve': ['mia', 'priya'],
  'inside-corner': ['sam', 'elif'],
  'feel-for-water': ['priya', 'mia'],
  'north-shore-juniors': ['sam', 'marko'],
  'hockey-school': ['elif'],
};

/** Accounts shown after the start. */
export const DEMO_ACCOUNTS: readonly { role: string; username: string; password: string }[] = [
  { role: 'Member', username: 'mia', password: DEMO_PASSWORD },
  { role: 'Creator', username: 'ana', password: DEMO_PASSWORD },
  { role: 'Organization', username: 'nora', password: DEMO_PASSWORD },
];
