import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';

export interface Acceptable {
  id: string;
  organizationId: string;
  organizationName: string;
  invitedBy: string | null;
  expiresAt: Date;
}

/**
 * Invitations that this person may answer: those that name them, and those to an address that they have verified. It changes
 * nothing. Source: D-234.
 *
 * @param where More conditions on the invitation `i`, and its order.
 */
export const acceptable = async (
  db: Db,
  userId: string,
  now: Date,
  where: RawBuilder<unknown> = sql`true order by i.created_at desc, i.id`,
): Promise<Acceptable[]> => {
  const { rows } = await sql<Acceptable>`select i.id, o.id as "organizationId", o.name as "organizationName",
      b.first_name || ' ' || b.last_name as "invitedBy", i.expires_at as "expiresAt"
    from admin_invitations i join organizations o on o.id = i.organization_id and o.status = 'approved'
      join users u on u.id = ${userId}
      left join users b on b.id = i.invited_by and b.deleted_at is null
    where (i.user_id = u.id or (i.user_id is null and i.email = u.email and u.email_verified_at is not null))
      and i.expires_at > ${now} and ${where}`.execute(db);
  return rows;
};
