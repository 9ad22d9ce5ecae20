import { expect, test } from 'vitest';
import type { SportRole } from '#contract/sports.ts';
import { missingAnswer, NO_ANSWERS, OTHER_ROLE, toMapping, withRole } from './role-answers.ts';

const level = (id: string) => ({ id, name: id });
const roles: SportRole[] = [
  { id: 'athlete', name: 'Athlete', sportRoleRule: 'levels_required', levels: [level('club'), level('school')] },
  { id: 'parent-guardian', name: 'Parent/Guardian', sportRoleRule: 'levels_optional', levels: [level('club')] },
  { id: 'fan', name: 'Fan', sportRoleRule: 'no_levels', levels: [] },
  { id: OTHER_ROLE, name: 'Other', sportRoleRule: 'levels_optional', levels: [level('club')] },
];

test('SPO-024 a role is required, a level if its rule requires one, a name for a custom role', () => {
  expect(missingAnswer(roles, NO_ANSWERS)).toBe('Choose at least one role to continue.');
  const athlete = withRole(NO_ANSWERS, 'athlete', true);
  expect(missingAnswer(roles, athlete)).toBe('Choose a level for Athlete to continue.');
  expect(missingAnswer(roles, { ...athlete, levels: { athlete: ['club'] } })).toBeUndefined();
  expect(missingAnswer(roles, withRole(NO_ANSWERS, 'parent-guardian', true))).toBeUndefined();
  expect(missingAnswer(roles, withRole(NO_ANSWERS, 'fan', true))).toBeUndefined();
  const other = withRole(NO_ANSWERS, OTHER_ROLE, true);
  expect(missingAnswer(roles, other)).toBe('Name your role to continue.');
  expect(missingAnswer(roles, { ...other, customName: 'Kit manager' })).toBeUndefined();
});

test('answers are sent as roles with levels; levels that a role does not have are left out', () => {
  const answers = {
    levels: { athlete: ['club', 'gone'], fan: ['club'], [OTHER_ROLE]: [] },
    customName: ' Kit manager ',
  };
  expect(toMapping(roles, answers)).toEqual([
    { roleId: 'athlete', participationLevelIds: ['club'] },
    { roleId: 'fan', participationLevelIds: [] },
    { customRoleName: 'Kit manager', participationLevelIds: [] },
  ]);
});

test('removing a role removes its levels', () => {
  const answers = { levels: { athlete: ['club'], fan: [] }, customName: '' };
  expect(withRole(answers, 'athlete', false).levels).toEqual({ fan: [] });
});
