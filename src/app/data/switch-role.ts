import { organizationScope, type Scope } from '#contract/ids.ts';
import type { Me } from '#contract/rows.ts';
import { setLastRole } from '#contract/users.ts';
import type { Account } from './account.ts';
import { scopeOf } from './me.ts';
import { makeChange } from './use-act.ts';

/**
 * Switches to the role that works on the rows of a scope, also offline. Nothing changes in that role, and for somebody who does
 * not act for the scope.
 */
export const switchTo = async ({ account, me }: { account: Account; me: Me }, scope: Scope): Promise<void> => {
  if (me.lastLoginedRole !== 'learner' && scopeOf(me) === scope) return;
  const organization = me.organizations.find(({ id }) => organizationScope(id) === scope);
  const options = { scope: me.scope };
  if (organization)
    await makeChange(account, setLastRole, { lastLoginedRole: 'organization', actFor: organization.id }, options);
  else if (scope === me.scope && me.isEducator)
    await makeChange(account, setLastRole, { lastLoginedRole: 'educator' }, options);
};
