import { sql } from 'kysely';
import { DEGREE_LEVELS } from '#contract/applications-forms.ts';
import type { ApplicationType, QuestionCategory } from '#contract/applications-questions.ts';
import type { ScienceArea } from '#contract/applications.ts';
import { found, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

/** An active sport. @throws Problem `access.not_found`. */
export const readSport = async (db: Db, sportId: string): Promise<{ id: string; name: string }> =>
  found(
    await db
      .selectFrom('sports')
      .select(['id', 'name'])
      .where('id', '=', sportId)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  );

/** Questions by category, in their order, with the name of the sport in them. Source: D-333. */
export const readCategories = async (db: Db, type: ApplicationType, sportName: string): Promise<QuestionCategory[]> => {
  const rows = await db
    .selectFrom('application_questions')
    .selectAll()
    .where('application_type', '=', type)
    .orderBy('position')
    .execute();
  const categories = new Map<string, QuestionCategory>();
  for (const { id, category_id, category, question, kind, tags } of rows) {
    const held = categories.get(category_id) ?? { id: category_id, name: category, questions: [] };
    held.questions.push({
      id,
      question: question.replaceAll('{sport}', sportName),
      kind: kind as QuestionCategory['questions'][number]['kind'],
      tags: tags as unknown as { id: string; name: string }[],
    });
    categories.set(category_id, held);
  }
  return [...categories.values()];
};

/** Source: D-332. */
export const readAreas = async (db: Db): Promise<ScienceArea[]> => {
  const { rows } = await sql<ScienceArea>`select a.id, a.name, coalesce((
      select json_agg(json_build_object('id', e.id, 'name', e.name, 'basedOn', e.based_on) order by e.position)
      from science_educations e where e.area_id = a.id), '[]') as educations
    from science_areas a order by a.position`.execute(db);
  return rows;
};

const inList = <T>(results: T[]) => ({ count: results.length, results });

export const referenceHandlers = {
  'applications.scienceAreas': async ({ db }) => inList(await readAreas(db)),
  'applications.degrees': async () => inList(DEGREE_LEVELS.map((level) => ({ id: level, name: level }))),
  'applications.questions': async ({ db }, { type, sportId }) =>
    inList(await readCategories(db, type, (await readSport(db, sportId)).name)),
} satisfies Handlers;
