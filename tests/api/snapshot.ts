import type pg from 'pg';
import { ownTables } from '#contract/tables.ts';

/** Written by every call that is refused or counted; not an effect of the call. */
const BOOKKEEPING = ['idempotency_keys', 'rate_limits'];

const tableNames = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
};

/**
 * Copies every table for `restore`, which looks only at tables that were written since. A sequence counts the writes of
 * each table: it takes no lock, so calls that run at once stay as they are.
 */
export const keepSnapshot = async (pool: pg.Pool): Promise<void> => {
  const names = await tableNames(pool);
  await pool.query(
    `create schema kept;
    create function kept.count_write() returns trigger language plpgsql security definer as $$ begin
      perform nextval(format('kept.%I', 'writes_' || tg_table_name)); return null; end $$;
    create table kept.restored (name text primary key, writes bigint not null);`,
  );
  for (const name of names)
    await pool.query(
      `create table kept.${name}_rows as select * from public.${name};
      create sequence kept.writes_${name};
      insert into kept.restored select '${name}', nextval('kept.writes_${name}');
      create trigger kept_count after insert or update or delete on public.${name} for each statement execute function kept.count_write();
      create trigger kept_count_all after truncate on public.${name} for each statement execute function kept.count_write();
      alter table public.${name} enable always trigger kept_count, enable always trigger kept_count_all;`,
    );
  const bringBack = names.map(
    (name) => `
    if (select last_value from kept.writes_${name}) <> (select writes from kept.restored where name = '${name}') then
      delete from public.${name};
      insert into public.${name} overriding system value select * from kept.${name}_rows;
      update kept.restored set writes = (select last_value from kept.writes_${name}) where name = '${name}';
    end if;`,
  );
  // Disable triggers and foreign keys, so that the rows come back exactly as they were.
  await pool.query(
    `create procedure kept.restore() language plpgsql as $$ begin set local session_replication_role = replica; ${bringBack.join('')} end $$`,
  );
  const sums = names
    .filter((name) => !BOOKKEEPING.includes(name))
    .map(
      (name) =>
        `select '${name}' as name, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from public.${name} t`,
    );
  await pool.query(`create view kept.sums as ${sums.join(' union all ')}`);
};

export const restore = async (pool: pg.Pool): Promise<void> => {
  await pool.query('call kept.restore()');
};

/** One checksum per table, over all its rows. */
export type Sums = Record<string, string>;
export const readSums = async (pool: pg.Pool): Promise<Sums> => {
  const { rows } = await pool.query<{ name: string; sum: string }>('select name, sum from kept.sums');
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
};

/** Tables whose checksum differs. */
export const changedTables = (before: Sums, after: Sums, except: readonly string[] = []): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name] && !except.includes(name));

/** Checksum of the synced rows of some scopes, which other people's calls must not change. */
export const readRowsSum = async (pool: pg.Pool, scopes: readonly string[]): Promise<string> => {
  const union = Object.entries(ownTables)
    .map(
      ([kind, { view }]) => `select '${kind}' as kind, scope, id, row::text as row from ${view} where scope = any($1)`,
    )
    .join(' union all ');
  const { rows } = await pool.query<{ sum: string }>(
    `select coalesce(md5(string_agg(md5(r::text), '' order by kind, scope, id)), '') as sum from (${union}) r`,
    [scopes],
  );
  return rows[0]!.sum;
};
