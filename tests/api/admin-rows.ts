import { newId } from '#contract/ids.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Around the administrators of an organization, and invitations of one. */
export interface AdminRows {
  /** A further Admin of the organization of the scope. */
  admin: string;
  /** An invitation that this organization has sent. */
  adminInvitation: string;
  /** An invitation of another organization to this person. */
  ownAdminInvitation: string;
}

/** Ids that no row has. */
export const noAdminRows = (): AdminRows => ({ admin: newId(), adminInvitation: newId(), ownAdminInvitation: newId() });

const DAY_MS = 86_400_000;

export const addAdminRows = async (
  server: TestServer,
  { scope, userId }: { scope: string; userId: string },
): Promise<AdminRows> => {
  const { db } = server.services.database;
  const ids = noAdminRows();
  const times = { created_at: new Date(), expires_at: new Date(Date.now() + 20 * DAY_MS) };
  const inviting = newId();
  await db.insertInto('organizations').values({ id: inviting, name: 'Inviting Club', status: 'approved' }).execute();
  await db
    .insertInto('admin_invitations')
    .values({ id: ids.ownAdminInvitation, organization_id: inviting, user_id: userId, ...times })
    .execute();
  if (!scope.startsWith('org:')) return ids;
  const organization = scope.slice('org:'.length);
  const admin = await server.addPerson();
  await db
    .insertInto('organization_admins')
    .values({ organization_id: organization, user_id: admin.userId, role: 'Admin' })
    .execute();
  await db
    .insertInto('admin_invitations')
    .values({
      id: ids.adminInvitation,
      organization_id: organization,
      email: `${ids.adminInvitation}@example.net`,
      invited_by: userId,
      ...times,
    })
    .execute();
  return { ...ids, admin: admin.userId };
};
