import { sql } from 'kysely';
import type { SportBio } from '#contract/profiles.ts';
import { newId } from '#contract/ids.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { isMinor } from './age.ts';
import { isOwnerOf, readStored, type StoredProfile } from './read.ts';

interface Which {
  /** Only this sport, also if the profile does not have it; by default every sport of the profile. */
  sportId?: string;
  /** Without questions that have no answer, and without bios that have none. */
  isAnswered?: boolean;
}

/** Sport bios of a scope, in the order of its sports. */
export const biosOf = async (
  db: Db,
  scope: string,
  { sportId, isAnswered = false }: Which = {},
): Promise<SportBio[]> => {
  const { rows } = await sql<{
    row: SportBio;
  }>`select json_build_object('sport_id', s.id, 'sport_name', s.name, 'id', i.id,
      'num_of_questions', count(*)::int, 'num_of_completed_questions', count(a.id)::int,
      'questions_and_answers', json_agg(json_build_object('id', q.id, 'question', q.question, 'answer', a.answer)
        order by q.position, q.id) filter (where a.id is not null or not ${isAnswered})) as row
    from sports s join sport_bio_questions q on q.sport_id = s.id
      left join sport_interests i on i.scope = ${scope} and i.sport_id = s.id and i.is_active
      left join sport_bio_answers a on a.scope = ${scope} and a.sport_id = s.id and a.question_id = q.id
    where ${sportId === undefined ? sql`i.id is not null` : sql`s.id = ${sportId} and s.is_active`}
    group by s.id, i.id having count(a.id) > 0 or not ${isAnswered} order by i.position, i.id`.execute(db);
  return rows.map(({ row }) => row);
};

/**
 * Whether the caller may see the sport bios of a profile: with its sports. Of people under 18 others see the sports alone,
 * and no text that they wrote. Source: D-75, decision 0058.
 */
export const showsBios = (context: CallContext, stored: StoredProfile): boolean =>
  isOwnerOf(context, stored) || (stored.row.visibility.sportsInterest && !isMinor(context.now, stored.row.dateOfBirth));

const readOne = async (db: Db, scope: string, sportId: string): Promise<SportBio> =>
  found((await biosOf(db, scope, { sportId }))[0]);

interface Answered {
  sport_id: string;
  question: string;
}
const findQuestion = async (db: Db, { sport_id, question }: Answered): Promise<void> => {
  found(
    await db
      .selectFrom('sport_bio_questions')
      .select('id')
      .where('sport_id', '=', sport_id)
      .where('id', '=', question)
      .executeTakeFirst(),
  );
};

/** The last answer to a question counts, so that two devices may both have made the first one. */
const save = async (
  { db, scope }: CallContext,
  { id, sport_id, question, answer }: Answered & { id: string; answer: string },
): Promise<void> => {
  await findQuestion(db, { sport_id, question });
  await db
    .insertInto('sport_bio_answers')
    .values({ id, scope, sport_id, question_id: question, answer })
    .onConflict((on) => on.columns(['scope', 'sport_id', 'question_id']).doUpdateSet({ answer }))
    .execute();
};

const create: Handler<'profiles.createBioAnswer'> = async (context, input) => {
  await raiseScopes(context.db, [context.scope]);
  await save(context, input);
  return readOne(context.db, context.scope, input.sport_id);
};

/** Also makes an answer: that of this device may have been taken away on another one. */
const update: Handler<'profiles.updateBioAnswer'> = async (context, { answer, ...of }) => {
  const { db, scope } = context;
  await raiseScopes(db, [scope]);
  if (answer === '') {
    await findQuestion(db, of);
    await db
      .deleteFrom('sport_bio_answers')
      .where('scope', '=', scope)
      .where('sport_id', '=', of.sport_id)
      .where('question_id', '=', of.question)
      .execute();
  } else await save(context, { ...of, answer, id: newId() });
  return readOne(db, scope, of.sport_id);
};

const list: Handler<'profiles.sportBios'> = async (context, { user_id }) => {
  const { db } = context;
  let results: SportBio[] = [];
  if (user_id === undefined) results = await biosOf(db, context.scope);
  else {
    const stored = await readStored(context, { anyId: user_id });
    if (showsBios(context, stored))
      results = await biosOf(db, stored.row.scope, { isAnswered: !isOwnerOf(context, stored) });
  }
  return { count: results.length, results };
};

export const sportBioHandlers = {
  'profiles.sportQuestions': ({ db, scope }, { sportId }) => readOne(db, scope, sportId),
  'profiles.sportBios': list,
  'profiles.createBioAnswer': create,
  'profiles.updateBioAnswer': update,
} satisfies Handlers;
