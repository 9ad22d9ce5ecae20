import { useState, type InputHTMLAttributes } from 'react';
import EyeIcon from 'lucide-react/icons/eye';
import EyeOffIcon from 'lucide-react/icons/eye-off';
import { controlsText } from '#contract/text/ui-controls.ts';
import { Field, type FieldProps } from './field.tsx';
import { IconButton } from '../buttons/icon-button.tsx';

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'suffix' | 'prefix'> {
  autoComplete: 'current-password' | 'new-password';
  /** The confirmation field, where pasting is disabled (ACC-105). */
  noPaste?: boolean | undefined;
  onPaste?: InputHTMLAttributes<HTMLInputElement>['onPaste'];
}

/** Password with show and hide; accepts `{...register('password')}`. */
export function PasswordField({ noPaste, onPaste, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onPaste={noPaste ? (event) => event.preventDefault() : onPaste}
      suffix={
        <IconButton
          label={shown ? controlsText.hidePassword : controlsText.showPassword}
          icon={shown ? <EyeOffIcon /> : <EyeIcon />}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
