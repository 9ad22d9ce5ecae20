import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Where rows of a person are, read from PostgreSQL's catalogue, so that a table that is added later is erased too.
 */
export interface PersonTables {
  /** Tables whose rows belong to a scope, in an order in which their rows can be deleted. The person's own row is last. */
  scoped: string[];
  /** Columns of those tables that refer to a person. */
  naming: { table: string; column: string }[];
}

/** Written by triggers of the other tables, so their rows are deleted last. */
const OF_VERSIONS = ['tombstones', 'scope_versions'];

const OWN = sql`r.relnamespace = current_schema()::regnamespace and r.relkind = 'r'
  and exists (select 1 from pg_attribute a where a.attrelid = r.oid and a.attname = 'scope' and not a.attisdropped)`;

export const readPersonTables = async (db: Db): Promise<PersonTables> => {
  const tables = await sql<{ name: string }>`select r.relname as name from pg_class r where ${OWN} order by 1`.execute(
    db,
  );
  // A key without an action forbids to delete what it refers to.
  const keys = await sql<{ table: string; target: string; column: string; forbids: boolean }>`
    select r.relname as table, t.relname as target, k.attname as column, c.confdeltype in ('a', 'r') as forbids
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      join pg_attribute k on k.attrelid = r.oid and k.attnum = any(c.conkey)
    where c.contype = 'f' and ${OWN} order by 1, 3`.execute(db);
  const waiting = new Set(tables.rows.map(({ name }) => name).filter((name) => !isLate(name)));
  const scoped: string[] = [];
  while (waiting.size > 0) {
    const next = [...waiting].find(
      (name) =>
        !keys.rows.some((key) => key.forbids && key.target === name && key.table !== name && waiting.has(key.table)),
    );
    if (!next) throw new Error(`tables refer to each other: ${[...waiting].join(', ')}`);
    waiting.delete(next);
    scoped.push(next);
  }
  return {
    scoped: [...scoped, 'users', ...OF_VERSIONS],
    naming: keys.rows.filter(({ target }) => target === 'users').map(({ table, column }) => ({ table, column })),
  };
};

/** A table of the schema, as PostgreSQL's catalogue describes it. */
export interface TableFacts {
  name: string;
  columns: string[];
  /** Columns that refer to a person. */
  people: string[];
}

/** Every table of the schema, by name. */
export const readAllTables = async (db: Db): Promise<TableFacts[]> => {
  const { rows } = await sql<TableFacts>`select r.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns,
      array(select distinct k.attname::text from pg_constraint c
        join pg_attribute k on k.attrelid = r.oid and k.attnum = any(c.conkey)
        where c.contype = 'f' and c.conrelid = r.oid and c.confrelid = 'users'::regclass order by 1) as people
    from pg_class r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    where r.relnamespace = current_schema()::regnamespace and r.relkind = 'r' group by r.oid, r.relname order by 1`.execute(
    db,
  );
  return rows;
};

const isLate = (table: string): boolean => table === 'users' || OF_VERSIONS.includes(table);
