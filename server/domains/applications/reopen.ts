import { sql } from 'kysely';
import { REPEAT_DAYS } from '#contract/applications-limits.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';

/** Makes the role of a Creator available again, 90 days after a denial. Source: D-233, D-267. */
export const reopenRoles = async ({ database: { db }, now, wake }: Services, limit: number): Promise<void> => {
  const before = new Date(now().getTime() - REPEAT_DAYS * 86_400_000);
  const { rows } = await sql<{ id: string; scope: string; userId: string }>`select id, scope, user_id as "userId"
    from applications where status = 'denied' and reopened_at is null and decided_at <= ${before} limit ${limit}`.execute(
    db,
  );
  for (const { id, scope, userId } of rows) {
    await db.transaction().execute(async (tx) => {
      await raiseScopes(tx, [scope]);
      await sql`update applications set reopened_at = ${now()} where id = ${id}`.execute(tx);
      await sql`update users set is_educator_role_available = true where id = ${userId} and not is_educator_role_available
        and not exists (select 1 from applications a where a.user_id = ${userId} and a.status = 'denied' and a.decided_at > ${before})`.execute(
        tx,
      );
    });
    wake.notify([scope]);
  }
};
