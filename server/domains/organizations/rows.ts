import { sql, type RawBuilder } from 'kysely';
import type { RegisteredOrganization } from '#contract/organizations.ts';
import type { Db } from '#server/db/database.ts';

export interface OrganizationRow {
  id: string;
  name: string;
  status: RegisteredOrganization['status'];
  isDescribed: boolean;
  needsLibrary: boolean;
  registeredBy: string | null;
  sports: string[];
  registration: Record<string, unknown> | null;
  reason: string | null;
  createdAt: Date;
}

export const selectOrganizations = async (db: Db, where: RawBuilder<unknown>): Promise<OrganizationRow[]> => {
  const { rows } = await sql<OrganizationRow>`select o.id, o.name, o.status, o.is_described as "isDescribed",
      o.needs_library as "needsLibrary", o.registered_by as "registeredBy", o.sports, o.registration, o.reason,
      o.created_at as "createdAt" from organizations o where ${where}`.execute(db);
  return rows;
};

export const toRegistered = (row: OrganizationRow): RegisteredOrganization => ({
  id: row.id,
  name: row.name,
  status: row.status,
  isComplete: row.isDescribed,
  createdAt: row.createdAt.toISOString(),
});

/** Whether a person is the Owner of the organization of a scope. Source: ADM-013. */
export const isOwnerOf = async (db: Db, scope: string, userId: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from organization_admins
    where 'org:' || organization_id = ${scope} and user_id = ${userId} and role = 'Owner'`.execute(db);
  return rows.length > 0;
};
