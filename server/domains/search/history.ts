import { sql } from 'kysely';
import { SEARCH_HISTORY_MAX } from '#contract/search-limits.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

const list: Handler<'search.history'> = ({ db, session }) =>
  answerJson(
    db,
    sql`select json_build_object('count', count(*), 'results', coalesce(json_agg(row order by searched_at desc, id desc), '[]'))
      from own_search_history where scope = ${session.scope}`,
  );

/** A text is once in the history, whatever its case; the oldest ones are dropped. Sent twice, it is kept once. */
const add: Handler<'search.addToHistory'> = async ({ db, session, now }, { id, searchHistory }) => {
  const { scope, userId } = session;
  // Also makes changes of one person wait for each other, so that two at once cannot keep too many.
  await raiseScopes(db, [scope]);
  const known = await db.selectFrom('search_history').select('scope').where('id', '=', id).executeTakeFirst();
  found(known === undefined || known.scope === scope ? true : null);
  await sql`delete from search_history where scope = ${scope} and id <> ${id} and lower(text) = lower(${searchHistory}::text)`.execute(
    db,
  );
  await db
    .insertInto('search_history')
    .values({ id, scope, user_id: userId, text: searchHistory, searched_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
  await sql`delete from search_history where scope = ${scope} and id in (
      select id from search_history where scope = ${scope} order by searched_at desc, id desc offset ${SEARCH_HISTORY_MAX})`.execute(
    db,
  );
  return answerJson(db, sql`select row from own_search_history where scope = ${scope} and entry_id = ${id}`);
};

/** One that is gone already is no refusal: the history of another device may have dropped it. */
const remove: Handler<'search.removeFromHistory'> = async ({ db, session }, { id }) => {
  await db.deleteFrom('search_history').where('id', '=', id).where('scope', '=', session.scope).execute();
};

export const historyHandlers = {
  'search.history': list,
  'search.addToHistory': add,
  'search.removeFromHistory': remove,
} satisfies Handlers;
