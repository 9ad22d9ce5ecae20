import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

const STEM_MAX = 100;
/** The extension of a video that was cut, whatever it was before. */
export const CUT_EXTENSION = '.mp4';
// oxlint-disable-next-line no-control-regex -- the characters that the file name pattern refuses (D-329)
const REFUSED = /[\\/:*?"<>|\x00-\x1F]/gu;

export interface SplitName {
  stem: string;
  /** With its dot; empty if there is none. */
  extension: string;
}

export const splitName = (name: string): SplitName => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' };
};

/** A picked file's name as it is stored: devices allow more than the Library does. */
export const storableName = (name: string): string => {
  const { stem, extension } = splitName(name.replace(REFUSED, '_').trim());
  return `${[...stem].slice(0, STEM_MAX).join('').trim() || 'file'}${extension.trim()}`;
};

/**
 * The name, or the name of a copy, `clip (1).mp4`, with the smallest free number. In a transaction that holds the
 * scope's version counter, the name stays free.
 *
 * Source: D-47.
 */
export const freeName = async (db: Db, scope: string, name: string): Promise<string> => {
  const { stem, extension } = splitName(name);
  const found = await sql<{ name: string }>`select candidate as name
    from generate_series(0, (select count(*) from contents where scope = ${scope})) n,
      lateral (select case n when 0 then ${stem}::text else ${stem}::text || ' (' || n || ')' end || ${extension}::text as candidate) c
    where not exists (select 1 from contents where scope = ${scope} and lower(filename) = lower(candidate))
    order by n limit 1`.execute(db);
  return found.rows[0]!.name;
};
