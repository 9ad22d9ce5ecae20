import type { Me } from '#contract/rows.ts';
import { organizationScope, type Scope } from '#contract/ids.ts';
import { useMe } from '#app/data/me.ts';

export interface ActingFor {
  me: Me;
  /** The organization that the person acts for: the first of the own row (decision 0093). */
  organization: Me['organizations'][number];
  scope: Scope;
  isOwner: boolean;
}

/** The organization whose administrators are shown; undefined until the row is read, while none is approved, and in another role. */
export const useOrganization = (): ActingFor | undefined => {
  const me = useMe();
  const organization = me?.lastLoginedRole === 'organization' ? me.organizations[0] : undefined;
  return me && organization
    ? { me, organization, scope: organizationScope(organization.id), isOwner: organization.role === 'Owner' }
    : undefined;
};
