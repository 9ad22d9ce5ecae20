import { sql, type RawBuilder } from 'kysely';
import type { Cue } from '#contract/captions-cues.ts';
import { Problem } from '#contract/problems.ts';
import { lineOf } from '#contract/said-line.ts';
import type { Said } from '#contract/search.ts';
import { SEARCH_OFFSET_MAX, SEARCH_TERMS_MAX, SUGGESTIONS_MAX } from '#contract/search-limits.ts';
import type { CallContext, Handler, Handlers } from '#server/calls/context.ts';
import { RawJson } from '#server/calls/context.ts';
import { createLocalLimiter } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';

/** Longest time of one search in the database, ms. */
const TIMEOUT_MS = 2_000;
/** Searches of one person: enough for somebody who types without a pause. */
const RATE = { capacity: 60, perSeconds: 30 };
const limiter = createLocalLimiter(RATE);

/** Error code of PostgreSQL for a statement that took too long. */
const CANCELED = '57014';
const isCanceled = (error: unknown): boolean => (error as { code?: string }).code === CANCELED;

/** Passages of captions that are ranked (decision 0124). */
const PASSAGES_MAX = 500;

type Kind = 'channel' | 'content' | 'playlist' | 'educator' | 'sport';

/**
 * The rows of hits, as each call answers them. Each reads the row as it is now, by the same rules as the lists, so that a
 * document that is out of date shows nothing that is hidden (decision 0069).
 */
const ROWS: Readonly<Record<Kind, (userId: string) => RawBuilder<unknown>>> = {
  channel: (userId) => sql`select channel_page(${userId}::uuid, c.id) as row, h.place
    from h join channels c on c.id = h.id::uuid and c.active`,
  // The words of what is locked are for who may watch it: they are found, and not shown.
  content: (userId) => sql`select (left(list_item(l.item, locked.it)::text, -1) || ', "said" : ' || coalesce(
        case when h.language is not null and not locked.it then search_lines(l.id, h.language, h.passage)::text end, 'null') || '}')::json as row,
      h.place
    from h join listed_publications l on l.id = h.id::uuid
      cross join lateral (select is_locked(${userId}::uuid, l.id, l.pricing) as it) locked`,
  playlist: () => sql`select json_build_object('id', l.id, 'channelId', l.channel_id, 'title', l.title,
      'coverImage', coalesce(l.cover_image, items.cover), 'educatorName', u.first_name || ' ' || u.last_name,
      'educatorUsername', u.username, 'sportName', s.name, 'itemCount', items.count) as row, h.place
    from h join playlists l on l.id = h.id::uuid join channels c on c.id = l.channel_id and c.active
      join users u on u.id = c.author_id join sports s on s.id = c.sport_id
      cross join lateral (select count(*) as count, (array_agg(p.item ->> 'coverImage' order by p.playlist_position, p.published_at, p.id))[1] as cover
        from listed_publications p where p.playlist_id = l.id) items`,
  educator: () => sql`select json_build_object('id', u.educator_id, 'educatorName', u.first_name || ' ' || u.last_name,
      'educatorUsername', u.username, 'userPhoto', u.user_photo, 'sportInterests', coalesce((
        select json_agg(s.name order by i.position, s.position) from sport_interests i join sports s on s.id = i.sport_id
        where i.user_id = u.id and i.is_active and (p.visibility ->> 'sportsInterest')::boolean), '[]')) as row, h.place
    from h join users u on u.id = h.id::uuid and u.is_educator and not u.is_suspended and u.deleted_at is null
      join profiles p on p.user_id = u.id`,
  sport: () => sql`select s.row, h.place from h join listed_sports s on s.id = h.id and s.is_active`,
};

interface Asked {
  q: string;
  sport_id?: string | undefined;
  offset: number;
  limit: number;
}

/** What is searched for: the words of the text, and the text as titles are compared with it. */
interface Words {
  terms: string[];
  folded: string;
}

const readWords = async (db: Db, text: string): Promise<Words> => {
  const { rows } = await sql<Words>`select search_terms(${text}::text, ${SEARCH_TERMS_MAX}) as terms,
    search_fold(btrim(${text}::text)) as folded`.execute(db);
  return rows[0]!;
};

