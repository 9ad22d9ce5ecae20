import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import * as v from 'valibot';

/**
 * Whether what is typed fits the schema. Unlike the form's own `isValid` it ignores what the server said: after a
 * failure the same words may be sent again.
 */
export const useIsValid = <V extends FieldValues, O>(
  schema: v.GenericSchema<V, O>,
  control: Control<V, unknown, O>,
): boolean => {
  const values = useWatch({ control });
  return v.is(schema, values);
};
