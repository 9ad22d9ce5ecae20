import { Field, type FieldProps } from '#ui/forms/field.tsx';

/** Length limit of the input; an address longer than 255 characters gets an error message. Source: D-15. */
const INPUT_MAX = 320;

/** The field of every form that asks for an email address; accepts `{...register('email')}`. */
export function EmailField(props: Omit<FieldProps, 'type' | 'maxLength'>) {
  return (
    <Field
      {...props}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={INPUT_MAX}
    />
  );
}
