import { useId } from 'react';
import { useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import * as v from 'valibot';
import { NewPassword } from '#contract/forms.ts';
import { credentialsText } from '#contract/text/auth-join.ts';
import { Checklist } from '#ui/forms/checklist.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { passwordRules } from './password-rules.ts';
import { isPasteBlocked } from './paste-rule.ts';

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

export interface PasswordPairProps<V extends Passwords> {
  register: UseFormRegister<V>;
  control: Control<V>;
  errors: FieldErrors<Passwords>;
  label: string;
  /** Where the app is open. */
  hostname?: string;
}

/** A new password with its live checklist, and the confirmation. The form may have more fields than these two. */
export function PasswordPair<V extends Passwords>({
  errors,
  label,
  hostname = location.hostname,
  ...form
}: PasswordPairProps<V>) {
  const { register, control } = form as unknown as PasswordPairProps<Passwords>;
  const rulesId = useId();
  const [password1, password2] = useWatch({ control, name: ['password1', 'password2'] });
  const noPaste = isPasteBlocked(hostname);
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
