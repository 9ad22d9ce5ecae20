import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Notifications `n` of others about a person: what the person published, followed or commented. */
const about = (userId: string) => sql`n.user_id <> ${userId} and (n.cause like '%:' || ${userId}
  or split_part(n.cause, ':', 2) in (
    select p.id::text from publications p where p.scope = 'user:' || ${userId}
    union select c.id::text from channels c where c.scope = 'user:' || ${userId}))`;

/** People who have notifications about a person. */
export const findNoticedAbout = async (db: Db, userId: string, limit: number | null = null): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select distinct n.user_id as id from notifications n where ${about(userId)}
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Deletes the notifications about a person from these people's. The caller has raised their scopes. */
export const deleteNoticesAbout = async (db: Db, userId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from notifications n where n.user_id = any(${sql.val([...ids])}::uuid[]) and ${about(userId)}`.execute(
    db,
  );
};
