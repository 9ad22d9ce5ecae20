import { useId } from 'react';
import { useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import * as v from 'valibot';
import { NewPassword } from '#contract/forms.ts';
import { credentialsText } from '#contract/text/auth-join.ts';
import { Checklist } from '#ui/checklist.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { passwordRules } from './password-rules.ts';

export interface Passwords {
  password1: string;
  password2: string;
}

/** A new password and its confirmation, which must match. */
export const PasswordPairSchema = v.pipe(
  v.object({ password1: NewPassword, password2: v.pipe(v.string(), v.nonEmpty('Required')) }),
  v.forward(
    v.partialCheck(
      [['password1'], ['password2']],
      ({ password1, password2 }) => password1 === password2,
      credentialsText.mismatch,
    ),
    ['password2'],
  ),
);

/** Pasting into the confirmation is blocked, except in local development. Source: ACC-105. */
const isPasteBlocked = (): boolean => !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

export interface PasswordPairProps {
  register: UseFormRegister<Passwords>;
  control: Control<Passwords>;
  errors: FieldErrors<Passwords>;
  label: string;
}

/** A new password with its live checklist, and the confirmation. */
export function PasswordPair({ register, control, errors, label }: PasswordPairProps) {
  const rulesId = useId();
  const [password1, password2] = useWatch({ control, name: ['password1', 'password2'] });
  const noPaste = isPasteBlocked();
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        error={errors.password1?.message}
        {...register('password1', { deps: password2 ? ['password2'] : [] })}
      />
      <Checklist id={rulesId} rules={passwordRules(password1, password2)} />
      <PasswordField
        label={credentialsText.confirmPassword}
        autoComplete="new-password"
        noPaste={noPaste}
        help={noPaste ? credentialsText.noPaste : undefined}
        error={errors.password2?.message}
        {...register('password2')}
      />
    </>
  );
}
