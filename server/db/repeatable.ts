import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/**
 * Views and functions, whose current definitions are in repeatable/. They are no migrations: all are applied again when
 * any of the files has changed. Functions come first, then views in order of file name; function bodies are checked at
 * the end.
 */
export interface Repeatable {
  functions: readonly string[];
  views: readonly string[];
  /** Hash of all texts. */
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

/** Names of the functions or views that SQL texts create. */
export const namesIn = (texts: readonly string[], kind: 'function' | 'view'): string[] => {
  const pattern =
    kind === 'view' ? /^create (?:or replace )?view (\w+)/gm : /^create (?:or replace )?(?:function|procedure) (\w+)/gm;
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), (match) => match[1]!)))];
};

/** The definitions that were applied last, and the version of the app that applied them. */
export interface Applied {
  sha256: string;
  version: string;
  views: string[];
  functions: string[];
}

/**
 * Replaces all views and functions inside a transaction. Old ones are dropped first, so that any definition may change;
 * trigger functions are replaced in place, because triggers depend on them.
 *
 * @param before Names of views and functions that the database may already have.
 * @param migrateTables Applies the pending migrations: after the current functions, while there are no views.
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
  // Functions may refer to functions and views that are created after them.
  await client.query('set local check_function_bodies = off');
  for (const text of functions) await client.query(text);
  await migrateTables();
  for (const text of views) await client.query(text);
  await client.query('set local check_function_bodies = on');
  for (const text of functions) await client.query(text);
};