type Found = { count: number; results: unknown[] };

const hitsOf = (kind: Kind, { terms, folded }: Words, { sport_id }: Asked): RawBuilder<unknown> =>
  sql`select * from search_hits(${kind}, ${sql.val(terms)}::text[], ${sport_id ?? null}, ${folded})`;

/**
 * The hits by title and tags, and after them those by captions: the passages where the words are near each other and often, and
 * how much the content is watched. It is part of the statement and no function, so that the plan knows how frequent the words are:
 * rare ones are looked up in the index, and of frequent ones the first passages are taken as they come. Behind more titles than
 * can be skipped nothing is looked for (decision 0124).
 */
const withSaid = (words: Words, asked: Asked): RawBuilder<unknown> => {
  const query = sql`search_said_query(${sql.val(words.terms)}::text[], array['s:' || ${asked.sport_id ?? null}::text])`;
  return sql`
    with titled as materialized (${hitsOf('content', words, asked)}),
      passages as materialized (
        select p.publication_id, p.language, p.place, ts_rank(p.words, ${query}) as near from search_passages p
        where (select count(*) from titled) < ${SEARCH_OFFSET_MAX} and p.words @@ ${query} limit ${PASSAGES_MAX}),
      nearest as materialized (
        select distinct on (publication_id) * from passages order by publication_id, near desc, language, place),
      said as (
        select n.publication_id::text as id, n.language, n.place as passage, n.near * 10 + coalesce((
          select d.boost from search_documents d where d.kind = 'content' and d.id = n.publication_id::text), 0) / 10 as score
        from nearest n where n.publication_id::text not in (select id from titled))
    select id, place, null as language, null::int as passage from titled
    union all
    select id, (select count(*) from titled) + row_number() over (order by score desc, id), language, passage from said`;
};

/** Results of one kind, as JSON. `count` counts what was ranked. */
const findBy = async (db: Db, userId: string, kind: Kind, hits: RawBuilder<unknown>, asked: Asked): Promise<Found> => {
  const { rows } = await sql<Found>`
    with hits as materialized (${hits}), h as (select * from hits order by place limit ${asked.limit} offset ${asked.offset})
    select (select count(*)::int from hits) as count,
      coalesce((select json_agg(r.row order by r.place) from (${ROWS[kind](userId)}) r), '[]') as results`.execute(db);
  return rows[0]!;
};

/** Contents by title and tags only. The same columns as with captions. */
const titledOnly = (words: Words, asked: Asked): RawBuilder<unknown> =>
  sql`select id, place, null as language, null::int as passage from (${hitsOf('content', words, asked)}) titled`;

/** A row of contents with the lines among which the words are; null where they are not for this person. */
interface FoundLines {
  said: { language: string; cues: Cue[] } | null;
}

const saidIn = (said: FoundLines['said'], { terms }: Words): Said | null => {
  // A letter that the database takes for a separator, and this does not, must not hide the line.
  const line = said && (lineOf(said.cues, terms) ?? said.cues[0]);
  return line ? { text: line.text, atSeconds: line.startMs / 1000, language: said.language } : null;
};

/**
 * @param tx A transaction. Where captions take too long in it, contents are found by title and tags alone: what people say must
 *   not take the titles away.
 */
const find = async (tx: Db, userId: string, kind: Kind, words: Words, asked: Asked): Promise<Found> => {
  if (kind !== 'content') return findBy(tx, userId, kind, hitsOf(kind, words, asked), asked);
  await sql`savepoint before_captions`.execute(tx);
  try {
    const { count, results } = await findBy(tx, userId, kind, withSaid(words, asked), asked);
    return { count, results: (results as FoundLines[]).map((row) => ({ ...row, said: saidIn(row.said, words) })) };
  } catch (error) {
    if (!isCanceled(error)) throw error;
    await sql`rollback to savepoint before_captions`.execute(tx);
    return findBy(tx, userId, kind, titledOnly(words, asked), asked);
  }
};

const correct = async (db: Db, { terms }: Words): Promise<string | undefined> => {
  const { rows } = await sql<{ text: string; isChanged: boolean }>`
    select array_to_string(c, ' ') as text, c <> ${sql.val(terms)}::text[] as "isChanged"
    from search_corrected(${sql.val(terms)}::text[]) c`.execute(db);
  return rows[0]?.isChanged ? rows[0].text : undefined;
};

