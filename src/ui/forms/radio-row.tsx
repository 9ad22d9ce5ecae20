import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { ProblemIcon } from '../icons.ts';
import './field-frame.css';
import './choice.css';

export interface RadioRowProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  ref?: Ref<HTMLInputElement> | undefined;
  label: ReactNode;
  /** One line below the label. */
  detail?: ReactNode;
  /** Before the label: avatar or icon. */
  leading?: ReactNode;
}

/** One choice as a 60 px row over a native radio; accepts `{...register('role')}` with `value`. */
export function RadioRow({ ref, label, detail, leading, ...input }: RadioRowProps) {
  const id = useId();
  return (
    <label className="radio-row">
      {leading}
      <span className="radio-row__words">
        <span id={`${id}l`}>{label}</span>
        {detail && (
          <span className="radio-row__detail" id={`${id}d`}>
            {detail}
          </span>
        )}
      </span>
      <input
        {...input}
        ref={ref}
        type="radio"
        className="choice__dot"
        aria-labelledby={`${id}l`}
        aria-describedby={detail ? `${id}d` : undefined}
      />
    </label>
  );
}

export interface RadioGroupProps {
  label: string;
  hideLabel?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Names a group of RadioRows or Checkboxes and shows its error. */
export function RadioGroup({ label, hideLabel, help, error, children }: RadioGroupProps) {
  const id = useId();
  const described = [error && `${id}e`, help && `${id}h`].filter(Boolean).join(' ');
  return (
    <fieldset className="radio-group" aria-describedby={described || undefined}>
      <legend className={hideLabel ? 'visually-hidden' : 'radio-group__label'}>{label}</legend>
      {children}
      {error && (
        <p className="field__error" id={`${id}e`} role="alert">
          <ProblemIcon aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <div className="field__help" id={`${id}h`}>
          {help}
        </div>
      )}
    </fieldset>
  );
}
