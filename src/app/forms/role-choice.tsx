import { useState } from 'react';
import { CUSTOM_ROLE } from '#contract/patterns.ts';
import type { SportRole } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { Field } from '#ui/forms/field.tsx';
import { customRolesOf, OTHER_ROLE, withRole, type CustomRole, type RoleAnswers } from './role-answers.ts';
import './role-choice.css';

const { interest: text } = onboardingText;

export interface RoleChoiceProps {
  role: SportRole;
  answers: RoleAnswers;
  /** Shows what was chosen instead of the choice. */
  isFolded?: boolean;
  onOpen?: () => void;
  onChange: (answers: RoleAnswers) => void;
}

/** A role; when ticked, it shows its levels according to its rule. Source: D-182, SPO-025. */
export function RoleChoice({ role, answers, isFolded = false, onOpen, onChange }: RoleChoiceProps) {
  const chosen = answers.levels[role.id];
  const hasLevels = role.sportRoleRule !== 'no_levels' && role.levels.length > 0;
  return (
    <div className="card role-choice">
      <Checkbox
        label={role.name}
        checked={chosen !== undefined}
        onChange={(event) => onChange(withRole(answers, role.id, event.target.checked))}
      />
      {isFolded && (
        <div className="role-choice__folded">
          <span className="t-small t-2">{summaryOf(role, answers)}</span>
          <Button variant="ghost" size="m" aria-label={text.change(role.name)} aria-expanded={false} onClick={onOpen}>
            {text.changeShort}
          </Button>
        </div>
      )}
      {!isFolded && chosen !== undefined && (hasLevels || role.id === OTHER_ROLE) && (
        <div className="role-choice__more">
          {role.id === OTHER_ROLE && (
            <CustomName name={answers.customName} onChange={(customName) => onChange({ ...answers, customName })} />
          )}
          {hasLevels && (
            <Levels
              role={role}
              name={role.name}
              chosen={chosen}
              onChange={(levels) => onChange({ ...answers, levels: { ...answers.levels, [role.id]: levels } })}
            />
          )}
          {role.id === OTHER_ROLE && <MoreRoles role={role} hasLevels={hasLevels} {...{ answers, onChange }} />}
        </div>
      )}
    </div>
  );
}

/** What was chosen in a panel: "Club, School", or "Kit manager: Club". */
const summaryOf = (role: SportRole, answers: RoleAnswers): string => {
  const named = (ids: readonly string[]) =>
    role.levels
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ');
  if (role.id !== OTHER_ROLE) return named(answers.levels[role.id] ?? []) || text.noLevel;
  return customRolesOf(answers)
    .map(({ name, levels }) => [name, named(levels)].filter(Boolean).join(': '))
    .join(' · ');
};

interface LevelsProps {
  role: SportRole;
  name: string;
  chosen: string[];
  onChange: (levels: string[]) => void;
}

function Levels({ role, name, chosen, onChange }: LevelsProps) {
  return (
    <div className="stack-s">
      <p className="t-small t-2" aria-hidden="true">
        {text.levelsLegend}
        {role.sportRoleRule === 'levels_optional' && ` (${text.optional})`}
      </p>
      <ChipFilter
        label={text.levels(name)}
        wrap
        value={chosen}
        options={role.levels.map(({ id, name: levelName }) => ({ value: id, label: levelName }))}
        onChange={onChange}
      />
    </div>
  );
}

interface MoreRolesProps {
  role: SportRole;
  hasLevels: boolean;
  answers: RoleAnswers;
  onChange: (answers: RoleAnswers) => void;
}

/** Further roles that the person names, in the same sport. Source: PRO-069. */
function MoreRoles({ role, hasLevels, answers, onChange }: MoreRolesProps) {
  const { more = [] } = answers;
  const set = (at: number, changed: Partial<CustomRole>) =>
    onChange({ ...answers, more: more.map((each, index) => (index === at ? { ...each, ...changed } : each)) });
  return (
    <>
      {more.map(({ name, levels }, at) => (
        // A role has no other identity while its name is typed.
        <div key={at} className="stack-s">
          <CustomName label={text.customNameOf(at + 2)} name={name} onChange={(typed) => set(at, { name: typed })} />
          {hasLevels && (
            <Levels
              role={role}
              name={name.trim() || text.customNameOf(at + 2)}
              chosen={levels}
              onChange={(chosen) => set(at, { levels: chosen })}
            />
          )}
          <Button
            variant="ghost"
            size="m"
            type="button"
            onClick={() => onChange({ ...answers, more: more.filter((_, index) => index !== at) })}
          >
            {text.removeRole(name.trim() || text.customNameOf(at + 2))}
          </Button>
        </div>
      ))}
      <Button
        variant="tonal"
        size="m"
        type="button"
        onClick={() => onChange({ ...answers, more: [...more, { name: '', levels: [] }] })}
      >
        {text.addRole}
      </Button>
    </>
  );
}

interface CustomNameProps {
  label?: string;
  name: string;
  onChange: (name: string) => void;
}

function CustomName({ label = text.customName, name, onChange }: CustomNameProps) {
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && !CUSTOM_ROLE.test(name.trim());
  return (
    <Field
      label={label}
      maxLength={100}
      autoComplete="off"
      value={name}
      error={isWrong ? text.customHelp : undefined}
      onBlur={() => setLeft(true)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
