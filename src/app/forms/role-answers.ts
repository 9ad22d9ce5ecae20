import { CUSTOM_ROLE } from '#contract/patterns.ts';
import type { RoleMapping, SportRole } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';

/** A further role that the person names. */
export interface CustomRole {
  name: string;
  levels: string[];
}
/** Level ids of each chosen role, by role id, and the names of custom roles. */
export interface RoleAnswers {
  levels: Record<string, string[]>;
  /** Name of the first custom role. */
  customName: string;
  /** The other custom roles; drafts of older builds have none. */
  more?: readonly CustomRole[];
}
export const NO_ANSWERS: RoleAnswers = { levels: {}, customName: '' };

/** Id of the custom role, whose name the person types. Source: D-331. */
export const OTHER_ROLE = 'other';

const chosenRoles = (roles: readonly SportRole[], { levels }: RoleAnswers): SportRole[] =>
  roles.filter(({ id }) => levels[id] !== undefined);

/** The custom roles with trimmed names; none unless the role that the person names is chosen. */
export const customRolesOf = ({ levels, customName, more = [] }: RoleAnswers): CustomRole[] =>
  levels[OTHER_ROLE] === undefined
    ? []
    : [{ name: customName, levels: levels[OTHER_ROLE] }, ...more].map((role) => ({ ...role, name: role.name.trim() }));

/** What is missing before the roles can be saved; undefined if nothing is. */
export const missingAnswer = (roles: readonly SportRole[], answers: RoleAnswers): string | undefined => {
  const { interest } = onboardingText;
  const chosen = chosenRoles(roles, answers);
  if (chosen.length === 0) return interest.help;
  for (const { id, name, sportRoleRule } of chosen) {
    if (id === OTHER_ROLE && customRolesOf(answers).some(({ name: typed }) => !CUSTOM_ROLE.test(typed)))
      return interest.customHelp;
    if (sportRoleRule === 'levels_required' && answers.levels[id]!.length === 0) return interest.levelHelp(name);
  }
  return undefined;
};

/** The answers as input of the call; levels that a role does not have are left out. Source: D-305. */
export const toMapping = (roles: readonly SportRole[], answers: RoleAnswers): RoleMapping[] =>
  chosenRoles(roles, answers).flatMap(({ id, sportRoleRule, levels }): RoleMapping[] => {
    const known = (chosen: readonly string[]) =>
      sportRoleRule === 'no_levels'
        ? []
        : chosen.filter((level) => levels.some(({ id: knownId }) => knownId === level));
    if (id === OTHER_ROLE)
      return customRolesOf(answers).map((role) => ({
        customRoleName: role.name,
        participationLevelIds: known(role.levels),
      }));
    return [{ roleId: id, participationLevelIds: known(answers.levels[id]!) }];
  });

/** Adds a role, or removes it with its levels. */
export const withRole = (answers: RoleAnswers, roleId: string, isChosen: boolean): RoleAnswers => {
  const { [roleId]: currentLevels, ...others } = answers.levels;
  const more = roleId === OTHER_ROLE && !isChosen ? { more: [] } : {};
  return { ...answers, ...more, levels: isChosen ? { ...others, [roleId]: currentLevels ?? [] } : others };
};
