import { sql } from 'kysely';
import { organizationScope } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import { handOverChannels } from '../channels/index.ts';

/**
 * Takes an Admin out of an organization. What they made stays with it: its channels name another administrator. Without another
 * organization the person is in the role of a Creator or a Member again, which everybody may be. The caller has raised the scopes
 * of both.
 */
export const endAdministration = async (db: Db, organizationId: string, userId: string): Promise<void> => {
  await handOverChannels(db, userId, organizationScope(organizationId));
  await db
    .deleteFrom('organization_admins')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
  // Also gives the person's own row, which names the organization, a new version.
  await sql`update users u set
      organization_id = nullif(u.organization_id, ${organizationId}),
      is_organization = a.has_any or a.waits,
      last_role = case when u.last_role <> 'organization' or a.has_any then u.last_role when u.is_educator then 'educator' else 'learner' end,
      is_learner = u.is_learner or (not u.is_educator and not a.has_any)
    from (select exists (select 1 from organization_admins o where o.user_id = ${userId}) as has_any,
      exists (select 1 from organizations o where o.registered_by = ${userId} and o.status = 'pending') as waits) a
    where u.id = ${userId}`.execute(db);
};
