import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { ProblemIcon } from '../icons.ts';
import { mergeRefs } from '../merge-refs.ts';
import './field-frame.css';
import './choice.css';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  ref?: Ref<HTMLInputElement> | undefined;
  label: ReactNode;
  /** Hides the label visually: for tiles and rows in select mode. */
  hideLabel?: boolean | undefined;
  /** Some but not all are chosen. */
  mixed?: boolean | undefined;
  error?: string | undefined;
  help?: ReactNode;
}

/** A native checkbox with the app's styles; accepts `{...register('terms')}`. */
export function Checkbox({ ref, label, hideLabel, mixed = false, error, help, ...input }: CheckboxProps) {
  const element = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    element.current!.indeterminate = mixed;
  }, [mixed]);
  const described = [error && `${id}e`, help && `${id}h`].filter(Boolean).join(' ');
  return (
    <div className="checkbox">
      <label className={hideLabel ? 'checkbox__tap' : 'checkbox__line'}>
        <input
          {...input}
          ref={mergeRefs(element, ref)}
          type="checkbox"
          className="choice__box"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <span className={hideLabel ? 'visually-hidden' : 'checkbox__words'}>{label}</span>
      </label>
      {error && (
        <p className="field__error checkbox__below" id={`${id}e`} role="alert">
          <ProblemIcon aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <div className="field__help checkbox__below" id={`${id}h`}>
          {help}
        </div>
      )}
    </div>
  );
}
