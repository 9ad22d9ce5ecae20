import { sql, type Updateable } from 'kysely';
import { organizationScope } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { ProfilesTable } from '#server/db/schema.ts';

/** What an organization's record and its profile both have. Undefined fields stay. */
export interface OrganizationFields {
  name?: string | undefined;
  webSite?: string | null | undefined;
  description?: string | null | undefined;
  country?: string | null | undefined;
}

/** Drops what was left out, so that only given fields are written. */
export const given = (fields: Updateable<ProfilesTable>): Updateable<ProfilesTable> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The scopes of the people who administer an organization, in the order in which they are raised. */
const adminScopes = async (db: Db, organizationId: string): Promise<string[]> => {
  const { rows } = await sql<{
    scope: string;
  }>`select u.scope from organization_admins a join users u on u.id = a.user_id
    where a.organization_id = ${organizationId}`.execute(db);
  return rows.map(({ scope }) => scope);
};

/**
 * Locks an organization and its admins for a change that the admins' own rows show: its name, and whether it has signed in.
 *
 * @returns A function to call after the change: it makes those rows part of the admins' next pull.
 */
export const beginOrganization = async (db: Db, organizationId: string): Promise<() => Promise<void>> => {
  const scopes = await adminScopes(db, organizationId);
  await raiseScopes(db, [organizationScope(organizationId), ...scopes]);
  return async () => {
    // The trigger gives the row a new version.
    await sql`update users set scope = scope where scope = any(${sql.val(scopes)}::text[])`.execute(db);
  };
};

/** Writes the fields of an organization that its profile shows. The caller has checked that it may. */
export const writeOrganization = async (
  db: Db,
  organizationId: string,
  { name, webSite, description, country }: OrganizationFields,
): Promise<void> => {
  if (name !== undefined)
    await db.updateTable('organizations').set({ name }).where('id', '=', organizationId).execute();
  const changed = given({ web_site: webSite, description: description === '' ? null : description, country });
  if (Object.keys(changed).length > 0)
    await db.updateTable('profiles').set(changed).where('organization_id', '=', organizationId).execute();
};
