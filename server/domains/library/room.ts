import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';

/**
 * The storage account of a scope, bytes. Every change is one conditional statement, so that several uploads at the
 * same time cannot all pass the same check. While a plan is not paid nothing new is taken. Source: D-118, D-119, D-160.
 */

const openAccount = (db: Db, scope: string) =>
  sql`insert into storage_accounts (scope) values (${scope}) on conflict do nothing`.execute(db);

/** @throws Problem `library.out_of_storage`; nothing is reserved then. */
export const reserveRoom = async (db: Db, scope: string, bytes: number): Promise<void> => {
  await openAccount(db, scope);
  const done = await sql`update storage_accounts set reserved = reserved + ${bytes}::bigint
    where scope = ${scope} and not is_unpaid and used + reserved + ${bytes}::bigint <= size returning 1`.execute(db);
  if (done.rows.length === 0) throw new Problem('library.out_of_storage');
};

/** Checks the room without reserving it. @throws Problem `library.out_of_storage`. */
export const requireRoom = async (db: Db, scope: string, bytes: number): Promise<void> => {
  await openAccount(db, scope);
  const found = await sql`select 1 from storage_accounts
    where scope = ${scope} and not is_unpaid and used + reserved + ${bytes}::bigint <= size`.execute(db);
  if (found.rows.length === 0) throw new Problem('library.out_of_storage');
};

/** Uses room without a reservation, for bytes that are stored already. @throws Problem `library.out_of_storage`. */
export const takeRoom = async (db: Db, scope: string, bytes: number): Promise<void> => {
  await openAccount(db, scope);
  const done = await sql`update storage_accounts set used = used + ${bytes}::bigint
    where scope = ${scope} and not is_unpaid and used + reserved + ${bytes}::bigint <= size returning 1`.execute(db);
  if (done.rows.length === 0) throw new Problem('library.out_of_storage');
};

export const freeReservedRoom = (db: Db, scope: string, bytes: number) =>
  sql`update storage_accounts set reserved = greatest(0, reserved - ${bytes}::bigint) where scope = ${scope}`.execute(
    db,
  );

export const freeUsedRoom = (db: Db, scope: string, bytes: number) =>
  sql`update storage_accounts set used = greatest(0, used - ${bytes}::bigint) where scope = ${scope}`.execute(db);

/** Marks the accounts of which over 80 % are used, each once until it is less again. @returns Their scopes. Source: DAS-016. */
export const findCritical = async (db: Db): Promise<string[]> => {
  await sql`update storage_accounts set is_critical_told = false where is_critical_told and used * 10 <= size * 8`.execute(
    db,
  );
  const { rows } = await sql<{ scope: string }>`update storage_accounts set is_critical_told = true
    where not is_critical_told and used * 10 > size * 8 returning scope`.execute(db);
  return rows.map(({ scope }) => scope);
};

/** Turns reserved room into used room. */
export const spendReservedRoom = (db: Db, scope: string, bytes: number) =>
  sql`update storage_accounts set reserved = greatest(0, reserved - ${bytes}::bigint), used = used + ${bytes}::bigint where scope = ${scope}`.execute(
    db,
  );
