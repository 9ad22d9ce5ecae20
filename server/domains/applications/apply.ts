import { sql } from 'kysely';
import type { ApplicationData } from '#contract/applications-forms.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { completeRegistration } from '../registration/index.ts';
import { saveRoles } from '../sports/index.ts';
import { readMe } from '../users/index.ts';
import { checkAnswers, checkDocuments, checkEducation, checkRoles } from './check.ts';
import { decide } from './decide.ts';
import { takeInvitation } from './invitation.ts';
import { scoreApplication } from './points.ts';
import { readCategories, readSport } from './reference.ts';
import { repeatableAt, selectApplications, toApplication, type ApplicationRow, type KeptAnswer } from './rows.ts';
import { step } from './step.ts';

/** An own application; another's is answered like a missing one. */
const readOwn = async ({ db, session }: CallContext, id: string): Promise<ApplicationRow> =>
  found((await selectApplications(db, sql`a.id = ${id} and a.user_id = ${session.userId}`))[0]);

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-US', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

interface Wanted {
  sportId: string;
  applicationType: string;
}
const findNewest = async ({ db, session }: CallContext, { sportId, applicationType }: Wanted) =>
  (
    await selectApplications(
      db,
      sql`a.user_id = ${session.userId} and a.sport_id = ${sportId} and a.application_type = ${applicationType}
        order by a.created_at desc, a.id desc limit 1`,
    )
  )[0];

/** @throws Problem `application.exists`, `application.too_early`. Source: D-233. */
const checkMayApply = async (context: CallContext, wanted: Wanted): Promise<void> => {
  const last = await findNewest(context, wanted);
  if (last && last.status !== 'denied') throw new Problem('application.exists');
  const from = last && repeatableAt(last);
  if (from && from > context.now) throw new Problem('application.too_early', { from: dayOf(from) });
  const role = await context.db
    .selectFrom('users')
    .select(['is_educator', 'is_educator_role_available as isAvailable'])
    .where('id', '=', context.session.userId)
    .executeTakeFirstOrThrow();
  if (!role.isAvailable && !role.is_educator) throw new Problem('application.too_early');
};

/** Makes a pending application of checked data. Sent again with the same id, it finds the first one. */
const make = async (context: CallContext, input: ApplicationData): Promise<ApplicationRow> => {
  const { db, session, scope: _, now } = context;
  const { userId, scope } = session;
  await raiseScopes(db, [scope]);
  const existing = (await selectApplications(db, sql`a.id = ${input.id}`))[0];
  if (existing) return found(existing.userId === userId ? existing : null);
  const { sport: sportId, applicationType, sportAnswers, invitationCode = null, ...data } = input;
  const sport = await readSport(db, sportId);
  await checkMayApply(context, { sportId, applicationType });
  checkRoles(input);
  const categories = await readCategories(db, applicationType, sport.name);
  const answers = checkAnswers(categories, { sportAnswers });
  const { area, license, degrees } = await checkEducation(db, input);
  await checkDocuments(db, userId, input);
  const roles = [{ id: newId(), sportId, mapping: input.sportRoleParticipationLevelMapping }];
  await step(context, 'application.profile_not_created', () => saveRoles(db, { scope, userId }, roles));
  const kept: KeptAnswer[] = categories.flatMap(({ id, name, questions }) =>
    questions.map((question) => ({
      categoryId: id,
      category: name,
      questionId: question.id,
      question: question.question,
      answer: answers.get(`${id}/${question.id}`)!,
    })),
  );
  const row = {
    id: input.id,
    scope,
    user_id: userId,
    sport_id: sportId,
    application_type: applicationType,
    data: JSON.stringify({ ...data, area, license, degrees }),
    answers: JSON.stringify(kept),
    invitation_code: await takeInvitation(context, invitationCode),
    created_at: now,
  };
  await db.insertInto('applications').values(row).execute();
  return readOwn(context, input.id);
};

