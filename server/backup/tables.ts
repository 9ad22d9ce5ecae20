import { hash } from 'node:crypto';
import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export interface Table {
  name: string;
  /** Without generated ones: PostgreSQL makes those again. */
  columns: string[];
}

/** What is recorded about the schema: a restore makes the schema again, and these with it. */
const NOT_COPIED = new Set(['migrations', 'repeatable']);
const NEWLINE = 0x0a;
const SUM_MODULUS = 1n << 256n;

/** Makes the text of values the same on every server. Must come before anything is copied. */
export const TEXT_SETTINGS = `set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
  set bytea_output to 'hex'; set extra_float_digits to 1; set client_encoding to 'UTF8';
  set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const columnList = ({ columns }: Table) => columns.map(quoted).join(', ');

/** Every table of our schema with its columns, those of extensions left out. */
export const readTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`);
  return rows.filter(({ name }) => !NOT_COPIED.has(name));
};

/** Counters of our schema that have been used. */
export const readSequences = async (client: pg.ClientBase): Promise<{ name: string; value: string }[]> => {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`);
  return rows;
};

/** Rows of COPY's text format, one a line: their number, and a sum of their hashes that no order changes. */
export const rowMeter = (): { stream: Transform; rows(): number; rowSum(): string } => {
  let rest: Buffer[] = [];
  let rows = 0;
  let sum = 0n;
  const add = (line: Buffer) => {
    rows += 1;
    sum = (sum + BigInt(`0x${hash('sha256', line, 'hex')}`)) % SUM_MODULUS;
  };
  const stream = new Transform({
    transform(part: Buffer, _, done) {
      let from = 0;
      for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, from)) {
        const line = part.subarray(from, at);
        add(rest.length > 0 ? Buffer.concat([...rest, line]) : line);
        rest = [];
        from = at + 1;
      }
      if (from < part.length) rest.push(Buffer.from(part.subarray(from)));
      done(null, part);
    },
  });
  return { stream, rows: () => rows, rowSum: () => sum.toString(16).padStart(64, '0') };
};

/** The rows of a table as a stream. */
export const readRows = (client: pg.ClientBase, table: Table): Readable =>
  client.query(copyTo(`copy ${quoted(table.name)} (${columnList(table)}) to stdout`));

/** The answer of a query as a stream of lines in COPY's text format. */
export const readQuery = (client: pg.ClientBase, query: string): Readable =>
  client.query(copyTo(`copy (${query}) to stdout`));

/** Puts rows into a table. */
export const writeRows = async (client: pg.ClientBase, table: Table, rows: Readable): Promise<void> =>
  pipeline(rows, client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`)));

/** Reads a table only to count and sum its rows. */
export const sumRows = async (client: pg.ClientBase, table: Table): Promise<{ rows: number; rowSum: string }> => {
  const seen = rowMeter();
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  await pipeline(readRows(client, table), seen.stream, nowhere);
  return { rows: seen.rows(), rowSum: seen.rowSum() };
};

/**
 * Prepares tables for rows in any order: drops the foreign keys, disables this app's triggers, and deletes the rows that
 * migrations inserted. Needs the tables' owner, no superuser.
 *
 * @returns A function that restores keys and triggers; PostgreSQL then checks the keys over all rows.
 */
export const openTables = async (client: pg.ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> => {
  const names = tables.map(({ name }) => name);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class r on r.oid = c.conrelid
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and r.relname = any($1) order by 1, 2`,
    [names],
  );
  for (const key of keys) await client.query(`alter table ${quoted(key.table)} drop constraint ${quoted(key.name)}`);
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`);
  await client.query(`truncate ${names.map(quoted).join(', ')}`);
  return async () => {
    for (const key of keys)
      await client.query(`alter table ${quoted(key.table)} add constraint ${quoted(key.name)} ${key.definition}`);
    for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`);
  };
};
