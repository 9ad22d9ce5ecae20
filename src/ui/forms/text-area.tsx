import { useRef, type Ref, type TextareaHTMLAttributes } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { mergeRefs } from '../merge-refs.ts';
import { useNativeValue } from './use-native-value.ts';
import './text-area.css';

export interface TextAreaProps
  extends Omit<FieldFrameProps, 'count'>, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  ref?: Ref<HTMLTextAreaElement> | undefined;
  /** Shows the counter of `maxLength` from the first character on. */
  alwaysCounted?: boolean | undefined;
}

/** Multi-line field that grows with its text; accepts `{...register('name')}`. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    help,
    error,
    optional,
    hideLabel,
    className,
    id,
    ref,
    maxLength,
    rows = 4,
    alwaysCounted,
    ...area
  } = props;
  const element = useRef<HTMLTextAreaElement>(null);
  const used = useNativeValue(element).length;
  return (
    <FieldFrame
      {...{ label, help, error, optional, hideLabel, className, id }}
      count={maxLength === undefined ? undefined : { used, most: maxLength, isAlways: alwaysCounted }}
    >
      {(ids) => (
        <div className="field__control text-area__control">
          <textarea
            {...area}
            {...ids}
            ref={mergeRefs(element, ref)}
            className="field__input text-area"
            rows={rows}
            maxLength={maxLength}
          />
        </div>
      )}
    </FieldFrame>
  );
}
