import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/**
 * Views and functions, each with one current text in repeatable/: no migration, but applied again as a whole when any
 * of the files has changed. Functions come first and views in the order of their files' names; the bodies of functions
 * are checked at the end.
 */
export interface Repeatable {
  functions: readonly string[];
  views: readonly string[];
  /** Over names and texts. */
  sha256: string;
}

const FOLDER = path.join(import.meta.dirname, 'repeatable');

export const readRepeatable = async (folder: string = FOLDER): Promise<Repeatable> => {
  const hash = createHash('sha256');
  const read = async (part: string): Promise<string[]> => {
    const names = (await readdir(path.join(folder, part))).filter((name) => name.endsWith('.sql')).toSorted();
    return Promise.all(names.map((name) => readFile(path.join(folder, part, name), 'utf8')));
  };
  const [functions, views] = [await read('functions'), await read('views')];
  hash.update(JSON.stringify([functions, views]));
  return { functions, views, sha256: hash.digest('hex') };
};

/** Names of what texts create. */
export const namesIn = (texts: readonly string[], kind: 'function' | 'view'): string[] => {
  const pattern =
    kind === 'view' ? /^create (?:or replace )?view (\w+)/gm : /^create (?:or replace )?(?:function|procedure) (\w+)/gm;
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), (match) => match[1]!)))];
};

/** What was applied last, and by which version of the app. */
export interface Applied {
  sha256: string;
  version: string;
  views: string[];
  functions: string[];
}

/**
 * Runs inside a transaction. Everything that was applied before goes first, so that any text may change; functions of
 * triggers stay, because triggers hold them, and are replaced.
 *
 * @param before Names of what the database may have from before.
 * @param migrateTables The pending migrations: they meet the functions of today, and no view.
 */
export const applyRepeatable = async (
  client: pg.Client,
  { functions, views }: Repeatable,
  before: Pick<Applied, 'views' | 'functions'>,
  migrateTables: () => Promise<void>,
): Promise<void> => {
  const oldViews = [...new Set([...before.views, ...namesIn(views, 'view')])];
  if (oldViews.length > 0) await client.query(`drop view if exists ${oldViews.join(', ')}`);
  const { rows } = await client.query<{ routine: string }>(
    `select oid::regprocedure::text as routine from pg_proc
      where pronamespace = 'public'::regnamespace and proname = any($1) and prorettype <> 'trigger'::regtype`,
    [[...before.functions, ...namesIn(functions, 'function')]],
  );
  for (const { routine } of rows) await client.query(`drop routine ${routine}`);
  // They may name what comes after them.
  await client.query('set local check_function_bodies = off');
  for (const text of functions) await client.query(text);
  await migrateTables();
  for (const text of views) await client.query(text);
  await client.query('set local check_function_bodies = on');
  for (const text of functions) await client.query(text);
};
