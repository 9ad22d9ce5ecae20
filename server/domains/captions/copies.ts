import { sql } from 'kysely';
import { cuesBytes, cuesWords, cutChapters, cutCues, type Chapter, type Cue } from '#contract/captions-cues.ts';
import type { Db } from '#server/db/database.ts';

/** Copies captions and chapters to a copy of their content. */
export const copyCaptions = async (db: Db, fromId: string, toId: string): Promise<void> => {
  await sql`insert into captions (content_id, language, scope, cues, words, bytes)
    select c.id, t.language, c.scope, t.cues, t.words, t.bytes from captions t, contents c where t.content_id = ${fromId} and c.id = ${toId}
    on conflict do nothing`.execute(db);
  await sql`insert into chapters (content_id, scope, chapters)
    select c.id, c.scope, t.chapters from chapters t, contents c where t.content_id = ${fromId} and c.id = ${toId}
    on conflict do nothing`.execute(db);
};

/**
 * Moves the captions and chapters of a content to their times in a part of it; those outside of it are deleted.
 *
 * @param part Start and end of the part, ms.
 */
export const cutCaptions = async (
  db: Db,
  contentId: string,
  part: { startMs: number; endMs: number },
): Promise<void> => {
  const tracks = await db
    .selectFrom('captions')
    .select(['language', 'cues'])
    .where('content_id', '=', contentId)
    .execute();
  for (const { language, cues } of tracks) {
    const kept = cutCues(cues as unknown as Cue[], part.startMs, part.endMs);
    if (kept.length === 0)
      await db.deleteFrom('captions').where('content_id', '=', contentId).where('language', '=', language).execute();
    else
      await sql`update captions set cues = ${JSON.stringify(kept)}::jsonb, words = ${cuesWords(kept)}, bytes = ${cuesBytes(kept)},
        former = null, version = version + 1 where content_id = ${contentId} and language = ${language}`.execute(db);
  }
  const row = await db.selectFrom('chapters').select('chapters').where('content_id', '=', contentId).executeTakeFirst();
  if (!row) return;
  const kept = cutChapters(row.chapters as unknown as Chapter[], part.startMs, part.endMs);
  if (kept.length === 0) await db.deleteFrom('chapters').where('content_id', '=', contentId).execute();
  else
    await sql`update chapters set chapters = ${JSON.stringify(kept)}::jsonb where content_id = ${contentId}`.execute(
      db,
    );
};
