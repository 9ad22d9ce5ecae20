import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { noticeRole } from './notice.ts';

/**
 * Gives a new person the invitations that were sent to their verified address, in the transaction that completes the
 * registration, and notifies them of each. Source: D-234.
 */
export const attachAdminInvitations = async (db: Db, services: Services, userId: string): Promise<void> => {
  const { rows } = await sql<{ id: string; organizationId: string }>`update admin_invitations i set user_id = u.id
    from users u where u.id = ${userId} and u.email_verified_at is not null and i.email = u.email and i.user_id is null
      and i.expires_at > ${services.now()}
    returning i.id, i.organization_id as "organizationId"`.execute(db);
  for (const { id, organizationId } of rows)
    await noticeRole(db, services, { userId, kind: 'admin_invited', cause: `admin-invited:${id}`, organizationId });
};
