import { useRef, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { mergeRefs } from '../merge-refs.ts';
import { useNativeValue } from './use-native-value.ts';

export interface FieldProps
  extends Omit<FieldFrameProps, 'count'>, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'prefix'> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Before the text inside the box, e.g. "$". */
  prefix?: ReactNode;
  /** After the text inside the box: a unit or an IconButton. */
  suffix?: ReactNode;
  /** Shows the counter of `maxLength` from the first character on. */
  alwaysCounted?: boolean | undefined;
}

/**
 * One-line text field over a native `<input>`; accepts `{...register('name')}`.
 * `maxLength` shows the counter from 80 %.
 */
export function Field(props: FieldProps) {
  const { label, help, error, optional, hideLabel, className, id, prefix, suffix, ...rest } = props;
  const { ref, maxLength, alwaysCounted, ...input } = rest;
  const element = useRef<HTMLInputElement>(null);
  const used = useNativeValue(element).length;
  return (
    <FieldFrame
      {...{ label, help, error, optional, hideLabel, className, id }}
      count={maxLength === undefined ? undefined : { used, most: maxLength, isAlways: alwaysCounted }}
    >
      {(ids) => (
        <div className="field__control">
          {prefix && <span className="field__affix">{prefix}</span>}
          <input {...input} {...ids} ref={mergeRefs(element, ref)} className="field__input" maxLength={maxLength} />
          {suffix}
        </div>
      )}
    </FieldFrame>
  );
}