const NOTHING: Found = { count: 0, results: [] };

/**
 * Runs a search, bounded in time and in how often a person may ask.
 *
 * @throws Problem `request.too_often`, or `server.busy` for one that took too long.
 */
const bounded = async <T>({ services, session, now }: CallContext, run: (db: Db) => Promise<T>): Promise<T> => {
  if (!limiter.take(session.userId, now.getTime())) throw new Problem('request.too_often', { retryAfterS: 1 });
  try {
    return await services.database.db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${`${TIMEOUT_MS}`}, true)`.execute(tx);
      return run(tx);
    });
  } catch (error) {
    if (isCanceled(error)) throw new Problem('server.busy', { retryAfterS: 5 });
    throw error;
  }
};

/**
 * Finds some kinds; where nothing at all is found, corrects the words and searches once more.
 *
 * @param db A transaction.
 * @returns What is found of each kind, and the corrected text if it was searched for instead.
 */
export const findKinds = async (db: Db, userId: string, kinds: readonly Kind[], asked: Asked) => {
  const all = async (words: Words): Promise<Found[]> => {
    const found: Found[] = [];
    for (const kind of kinds)
      found.push(words.terms.length === 0 ? NOTHING : await find(db, userId, kind, words, asked));
    return found;
  };
  const words = await readWords(db, asked.q);
  const found = await all(words);
  const isEmpty = found.every(({ count }) => count === 0);
  const corrected = isEmpty && words.terms.length > 0 ? await correct(db, words) : undefined;
  if (corrected === undefined) return { found, corrected: null };
  const again = await all(await readWords(db, corrected));
  return again.every(({ count }) => count === 0) ? { found, corrected: null } : { found: again, corrected };
};

const boundedFind = (context: CallContext, kinds: readonly Kind[], asked: Asked) =>
  bounded(context, (db) => findKinds(db, context.session.userId, kinds, asked));

const findOne = (context: CallContext, kind: Kind, asked: Asked): Promise<RawJson> =>
  boundedFind(context, [kind], asked).then(
    ({ found: [first], corrected }) => new RawJson(JSON.stringify({ ...first, corrected })),
  );

export const ALL: readonly Kind[] = ['channel', 'content', 'playlist', 'educator', 'sport'];
const findAll: Handler<'search.all'> = async (context, { q, sport_id, limit }) => {
  const { found, corrected } = await boundedFind(context, ALL, { q, sport_id, limit, offset: 0 });
  const [channels, content, playlists, educators, sports] = found;
  return new RawJson(JSON.stringify({ channels, content, playlists, educators, sports, corrected }));
};

/** Titles and names of every kind, those that begin with the text first; each once. */
const suggest: Handler<'search.suggest'> = (context, { q, sport_id = null }) =>
  bounded(context, async (db) => {
    const { terms, folded } = await readWords(db, q);
    if (terms.length === 0) return { texts: [] };
    const { rows } = await sql<{ title: string }>`
      select title from (
        select distinct on (d.folded) d.title, h.place, starts_with(d.folded, ${folded}) as begins
        from unnest(${sql.val([...ALL])}::text[]) k(kind)
          cross join lateral (select * from search_hits(k.kind, ${sql.val(terms)}::text[], ${sport_id}, ${folded}) order by place limit ${SUGGESTIONS_MAX}) h
          join search_documents d on d.kind = k.kind and d.id = h.id
        order by d.folded, h.place) t
      order by begins desc, place, title limit ${SUGGESTIONS_MAX}`.execute(db);
    return { texts: rows.map(({ title }) => title) };
  });

export const findHandlers = {
  'search.all': findAll,
  'search.channels': (context, asked) => findOne(context, 'channel', asked),
  'search.playlists': (context, asked) => findOne(context, 'playlist', asked),
  'search.content': (context, asked) => findOne(context, 'content', asked),
  'search.educators': (context, asked) => findOne(context, 'educator', asked),
  'search.sports': (context, asked) => findOne(context, 'sport', asked),
  'search.suggest': suggest,
} satisfies Handlers;
