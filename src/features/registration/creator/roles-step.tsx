import { onboardingText } from '#contract/text/registration.ts';
import { RoleChoice } from '#app/forms/role-choice.tsx';
import type { EducationStepProps } from './education-steps.tsx';

/** Roles in the sport, with levels. Source: APP-003, D-331. */
export function RolesStep({ form, reference, onChange }: EducationStepProps) {
  return (
    <fieldset className="stack-s">
      <legend className="visually-hidden">{onboardingText.interest.group}</legend>
      {reference.roles.map((role) => (
        <RoleChoice key={role.id} role={role} answers={form.roles} onChange={(roles) => onChange({ roles })} />
      ))}
    </fieldset>
  );
}
