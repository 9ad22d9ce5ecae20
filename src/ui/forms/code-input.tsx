import { useEffect, useRef, useState, type InputHTMLAttributes, type Ref } from 'react';
import { codeDigits, pastedCode } from './code-digits.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { mergeRefs } from '../merge-refs.ts';
import { setNativeValue } from './set-native-value.ts';
import { useNativeValue } from './use-native-value.ts';
import './code-input.css';

export interface CodeInputProps
  extends
    Omit<FieldFrameProps, 'count' | 'optional'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'maxLength'> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Digits. Default 6, drawn as two halves. */
  length?: number | undefined;
  /** True while the code is checked: the digits stay and the field is read-only. */
  checking?: boolean | undefined;
  /** Called with the code when all digits are entered. */
  onComplete?: ((code: string) => void) | undefined;
}

const NO_SELECTION = { start: -1, end: -1 };

/**
 * Confirmation code: one native input drawn as 3 + 3 cells, so that autofill of SMS codes,
 * paste and `register()` work. A wrong code (`error`) keeps the digits and selects them.
 */
export function CodeInput(props: CodeInputProps) {
  const {
    label,
    help,
    error,
    hideLabel,
    className,
    id,
    ref,
    length = 6,
    checking,
    onComplete,
    onChange,
    disabled,
    ...input
  } = props;
  const element = useRef<HTMLInputElement>(null);
  const digits = codeDigits(useNativeValue(element), length);
  const [selection, setSelection] = useState(NO_SELECTION);

  useEffect(() => {
    if (!error || checking) return;
    element.current?.focus();
    element.current?.select();
  }, [error, checking]);

  // Covers every change of the caret or selection: keys, taps, autofill, and the selection of a wrong code.
  useEffect(() => {
    const update = () => setSelection(selectionOf(element.current));
    const names = ['selectionchange', 'focusin', 'focusout'] as const;
    for (const name of names) document.addEventListener(name, update);
    return () => names.forEach((name) => document.removeEventListener(name, update));
  }, []);

  const onPaste = (event: React.ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    event.preventDefault();
    const text = event.clipboardData.getData('text');
    setNativeValue(event.currentTarget, pastedCode(value, selectionStart ?? 0, selectionEnd ?? 0, text, length));
  };

  return (
    <FieldFrame {...{ label, help, error, hideLabel, className, id }}>
      {(ids) => (
        <div className="code-input" data-checking={checking || undefined}>
          <Cells digits={digits} length={length} selection={selection} />
          <input
            {...input}
            {...ids}
            ref={mergeRefs(element, ref)}
            className="code-input__native"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            disabled={disabled}
            readOnly={checking}
            aria-busy={checking || undefined}
            onPaste={onPaste}
            onChange={(event) => {
              const code = codeDigits(event.target.value, length);
              if (event.target.value !== code) event.target.value = code;
              onChange?.(event);
              if (code.length === length && code !== digits) onComplete?.(code);
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}

interface CellsProps {
  digits: string;
  length: number;
  selection: typeof NO_SELECTION;
}

/** The visible digits; the native input is placed over them. */
function Cells({ digits, length, selection }: CellsProps) {
  return Array.from({ length }, (_unused, index) => (
    <span
      key={index}
      aria-hidden="true"
      className="code-input__cell"
      data-now={cellIsNow(index, digits.length, selection, length) || undefined}
      data-selected={(index >= selection.start && index < selection.end) || undefined}
      data-half={index * 2 === length || undefined}
    >
      {digits[index]}
    </span>
  ));
}

function selectionOf(field: HTMLInputElement | null): typeof NO_SELECTION {
  if (!field || document.activeElement !== field) return NO_SELECTION;
  return { start: field.selectionStart ?? 0, end: field.selectionEnd ?? 0 };
}

/** Whether this is the cell for the next digit; only while the field has the focus. */
function cellIsNow(index: number, filled: number, selection: { start: number; end: number }, length: number): boolean {
  if (selection.start < 0 || selection.start !== selection.end) return false;
  return index === Math.min(selection.start, filled, length - 1);
}
