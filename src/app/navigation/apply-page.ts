import { useRouter } from '@tanstack/react-router';
import type { Role } from '#contract/rows.ts';

/** Where a role is applied for from My Roles. The page of a Member's code has a way on without one. Source: NAV-110, D-63. */
const APPLY_PAGES: Readonly<Record<Role, string>> = {
  learner: '/learner/invite-code?next=1',
  educator: '/apply-to-become-an-educator',
  organization: '/join-as-organization?apply-role=true',
};

/**
 * The address where a role is applied for; undefined while this build has no such page, so that no button leads nowhere
 * (docs/decisions/0060).
 */
export const useApplyPage = (): ((role: Role) => string | undefined) => {
  const pages: object = useRouter().routesByPath;
  return (role) => {
    const address = APPLY_PAGES[role];
    return role === 'learner' || address.split('?')[0]! in pages ? address : undefined;
  };
};
