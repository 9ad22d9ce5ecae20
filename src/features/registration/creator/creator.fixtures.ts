import type { ApplicationDraft, ApplicationResult } from '#contract/applications.ts';
import type { Sport } from '#contract/sports.ts';
import { Refusal, person, type Network } from '#app/data/signed-in.fixtures.tsx';

/** A server of applications for tests of the wizard: reference data, drafts with versions, documents, one application. */

export const SOCCER: Sport = {
  id: 'soccer',
  name: 'Soccer',
  sportType: 'Launched',
  isActive: true,
  activeEducatorsWithContent: 3,
};

const level = (id: string, name: string) => ({ id, name });
const ROLES = [
  {
    id: 'athlete',
    name: 'Athlete',
    sportRoleRule: 'levels_required',
    levels: [level('club', 'Club'), level('retired', 'Retired')],
  },
  {
    id: 'coach',
    name: 'Coach',
    sportRoleRule: 'levels_required',
    levels: [level('youth', 'Youth'), level('club', 'Club')],
  },
  { id: 'fan', name: 'Fan', sportRoleRule: 'no_levels', levels: [] },
];
const QUESTIONS = {
  coaching: [
    {
      id: 'playing',
      name: 'Playing Experience',
      questions: [
        { id: 'years', question: 'How many years have you played Soccer?', kind: 'slider', tags: [] },
        { id: 'national', question: 'Have you competed at national level or above?', kind: 'yes_no', tags: [] },
      ],
    },
    {
      id: 'teaching',
      name: 'Teaching',
      questions: [
        {
          id: 'topics',
          question: 'Which topics will you teach?',
          kind: 'tags',
          tags: [level('tactics', 'Tactics'), level('rules', 'Rules')],
        },
      ],
    },
  ],
  science: [
    {
      id: 'practice',
      name: 'Practice',
      questions: [{ id: 'athletes', question: 'Do you work with athletes at present?', kind: 'yes_no', tags: [] }],
    },
  ],
};
const AREAS = [
  {
    id: 'physiotherapy',
    name: 'Physiotherapy',
    educations: [
      { id: 'physio-degree', name: 'Physiotherapy', basedOn: 'degree' },
      { id: 'physio-license', name: 'Licensed Physical Therapist', basedOn: 'license' },
    ],
  },
  { id: 'biomechanics', name: 'Biomechanics', educations: [] },
];

export const RESULT: ApplicationResult = {
  experience: {
    total: 16,
    categories: [
      {
        name: 'Playing Experience',
        points: 15,
        items: [
          { question: 'How many years have you played Soccer?', answer: '10+', points: 10 },
          { question: 'Have you competed at national level or above?', answer: 'Yes', points: 5 },
        ],
      },
      {
        name: 'Teaching',
        points: 1,
        items: [{ question: 'Which topics will you teach?', answer: 'Tactics', points: 1 }],
      },
    ],
  },
  education: { total: 30, degrees: [{ level: 'Masters', count: 2, points: 30 }] },
  invitationCodePoints: 20,
  total: 66,
  status: 'approved',
};

type Body = Record<string, unknown>;
export interface ModelServer {
  /** Ids of the applications that were tried. */
  tried: unknown[];
  /** Applications that were made. */
  sent: Body[];
  draft: ApplicationDraft;
  /** Saves a draft as another device does. */
  saveElsewhere(step: string, form: Body): void;
  /** Drafts are saved, but the answers do not arrive. */
  losesAnswers: boolean;
  /** What the next applications are answered with. */
  refuse: Refusal | null;
  state: Body;
}

export const modelServer = (network: Network, type: 'coaching' | 'science'): ModelServer => {
  const name = `${type}-soccer`;
  const none = { name, version: 0, step: null, data: null, updatedAt: null };
  const save = (step: string, data: Body): ApplicationDraft => {
    server.draft = { name, version: server.draft.version + 1, step, data, updatedAt: new Date().toISOString() };
    return server.draft;
  };
  const server: ModelServer = {
    tried: [],
    sent: [],
    draft: none,
    saveElsewhere: (step, form) => void save(step, { form }),
    losesAnswers: false,
    refuse: null,
    state: { exists: false, status: null, canApply: true, repeatableAt: null },
  };
  network.answer('/educator-applications/questions', (query) => ({
    count: 0,
    results: QUESTIONS[query.get('type') as 'coaching' | 'science'],
  }));
  network.answer('/sport-role-participation-levels', () => ({ count: ROLES.length, results: ROLES }));
  network.answer('/educator-applications/science-areas', () => ({ count: AREAS.length, results: AREAS }));
  network.answer('/sport-applications/check-exists', () => server.state);
  network.answer('/registration/save-progress', () => ({
    saveProgress: true,
    step: null,
    data: null,
    updatedAt: null,
  }));
  network.answer(`/application-drafts/${name}`, (_query, body, method) => {
    if (method === 'GET') return server.draft;
    if (method === 'DELETE') {
      server.draft = none;
      return {};
    }
    if (body['version'] !== undefined && body['version'] !== server.draft.version)
      throw new Refusal(409, 'application.draft_changed', 'This application was changed elsewhere.');
    const saved = save(String(body['step']), body['data'] as Body);
    if (server.losesAnswers) throw new Refusal(503, 'server.failed', 'Lost.');
    return saved;
  });
  network.answer('/registration/creator', (_query, body) => {
    server.tried.push(body['id']);
    if (server.refuse) throw server.refuse;
    server.sent.push(body);
    const user = person({ lastLoginedRole: 'educator' });
    return { user, application: { id: body['id'], status: RESULT.status }, result: RESULT };
  });
  return server;
};
