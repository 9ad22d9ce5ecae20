import { CUSTOM_ROLE } from '#contract/patterns.ts';
import type { RoleMapping, SportRole } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import type { RoleAnswers } from './registration-draft.ts';

/** Id of the custom role, whose name the person types. Source: D-331. */
export const OTHER_ROLE = 'other';

const chosenRoles = (roles: readonly SportRole[], { levels }: RoleAnswers): SportRole[] =>
  roles.filter(({ id }) => levels[id] !== undefined);

/** What is missing before the roles can be saved; undefined if nothing is. */
export const missingAnswer = (roles: readonly SportRole[], answers: RoleAnswers): string | undefined => {
  const { interest } = onboardingText;
  const chosen = chosenRoles(roles, answers);
  if (chosen.length === 0) return interest.help;
  for (const { id, name, sportRoleRule } of chosen) {
    if (id === OTHER_ROLE && !CUSTOM_ROLE.test(answers.customName.trim())) return interest.customHelp;
    if (sportRoleRule === 'levels_required' && answers.levels[id]!.length === 0) return interest.levelHelp(name);
  }
  return undefined;
};

/** The answers as input of the call; levels that a role does not have are left out. Source: D-305. */
export const toMapping = (roles: readonly SportRole[], answers: RoleAnswers): RoleMapping[] =>
  chosenRoles(roles, answers).map(({ id, sportRoleRule, levels }) => ({
    ...(id === OTHER_ROLE ? { customRoleName: answers.customName.trim() } : { roleId: id }),
    participationLevelIds:
      sportRoleRule === 'no_levels'
        ? []
        : answers.levels[id]!.filter((level) => levels.some(({ id: knownId }) => knownId === level)),
  }));

/** Adds a role, or removes it with its levels. */
export const withRole = (answers: RoleAnswers, roleId: string, isChosen: boolean): RoleAnswers => {
  const { [roleId]: currentLevels, ...others } = answers.levels;
  return { ...answers, levels: isChosen ? { ...others, [roleId]: currentLevels ?? [] } : others };
};
