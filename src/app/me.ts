import type { Me } from '#contract/rows.ts';
import { organizationScope, type Scope } from '#contract/ids.ts';
import { useAccount } from './account.ts';
import { useLive } from './use-live.ts';

/** The person, live; undefined while the first read runs. */
export const useMe = (): Me | undefined => useLive((db, userId) => db.me.get(userId), []);

/** Whose rows the person works on in the role in use. */
export const scopeOf = (me: Me): Scope =>
  me.lastLoginedRole === 'organization' && me.organizations[0] ? organizationScope(me.organizations[0].id) : me.scope;

export const useScope = (): Scope => {
  const { userId } = useAccount();
  const me = useMe();
  return me ? scopeOf(me) : `user:${userId}`;
};
