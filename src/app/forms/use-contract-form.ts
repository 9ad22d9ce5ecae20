import { useState, type FormEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { GenericSchema } from 'valibot';
import { CallError } from '#store/api.ts';
import { failureText } from '../data/use-act.ts';

/** Error messages by field name. */
export type Problems<O> = { readonly [K in keyof O]?: string | undefined };

export interface ContractForm<V extends FieldValues, O> {
  /** The contract's schema of the input, with the messages of its fields. */
  schema: GenericSchema<V, O>;
  values: V;
  /** Extra check on this device of values that fit the schema, e.g. whether a name is taken. */
  check?: (typed: O) => Problems<O> | Promise<Problems<O>>;
  /** When a field is checked first; after that, at each change. `onTouched`: when it is left; `onSubmit`: at the button. */
  mode?: 'onTouched' | 'onSubmit';
  /** Called on submit with values that fit the schema. An error that it throws is shown; the input stays. */
  send: (typed: O) => Promise<unknown>;
  /** The message for a failure that has none of the server's own. */
  failure?: string;
  /** The field that shows a failure which names no field; by default it becomes `problem`. */
  failureField?: Path<V>;
}

export interface ContractFormView<V extends FieldValues, O> extends Pick<
  UseFormReturn<V, unknown, O>,
  'register' | 'control' | 'setValue' | 'setError' | 'setFocus' | 'getValues' | 'trigger'
> {
  /** Sets the value of a control that is not a native input; validated like a typed one. */
  change: <N extends Path<V>>(name: N, value: PathValue<V, N>) => void;
  /** What is wrong with a field, by the schema or by the server. */
  errors: UseFormReturn<V, unknown, O>['formState']['errors'];
  /** The message of a failure that no field shows. */
  problem: string | undefined;
  isSending: boolean;
  submit: (event?: FormEvent) => Promise<void>;
}

const withCheck =
  <V extends FieldValues, O extends FieldValues>(
    resolve: Resolver<V, unknown, O>,
    check: ContractForm<V, O>['check'],
  ): Resolver<V, unknown, O> =>
  async (...args) => {
    const result = await resolve(...args);
    if (!check || Object.keys(result.errors).length > 0) return result;
    const problems = Object.entries<string | undefined>(await check(result.values as O)).filter(
      ([, message]) => message,
    );
    if (problems.length === 0) return result;
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'device', message }]));
    return { values: {}, errors: errors as FieldErrors<V> };
  };

/**
 * The rule for forms. Everything that a person types and submits with a button uses this hook: its schema comes from
 * the contract, errors are shown beside the fields, including the server's refusals (`field` of a problem), and the
 * input stays after a failure. A button that is disabled until the form is complete uses `useIsValid`.
 *
 * Not a form: a control that takes effect when it changes (settings, filters), and a wizard step whose draft is stored
 * at each change (roles of a sport, Add Content to Channel); those use `useState` or their draft.
 *
 * Files that use this hook load react-hook-form and valibot (25 KiB): a landing page may load them only through a lazy
 * overlay or a separate route.
 */
export const useContractForm = <V extends FieldValues, O extends FieldValues>({
  schema,
  values,
  check,
  mode = 'onTouched',
  send,
  failure,
  failureField,
}: ContractForm<V, O>): ContractFormView<V, O> => {
  'use no memo'; // The form is one mutable object: memoized reads of it would keep old errors.

  const form = useForm<V, unknown, O>({
    resolver: withCheck(valibotResolver(schema), check),
    mode,
    defaultValues: values as DefaultValues<V>,
  });
  const [problem, setProblem] = useState<string>();
  const { errors, isSubmitting, isSubmitted } = form.formState;

  const submit = form.handleSubmit(async (typed) => {
    setProblem(undefined);
    try {
      await send(typed);
    } catch (error) {
      const message = failureText(error, failure);
      const named = error instanceof CallError && error.field && error.field in values ? error.field : failureField;
      if (named) form.setError(named as Path<V>, { type: 'server', message }, { shouldFocus: true });
      else setProblem(message);
      // Anything but a CallError is a bug or a chunk that failed to load: left to the global error handlers.
      if (!(error instanceof CallError)) throw error;
    }
  });
  const { register, control, setValue, setError, setFocus, getValues, trigger } = form;
  return {
    register,
    control,
    setValue,
    setError,
    setFocus,
    getValues,
    trigger,
    change: (name, value) => setValue(name, value, { shouldValidate: isSubmitted, shouldDirty: true }),
    errors,
    problem,
    isSending: isSubmitting,
    submit,
  };
};
