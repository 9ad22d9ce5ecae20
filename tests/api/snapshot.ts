import type pg from 'pg';
import { ownTables } from '#contract/tables.ts';

/** Written by every call that is refused or counted, and where a community's link is opened; not an effect of the call. */
const BOOKKEEPING = ['idempotency_keys', 'rate_limits', 'community_networks'];

const tableNames = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
};

const sumOf = (name: string): string =>
  `coalesce((select md5(string_agg(md5(t::text), '' order by md5(t::text))) from public.${name} t), '')`;

/** Rows of each table as they were copied. */
const keptCounts = new WeakMap<pg.Pool, Record<string, number>>();

const readCounts = async (pool: pg.Pool, names: readonly string[]): Promise<Record<string, number>> => {
  const columns = names.map((name) => `(select count(*) from public.${name})::int as ${name}`);
  const { rows } = await pool.query<Record<string, number>>(`select ${columns.join(', ')}`);
  return rows[0]!;
};

/** Checksums of the tables as they were copied. */
const keptSums = new WeakMap<pg.Pool, Sums>();

/**
 * Copies every table for `restore` and the checksums, which look only at tables that were written since. A sequence
 * counts the writes of each table: it takes no lock, so calls that run at once stay as they are.
 */
export const keepSnapshot = async (pool: pg.Pool): Promise<void> => {
  const names = await tableNames(pool);
  await pool.query(
    `create schema kept;
    create function kept.count_write() returns trigger language plpgsql security definer as $$ begin
      perform nextval(format('kept.%I', 'writes_' || tg_table_name)); return null; end $$;
    create table kept.restored (name text primary key, counter oid not null, writes bigint not null);`,
  );
  for (const name of names)
    await pool.query(
      `create table kept.${name}_rows as select * from public.${name};
      create sequence kept.writes_${name};
      insert into kept.restored select '${name}', 'kept.writes_${name}'::regclass, nextval('kept.writes_${name}');
      create trigger kept_count after insert or update or delete on public.${name} for each statement execute function kept.count_write();
      create trigger kept_count_all after truncate on public.${name} for each statement execute function kept.count_write();
      alter table public.${name} enable always trigger kept_count, enable always trigger kept_count_all;`,
    );
  // Disable triggers and foreign keys, so that the rows come back exactly as they were.
  await pool.query(
    `create view kept.written as select name from kept.restored where pg_sequence_last_value(counter) <> writes;
    create procedure kept.restore() language plpgsql as $$ declare changed text; begin
      set local session_replication_role = replica;
      for changed in select name from kept.written loop
        execute format('delete from public.%1$I', changed);
        execute format('insert into public.%1$I overriding system value select * from kept.%2$I', changed, changed || '_rows');
        update kept.restored set writes = pg_sequence_last_value(counter) where name = changed;
      end loop;
    end $$;
    ${VIEW_TABLES}`,
  );
  const sums = await pool.query<Sums>(`select ${names.map((name) => `${sumOf(name)} as ${name}`).join(', ')}`);
  keptSums.set(pool, sums.rows[0]!);
  keptCounts.set(pool, await readCounts(pool, names));
};

/**
 * The tables that each view reads, also through other views; `*` for a view that calls a function of the schema, which
 * may read any table (`iso` reads none).
 */
const VIEW_TABLES = `
  create table kept.view_tables as
    with recursive uses (view, class, object) as (
      select rule.ev_class, used.refclassid, used.refobjid from pg_rewrite rule
        join pg_depend used on used.classid = 'pg_rewrite'::regclass and used.objid = rule.oid and used.refobjid <> rule.ev_class
      union select uses.view, used.refclassid, used.refobjid from uses
        join pg_rewrite rule on uses.class = 'pg_class'::regclass and rule.ev_class = uses.object
        join pg_depend used on used.classid = 'pg_rewrite'::regclass and used.objid = rule.oid and used.refobjid <> rule.ev_class
    )
    select distinct uses.view::regclass::text as view, coalesce(t.relname, '*') as name from uses
      left join pg_class t on uses.class = 'pg_class'::regclass and t.oid = uses.object
      left join pg_proc f on uses.class = 'pg_proc'::regclass and f.oid = uses.object
      where t.relkind = 'r' or (f.pronamespace = 'public'::regnamespace and f.proname <> 'iso')`;

export const restore = async (pool: pg.Pool): Promise<void> => {
  await pool.query('call kept.restore()');
};

/** Tables that were written since the last `restore`. */
const writtenTables = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>('select name from kept.written order by name');
  return rows.map(({ name }) => name);
};

const withoutBookkeeping = <T>(values: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !BOOKKEEPING.includes(name)));

/** Number of rows of each table. */
export const countRows = async (pool: pg.Pool): Promise<Record<string, number>> =>
  withoutBookkeeping({ ...keptCounts.get(pool)!, ...(await readCounts(pool, await writtenTables(pool))) });

/** One checksum per table, over all its rows. */
export type Sums = Record<string, string>;
export const readSums = async (pool: pg.Pool): Promise<Sums> => {
  const written = await writtenTables(pool);
  const { rows } = await pool.query<Sums>(`select ${written.map((name) => `${sumOf(name)} as ${name}`).join(', ')}`);
  return withoutBookkeeping({ ...keptSums.get(pool)!, ...rows[0]! });
};

/** Tables whose checksum differs. */
export const changedTables = (before: Sums, after: Sums, except: readonly string[] = []): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name] && !except.includes(name));

/** Checksums of the synced rows of some scopes as they were copied: of each view and scopes. */
const keptRowSums = new WeakMap<pg.Pool, Map<string, string>>();

/** Checksum of the synced rows of some scopes, which other people's calls must not change. */
export const readRowsSum = async (pool: pg.Pool, scopes: readonly string[]): Promise<string> => {
  const { rows: stale } = await pool.query<{ view: string }>(
    `select distinct view from kept.view_tables where name = '*' or name in (select name from kept.written)`,
  );
  const written = new Set(stale.map(({ view }) => view));
  const kept = keptRowSums.get(pool) ?? new Map<string, string>();
  keptRowSums.set(pool, kept);
  const keyOf = (view: string): string => `${view} ${scopes.join()}`;
  const views = Object.values(ownTables).map(({ view }) => view);
  const unknown = views.filter((view) => written.has(view) || !kept.has(keyOf(view)));
  const sums = await readViewSums(pool, unknown, scopes);
  for (const view of unknown.filter((each) => !written.has(each))) kept.set(keyOf(view), sums[view]!);
  return views.map((view) => sums[view] ?? kept.get(keyOf(view))).join();
};

const readViewSums = async (pool: pg.Pool, views: readonly string[], scopes: readonly string[]): Promise<Sums> => {
  if (views.length === 0) return {};
  const columns = views.map(
    (view) =>
      `coalesce((select md5(string_agg(md5(row(scope, id, row)::text), '' order by scope, id)) from ${view} where scope = any($1)), '') as ${view}`,
  );
  const { rows } = await pool.query<Sums>(`select ${columns.join(', ')}`, [scopes]);
  return rows[0]!;
};
