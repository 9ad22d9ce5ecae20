import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { readAllTables } from '../catalogue.ts';
import { sortTables, type HeldTable, type Person } from './tables.ts';

/** Rows that are read at once: captions of a long video are some 100 KB each. */
const FETCHED_ROWS = 100;

/** A table of the archive, as a file that was written for it. */
export interface WrittenTable {
  name: string;
  path: string;
  rows: number;
}

/** @returns Rows of a person in each table that has some. */
export const countRows = async (db: Db, person: Person): Promise<(HeldTable & { rows: number })[]> => {
  const { held } = sortTables(await readAllTables(db));
  const counts = held.map(
    (table) =>
      sql`select ${table.name}::text as name, count(*)::int as rows from ${sql.table(table.name)} t where ${table.isOf(person)}`,
  );
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  const byName = new Map(rows.map((row) => [row.name, row.rows]));
  return held.map((table) => ({ ...table, rows: byName.get(table.name) ?? 0 }));
};

/**
 * Writes every table's rows of a person into a file of a folder, a JSON array each, all of one moment.
 *
 * @returns The tables that have rows, by name.
 */
export const writeRows = (db: Db, person: Person, folder: string, signal: AbortSignal): Promise<WrittenTable[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { held } = sortTables(await readAllTables(tx));
      const written: WrittenTable[] = [];
      for (const table of held) {
        signal.throwIfAborted();
        const file = { name: table.name, path: path.join(folder, `${table.name}.json`), rows: 0 };
        const text = async function* () {
          for await (const row of readRows(tx, table, person)) {
            yield `${file.rows === 0 ? '[' : ','}\n${row}`;
            file.rows += 1;
          }
          yield file.rows === 0 ? '[]\n' : '\n]\n';
        };
        await pipeline(Readable.from(text()), createWriteStream(file.path, { mode: 0o600 }), { signal });
        if (file.rows > 0) written.push(file);
      }
      return written;
    });

/** Rows as JSON, without what is hidden, some at a time. */
async function* readRows(tx: Db, { name, hidden, isOf }: HeldTable, person: Person): AsyncGenerator<string> {
  await sql`declare exported no scroll cursor for
    select (to_jsonb(t) - ${sql.val([...hidden])}::text[])::text as row from ${sql.table(name)} t
    where ${isOf(person)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(FETCHED_ROWS)} from exported`.execute(tx);
    for (const { row } of rows) yield row;
    if (rows.length < FETCHED_ROWS) break;
  }
  await sql`close exported`.execute(tx);
}
