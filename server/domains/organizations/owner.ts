import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';

/** Whether the scope of a call is the person's own, or an organization's that the person owns. Source: ADM-013, D-235, D-290. */
export const ownsScope = async ({ services, session, scope }: CallContext): Promise<boolean> => {
  if (scope === session.scope) return true;
  const { rows } = await sql`select 1 from organization_admins
    where 'org:' || organization_id = ${scope} and user_id = ${session.userId} and role = 'Owner'`.execute(
    services.database.db,
  );
  return rows.length > 0;
};

/** @throws Problem `access.denied` for an administrator of an organization who is not its Owner. */
export const requireOwnScope = async (context: CallContext): Promise<void> => {
  if (!(await ownsScope(context))) throw new Problem('access.denied');
};
