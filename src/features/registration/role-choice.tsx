import { useState } from 'react';
import { CUSTOM_ROLE } from '#contract/patterns.ts';
import type { SportRole } from '#contract/sports.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { ChipFilter } from '#ui/chip-row.tsx';
import { Field } from '#ui/field.tsx';
import type { RoleAnswers } from './registration-draft.ts';
import { OTHER_ROLE, withRole } from './role-answers.ts';

const { interest: text } = onboardingText;

/** A role; when ticked, it shows its levels according to its rule. Source: D-182. */
export function RoleChoice({
  role,
  answers,
  onChange,
}: {
  role: SportRole;
  answers: RoleAnswers;
  onChange: (answers: RoleAnswers) => void;
}) {
  const chosen = answers.levels[role.id];
  const hasLevels = role.sportRoleRule !== 'no_levels' && role.levels.length > 0;
  return (
    <div className="card role-choice">
      <Checkbox
        label={role.name}
        checked={chosen !== undefined}
        onChange={(event) => onChange(withRole(answers, role.id, event.target.checked))}
      />
      {chosen !== undefined && (hasLevels || role.id === OTHER_ROLE) && (
        <div className="role-choice__more">
          {role.id === OTHER_ROLE && (
            <CustomName name={answers.customName} onChange={(customName) => onChange({ ...answers, customName })} />
          )}
          {hasLevels && (
            <div className="stack-s">
              <p className="t-small t-2" aria-hidden="true">
                {text.levelsLegend}
                {role.sportRoleRule === 'levels_optional' && ` (${text.optional})`}
              </p>
              <ChipFilter
                label={text.levels(role.name)}
                wrap
                value={chosen}
                options={role.levels.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(levels) => onChange({ ...answers, levels: { ...answers.levels, [role.id]: levels } })}
              />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function CustomName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && !CUSTOM_ROLE.test(name.trim());
  return (
    <Field
      label={text.customName}
      maxLength={100}
      autoComplete="off"
      value={name}
      error={isWrong ? text.customHelp : undefined}
      onBlur={() => setLeft(true)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
