import { ROLES, LEVELS, toSlug } from './sports.ts';

/** Science areas and questions of applications, word for word. Source: D-332, D-333. */

type Area = readonly [name: string, degrees: readonly string[], licenses: readonly string[]];
const AREAS: readonly Area[] = [
  [
    'Sports Nutrition',
    ['Nutrition and Dietetics', 'Sports Nutrition'],
    ['Registered Dietitian', 'Board Certified Specialist in Sports Dietetics'],
  ],
  [
    'Sport Psychology',
    ['Sport Psychology', 'Clinical or Counselling Psychology'],
    ['Licensed Psychologist', 'Certified Mental Performance Consultant'],
  ],
  [
    'Strength and Conditioning',
    ['Kinesiology', 'Strength and Conditioning'],
    ['Certified Strength and Conditioning Specialist', 'Accredited Strength and Conditioning Coach'],
  ],
  [
    'Exercise Physiology',
    ['Exercise Physiology', 'Kinesiology'],
    ['Certified Exercise Physiologist', 'Clinical Exercise Physiologist'],
  ],
  [
    'Athletic Therapy/Training',
    ['Athletic Training', 'Athletic Therapy'],
    ['Certified Athletic Trainer', 'Certified Athletic Therapist'],
  ],
  [
    'Physiotherapy',
    ['Physiotherapy', 'Rehabilitation Science'],
    ['Licensed Physical Therapist', 'Sports Clinical Specialist'],
  ],
  ['Sports Medicine', ['Medicine'], ['Licensed Physician', 'Sports Medicine Diploma']],
  ['Biomechanics', ['Biomechanics', 'Biomedical Engineering'], []],
  ['Performance Analysis', ['Performance Analysis', 'Data Science', 'Statistics'], []],
  ['Chiropractic', ['Doctor of Chiropractic'], ['Licensed Chiropractor', 'Certified Chiropractic Sports Physician']],
  ['Massage Therapy', [], ['Registered Massage Therapist', 'Licensed Massage Therapist']],
  ['Skill Acquisition and Motor Learning', ['Motor Control', 'Human Movement Science'], []],
];

export const SCIENCE_AREAS = AREAS.map(([name], position) => ({ id: toSlug(name), name, position }));
/** The id begins with the area's: two areas have Kinesiology. */
export const SCIENCE_EDUCATIONS = AREAS.flatMap(([area, degrees, licenses]) =>
  [...degrees.map((name) => [name, 'degree'] as const), ...licenses.map((name) => [name, 'license'] as const)].map(
    ([name, based_on], position) => ({
      id: `${toSlug(area)}-${toSlug(name)}`,
      area_id: toSlug(area),
      name,
      based_on,
      position,
    }),
  ),
);

const COACH_LEVELS = ROLES.find(({ id }) => id === 'coach')!.levels.map(
  (id) => LEVELS.find((one) => one.id === id)!.name,
);

type Kind = 'slider' | 'yes_no' | 'tags';
type Asked = readonly [id: string, question: string, kind: Kind, tags?: readonly string[]];
const QUESTIONS: Readonly<Record<'coaching' | 'science', Readonly<Record<string, readonly Asked[]>>>> = {
  coaching: {
    'Playing Experience': [
      ['years-played', 'How many years have you played {sport}?', 'slider'],
      ['national-level', 'Have you competed at national level or above?', 'yes_no'],
    ],
    'Coaching Experience': [
      ['years-coached', 'How many years have you coached {sport}?', 'slider'],
      [
        'age-groups',
        'Which age groups have you coached?',
        'tags',
        ['Under 8', '8–12', '13–15', '16–18', '19+', 'Masters'],
      ],
      ['levels-coached', 'Which levels have you coached?', 'tags', COACH_LEVELS],
    ],
    Achievements: [
      ['championships', 'How many championships have you won as an athlete or a coach?', 'slider'],
      ['national-team-athlete', 'Have you coached an athlete to a national team?', 'yes_no'],
    ],
    Certification: [
      ['coaching-certification', 'Do you hold a recognised coaching certification?', 'yes_no'],
      ['first-aid', 'Do you hold a current first-aid certificate?', 'yes_no'],
    ],
    Teaching: [
      [
        'topics',
        'Which topics will you teach?',
        'tags',
        [
          'Technique',
          'Tactics',
          'Conditioning',
          'Mental',
          'Rules',
          'Equipment',
          'Injury Prevention',
          'Youth Development',
        ],
      ],
      ['monthly-content', 'How many pieces of content can you publish per month?', 'slider'],
    ],
  },
  science: {
    Practice: [
      ['years-practised', 'How many years have you practised in your field?', 'slider'],
      ['works-with-athletes', 'Do you work with athletes at present?', 'yes_no'],
      [
        'groups',
        'Which groups do you work with?',
        'tags',
        ['Youth', 'Adult amateur', 'Collegiate', 'Professional', 'Para-athletes', 'Masters'],
      ],
    ],
    Research: [
      ['publications', 'How many publications or conference talks do you have?', 'slider'],
      ['taught', 'Have you taught at a college or university?', 'yes_no'],
    ],
    'Sport Knowledge': [['years-in-sport', 'How many years have you worked in {sport}?', 'slider']],
    Teaching: [
      [
        'topics',
        'Which topics will you teach?',
        'tags',
        ['Assessment', 'Prevention', 'Recovery', 'Nutrition', 'Mental skills', 'Training load', 'Technology'],
      ],
    ],
  },
};

export const APPLICATION_QUESTIONS = Object.entries(QUESTIONS).flatMap(([application_type, categories]) =>
  Object.entries(categories)
    .flatMap(([category, questions]) =>
      questions.map(([id, question, kind, tags = []]) => ({
        application_type,
        id: `${toSlug(category)}-${id}`,
        category,
        category_id: toSlug(category),
        question,
        kind,
        tags: JSON.stringify(tags.map((name) => ({ id: toSlug(name), name }))),
      })),
    )
    .map((row, position) => ({ ...row, position })),
);
