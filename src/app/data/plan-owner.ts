import { organizationScope, type Scope } from '#contract/ids.ts';
import type { Me } from '#contract/rows.ts';
import { useMe, useScope } from './me.ts';

/** The name of the organization whose plan the person does not change, because only its Owner does; undefined if they do. */
export const ofOtherOwner = (me: Me | undefined, scope: Scope): string | undefined =>
  me?.organizations.find(({ id, role }) => organizationScope(id) === scope && role !== 'Owner')?.name;

/** `ofOtherOwner` of a scope, by default that of the role in use. */
export const usePlanOfOther = (scope?: Scope): string | undefined => {
  const inUse = useScope();
  return ofOtherOwner(useMe(), scope ?? inUse);
};
