import { useState } from 'react';
import type { SportRole } from '#contract/sports.ts';
import { OTHER_ROLE, missingAnswer, type RoleAnswers } from './role-answers.ts';
import { RoleChoice } from './role-choice.tsx';

export interface RoleChoicesProps {
  roles: readonly SportRole[];
  answers: RoleAnswers;
  onChange: (answers: RoleAnswers) => void;
  /** While the roles are confirmed: then every panel folds. */
  isConfirming?: boolean;
}

const hasPanel = ({ id, sportRoleRule, levels }: SportRole): boolean =>
  id === OTHER_ROLE || (sportRoleRule !== 'no_levels' && levels.length > 0);

/**
 * The roles in a sport. One panel is expanded at a time: that of the role that was ticked or opened last. Another one
 * folds to what was chosen in it, unless something is missing there: it stays expanded, and the form cannot be confirmed.
 * Source: SPO-025.
 */
export function RoleChoices({ roles, answers, onChange, isConfirming = false }: RoleChoicesProps) {
  const [openId, setOpenId] = useState<string>();
  if (isConfirming && openId !== undefined) setOpenId(undefined);
  return (
    <>
      {roles.map((role) => {
        const isChosen = answers.levels[role.id] !== undefined;
        const isMissing = isChosen && missingAnswer([role], answers) !== undefined;
        return (
          <RoleChoice
            key={role.id}
            role={role}
            answers={answers}
            isFolded={hasPanel(role) && isChosen && role.id !== openId && !isMissing}
            onOpen={() => setOpenId(role.id)}
            onChange={(next) => {
              setOpenId(role.id);
              onChange(next);
            }}
          />
        );
      })}
    </>
  );
}
