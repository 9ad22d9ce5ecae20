import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

// What the deletion of an account does to channels, and its undo. Source: D-90.

const idsOf = ({ rows }: { rows: { id: string }[] }): string[] => rows.map(({ id }) => id);

/** Hides the visible channels of a scope, and with them what is published there. @returns Their ids. */
export const hideChannels = async (db: Db, scope: string): Promise<string[]> =>
  idsOf(
    await sql<{
      id: string;
    }>`update channels set active = false where scope = ${scope} and active returning id`.execute(db),
  );

export const showChannels = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`update channels set active = true where id = any(${sql.val([...ids])}::uuid[])`.execute(db);
};

/**
 * Names another admin as educator of the channels of organizations that name this person.
 *
 * @param only The scope of one organization; all of them without it.
 * @returns Their ids.
 */
export const handOverChannels = async (db: Db, userId: string, only: string | null = null): Promise<string[]> =>
  idsOf(
    await sql<{ id: string }>`update channels set author_id = successor_of(scope, ${userId})
      where author_id = ${userId} and scope like 'org:%' and (${only}::text is null or scope = ${only}) and successor_of(scope, ${userId}) is not null returning id`.execute(
      db,
    ),
  );

/** Names the person again, where the organization still has them as an admin. */
export const takeBackChannels = async (db: Db, userId: string, ids: readonly string[]): Promise<void> => {
  await sql`update channels set author_id = ${userId} where id = any(${sql.val([...ids])}::uuid[])
    and acts_for(${userId}, scope)`.execute(db);
};
