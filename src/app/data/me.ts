import { useSyncExternalStore } from 'react';
import type { Me } from '#contract/rows.ts';
import { organizationScope, type Scope } from '#contract/ids.ts';
import { useAccount } from './account.ts';
import { personOf } from '../format/person.ts';

/** The signed-in person's row, live; undefined while the first read runs. */
export const useMe = (): Me | undefined => {
  const { db, userId } = useAccount();
  const person = personOf(db, userId);
  return useSyncExternalStore(person.subscribe, () => person.value);
};

/** The scope whose rows the current role works on. */
export const scopeOf = (me: Me): Scope =>
  me.lastLoginedRole === 'organization' && me.organizations[0] ? organizationScope(me.organizations[0].id) : me.scope;

export const useScope = (): Scope => {
  const { userId } = useAccount();
  const me = useMe();
  return me ? scopeOf(me) : `user:${userId}`;
};
