import { sql } from 'kysely';
import {
  CAPTIONS_MAX_BYTES,
  CAPTION_LANGUAGES_MAX,
  cuesBytes,
  cuesWords,
  moveChapters,
  moveCues,
  searchWords,
  sortChapters,
  sortCues,
  type KeptPart,
} from '#contract/captions-cues.ts';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

export { copyCaptions, cutCaptions } from './copies.ts';

const CHAPTERS = sql`coalesce((select chapters from chapters where content_id = c.id), '[]')`;

/** Captions and chapters of an own content (contract/captions.ts, OwnCaptions). */
const readOwn = (db: Db, scope: string, id: string) =>
  answerJson(
    db,
    sql`select json_build_object('chapters', ${CHAPTERS}, 'cuts', c.cuts, 'tracks', coalesce((
      select json_agg(json_build_object('language', t.language, 'cues', t.cues, 'version', t.version,
        'savedAt', iso(t.saved_at), 'former', t.former) order by t.language)
      from captions t where t.content_id = c.id), '[]'))
    from contents c where c.id = ${id} and c.scope = ${scope}`,
  );

/** Who may watch it was checked by the call's rule. */
const readPublished: Handler<'captions.readPublished'> = ({ db }, { publishedId }) =>
  answerJson(
    db,
    sql`select json_build_object('chapters', ${CHAPTERS}, 'tracks', coalesce((
      select json_agg(json_build_object('language', t.language, 'cues', t.cues) order by t.language)
      from captions t where t.content_id = c.id), '[]'))
    from publications p join contents c on c.id = p.content_id where p.id = ${publishedId} and not p.is_deleted`,
  );

/** Most contents that a search answers. */
const FOUND_MAX = 1_000;

const find: Handler<'captions.find'> = async ({ db, scope }, { search }) => {
  const words = searchWords(search);
  if (words.length === 0) return { contentIds: [] };
  const { rows } = await sql<{ id: string }>`select distinct content_id as id from captions
    where scope = ${scope} and (select bool_and(strpos(words, w) > 0) from unnest(${sql.val(words)}::text[]) w)
    limit ${FOUND_MAX}`.execute(db);
  return { contentIds: rows.map(({ id }) => id) };
};

/**
 * Locks an own content against the end of an edit, which moves its captions.
 *
 * @param known How many of its edits the sender knew of; undefined for all.
 * @returns The edits that the sender did not know of: its times are moved by them.
 * @throws Problem `captions.not_possible` for a PDF, `access.not_found` for a stranger's.
 */
const lockContent = async (db: Db, scope: string, id: string, known: number | undefined): Promise<KeptPart[]> => {
  await raiseScopes(db, [scope]);
  const content = found(
    await db
      .selectFrom('contents')
      .select(['type', 'cuts'])
      .where('id', '=', id)
      .where('scope', '=', scope)
      .forShare()
      .executeTakeFirst(),
  );
  if (content.type === 'text') throw new Problem('captions.not_possible');
  return known === undefined ? [] : (content.cuts as unknown as KeptPart[]).slice(known);
};

/** @throws Problem `captions.too_many_languages`, `captions.out_of_room` if these captions would be too much. */
const checkRoom = async (db: Db, scope: string, track: { id: string; language: string; bytes: number }) => {
  const { id, language } = track;
  const { rows } = await sql<{ languages: number; bytes: number }>`select
      count(*) filter (where content_id = ${id}) as languages, coalesce(sum(bytes), 0)::bigint as bytes
    from captions where scope = ${scope} and (content_id, language) <> (${id}::uuid, ${language})`.execute(db);
  const { languages, bytes } = rows[0]!;
  if (languages >= CAPTION_LANGUAGES_MAX) throw new Problem('captions.too_many_languages');
  if (bytes + track.bytes > CAPTIONS_MAX_BYTES) throw new Problem('captions.out_of_room');
};

const deleteTrack = async (
  db: Db,
  scope: string,
  { id, language }: { id: string; language: string },
): Promise<void> => {
  await db
    .deleteFrom('captions')
    .where('content_id', '=', id)
    .where('language', '=', language)
    .where('scope', '=', scope)
    .execute();
};

const save: Handler<'captions.save'> = async ({ db, scope }, { id, language, cues, cuts }) => {
  const sorted = moveCues(sortCues(cues), await lockContent(db, scope, id, cuts));
  if (sorted.length === 0) {
    // All cues lie in a part of the video that was cut off: an edit that came later would have removed them as well.
    await deleteTrack(db, scope, { id, language });
    return readOwn(db, scope, id);
  }
  const bytes = cuesBytes(sorted);
  await checkRoom(db, scope, { id, language, bytes });
  await sql`insert into captions as had (content_id, language, scope, cues, words, bytes)
    select id, ${language}, scope, ${JSON.stringify(sorted)}::jsonb, ${cuesWords(sorted)}, ${bytes} from contents where id = ${id} and scope = ${scope}
    on conflict (content_id, language) do update set cues = excluded.cues, words = excluded.words, bytes = excluded.bytes,
      former = case when had.cues = excluded.cues then had.former else had.cues end, version = had.version + 1, saved_at = now()`.execute(
    db,
  );
  return readOwn(db, scope, id);
};

const remove: Handler<'captions.delete'> = async ({ db, scope }, { id, language }) => {
  await raiseScopes(db, [scope]);
  await deleteTrack(db, scope, { id, language });
  return readOwn(db, scope, id);
};

const saveChapters: Handler<'captions.saveChapters'> = async ({ db, scope }, { id, chapters, cuts }) => {
  const sorted = moveChapters(sortChapters(chapters), await lockContent(db, scope, id, cuts));
  if (sorted.length === 0)
    await db.deleteFrom('chapters').where('content_id', '=', id).where('scope', '=', scope).execute();
  else
    await sql`insert into chapters (content_id, scope, chapters)
      select id, scope, ${JSON.stringify(sorted)}::jsonb from contents where id = ${id} and scope = ${scope}
      on conflict (content_id) do update set chapters = excluded.chapters, saved_at = now()`.execute(db);
  return readOwn(db, scope, id);
};

/** Captions and chapters of contents. Source: decision 0047. */
export const captionsHandlers: AreaHandlers<'captions'> = {
  'captions.read': ({ db, scope }, { id }) => readOwn(db, scope, id),
  'captions.readPublished': readPublished,
  'captions.find': find,
  'captions.save': save,
  'captions.delete': remove,
  'captions.saveChapters': saveChapters,
};
