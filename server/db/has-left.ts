import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Whether the person of a scope has deleted the account. No work is done for them until they undo it. Source: D-90. */
export const hasLeft = async (db: Db, scope: string): Promise<boolean> => {
  const { rows } = await sql<{ left: boolean }>`select has_left(${scope}) as left`.execute(db);
  return rows[0]?.left === true;
};

/** Whether others see nothing of the person of a scope: they deleted the account, or are suspended. Source: D-90, decision 0120. */
export const isAway = async (db: Db, scope: string): Promise<boolean> => {
  const { rows } = await sql<{ away: boolean }>`select is_away(${scope}) as away`.execute(db);
  return rows[0]?.away === true;
};
