import type { SportInterest } from '#contract/rows.ts';
import { NO_ANSWERS, OTHER_ROLE, type RoleAnswers } from '#app/forms/role-answers.ts';

/** The roles that the person has in a sport, with further ones chosen before, as answers to begin with. */
export const answersFrom = (interest: SportInterest | undefined, selectedRoles: readonly string[]): RoleAnswers => {
  const levels: Record<string, string[]> = Object.fromEntries(selectedRoles.map((role) => [role, []]));
  const custom = new Map<string, string[]>();
  for (const { role, roleName, participationLevel } of interest?.sportInvolvement ?? []) {
    const chosen = participationLevel ? [participationLevel] : [];
    if (role === OTHER_ROLE) custom.set(roleName, [...(custom.get(roleName) ?? []), ...chosen]);
    else levels[role] = [...(levels[role] ?? []), ...chosen];
  }
  const [first, ...more] = custom;
  if (!first) return { ...NO_ANSWERS, levels };
  return {
    levels: { ...levels, [OTHER_ROLE]: first[1] },
    customName: first[0],
    more: more.map(([name, its]) => ({ name, levels: its })),
  };
};
