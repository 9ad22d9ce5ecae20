// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Button } from '../buttons/button.tsx';
import './file-picker.css';

export interface FilePickerProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'size' | 'className' | 'onChange' | 'children'
> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Text of the button; also the accessible name of the input. */
  children: string;
  icon?: ReactNode;
  variant?: 'primary' | 'tonal' | 'outline' | 'signal' | undefined;
  size?: 'l' | 'm' | undefined;
  /** The chosen files, at least one. The same file may be chosen again. */
  onPick: (files: File[]) => void;
}

/**
 * A native file input placed over a button. The picker also opens where a scripted click is not trusted, and keyboard
 * and screen readers reach it.
 */
export function FilePicker({
  ref,
  children,
  icon,
  variant = 'primary',
  size = 'l',
  disabled,
  onPick,
  ...input
}: FilePickerProps) {
  return (
    <span className="file-picker">
      <Button
        variant={variant}
        size={size}
        icon={icon}
        disabled={disabled}
        tabIndex={-1}
        aria-hidden="true"
        type="button"
      >
        {children}
      </Button>
      <input
        aria-label={children}
        {...input}
        ref={ref}
        type="file"
        className="file-picker__native"
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Cleared, because choosing the same file again would otherwise fire no event.
          currentTarget.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    </span>
  );
}
