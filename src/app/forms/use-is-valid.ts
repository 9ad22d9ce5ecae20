import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import * as v from 'valibot';

/**
 * Whether the input fits the schema. Unlike the form's own `isValid` it ignores the server's errors: after a failure
 * the same input may be sent again.
 */
export const useIsValid = <V extends FieldValues, O>(
  schema: v.GenericSchema<V, O>,
  control: Control<V, unknown, O>,
): boolean => {
  const values = useWatch({ control });
  return v.is(schema, values);
};