/** Works the points out, once, and approves with enough of them. Source: D-222. */
const verify = async (context: CallContext, id: string): Promise<ApplicationRow> => {
  const { services, db, session, now } = context;
  await raiseScopes(db, [session.scope]);
  const row = await readOwn(context, id);
  if (row.result !== null || row.status !== 'pending') return row;
  const checked = row.data as unknown as { degrees: never[]; license: string | null };
  const result = scoreApplication({
    categories: await readCategories(db, row.type, row.sportName),
    answers: new Map(row.answers.map(({ categoryId, questionId, answer }) => [`${categoryId}/${questionId}`, answer])),
    degrees: checked.degrees,
    license: checked.license,
    hasInvitation: row.invitationCode !== null,
  });
  await db
    .updateTable('applications')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
  if (result.status === 'approved')
    await decide(services, db, row, { status: 'approved', by: null, reason: null, now });
  return readOwn(context, id);
};

const stateOf = ({ id, status }: ApplicationRow) => ({ id, status });
const resultOf = ({ result, status }: ApplicationRow) => ({ ...found(result), status });

/** The whole sequence in one transaction; a failure names its step. Source: APP-036, APP-070…APP-074, D-224. */
const register: Handler<'applications.register'> = async (context, input) => {
  const { db, services, session } = context;
  const made = await step(context, 'application.not_created', () => make(context, input));
  if (made.result === null)
    await step(context, 'application.user_not_created', () =>
      db
        .updateTable('users')
        .set({ is_educator: true, is_learner: true, last_role: 'educator' })
        .where('id', '=', session.userId)
        .execute(),
    );
  const row = await step(context, 'application.failed', () => verify(context, input.id));
  const user = await step(context, 'application.user_not_updated', async () => {
    await completeRegistration(services, db, session.userId);
    return readMe(db, session.userId);
  });
  return { user, application: stateOf(row), result: resultOf(row) };
};

const applyForSport: Handler<'applications.applyForSport'> = async (context, { applicationId, ...wanted }) => {
  const { db, session } = context;
  const own = await db.selectFrom('applications').select('id').where('user_id', '=', session.userId).executeTakeFirst();
  if (!own) throw new Problem('application.not_applicant');
  const row = await readOwn(context, applicationId);
  return stateOf(found(row.sportId === wanted.sportId && row.type === wanted.applicationType ? row : null));
};

const readState: Handler<'applications.exists'> = async (context, wanted) => {
  const last = await findNewest(context, wanted);
  const from = last ? repeatableAt(last) : null;
  return {
    exists: last !== undefined,
    status: last?.status ?? null,
    canApply: !last || (from !== null && from <= context.now),
    repeatableAt: from?.toISOString() ?? null,
  };
};

/** Replaces what was said about degrees; the points are worked out again by the next `verify`. */
const saveEducations: Handler<'applications.saveEducations'> = async (
  context,
  { applicationId, standardEducations, customEducations },
) => {
  const { db, session } = context;
  await raiseScopes(db, [session.scope]);
  const row = await readOwn(context, applicationId);
  if (row.status !== 'pending') throw new Problem('application.decided');
  const data = { ...row.data, standardEducations, customEducations };
  const checked = await checkEducation(db, { ...data, applicationType: row.type } as ApplicationData);
  await db
    .updateTable('applications')
    .set({ data: JSON.stringify({ ...data, ...checked }), result: null })
    .where('id', '=', applicationId)
    .execute();
  return { standardEducations, customEducations };
};

export const applyHandlers = {
  'applications.register': register,
  'applications.create': async (context, input) => stateOf(await make(context, input)),
  'applications.verify': async (context, { applicationId }) => resultOf(await verify(context, applicationId)),
  'applications.saveEducations': saveEducations,
  'applications.applyForSport': applyForSport,
  'applications.exists': readState,
  'applications.own': async ({ db, session }) => {
    const rows = await selectApplications(db, sql`a.user_id = ${session.userId} order by a.created_at desc, a.id desc`);
    return { count: rows.length, results: rows.map(toApplication) };
  },
} satisfies Handlers;
