// Remembering its parts would take more code than drawing them again.
'use no memo';

import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import './file-picker.css';

export interface FilePickerProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'size' | 'className' | 'onChange' | 'children'
> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Words on the button; also the name of the input. */
  children: string;
  icon?: ReactNode;
  variant?: 'primary' | 'tonal' | 'outline' | 'signal' | undefined;
  size?: 'l' | 'm' | undefined;
  /** The chosen files, at least one. The same file may be chosen again. */
  onPick: (files: File[]) => void;
}

/**
 * Looks like a button, is a real file input lying over it: the picker opens everywhere, also
 * where a scripted click is not trusted, and the keyboard and screen readers know it.
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
          // Emptied, or choosing the same file again would say nothing.
          currentTarget.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    </span>
  );
}
