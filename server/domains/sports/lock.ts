import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Keeps the types of sports as they are until the caller's transaction ends: call it after `lockPerson` and before the type
 * decides what a person gets. An operator who changes a type waits for it, and sees the person in it. Source: decision 0126.
 */
export const keepSports = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`select 1 from sports where id = any(${sql.val([...ids])}::text[]) order by id for share`.execute(db);
};
