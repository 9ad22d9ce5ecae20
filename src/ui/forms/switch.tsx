import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import './choice.css';

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'className'> {
  ref?: Ref<HTMLInputElement> | undefined;
  label: ReactNode;
  detail?: ReactNode;
}

/** A setting that applies at once; a native checkbox with the switch role. */
export function Switch({ ref, label, detail, ...input }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span className="switch__words">
        <span id={`${id}l`}>{label}</span>
        {detail && (
          <span className="switch__detail" id={`${id}d`}>
            {detail}
          </span>
        )}
      </span>
      <input
        {...input}
        ref={ref}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its own state
        role="switch"
        className="switch__native"
        aria-labelledby={`${id}l`}
        aria-describedby={detail ? `${id}d` : undefined}
      />
    </label>
  );
}
