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

/** What is wrong with some fields, by name. */
export type Problems<O> = { readonly [K in keyof O]?: string | undefined };

export interface ContractForm<V extends FieldValues, O> {
  /** The contract's schema of what is typed, with the sentences of its fields. */
  schema: GenericSchema<V, O>;
  values: V;
  /** What this device has against values that fit the schema, by field: a name that is taken. */
  check?: (typed: O) => Problems<O> | Promise<Problems<O>>;
  /** When a field is checked first; after that, at each change. `onTouched`: when it is left; `onSubmit`: at the button. */
  mode?: 'onTouched' | 'onSubmit';
  /** What the button does with values that fit the schema. What it throws is shown; what was typed stays. */
  send: (typed: O) => Promise<unknown>;
  /** The sentence for a failure without one of the server's own. */
  failure?: string;
  /** The field that shows a failure which names none; the page's `problem` unless given. */
  failureField?: Path<V>;
}

export interface ContractFormView<V extends FieldValues, O> extends Pick<
  UseFormReturn<V, unknown, O>,
  'register' | 'control' | 'setValue' | 'setError' | 'setFocus' | 'getValues' | 'trigger'
> {
  /** Takes the value of a control that is no native input; checked as a typed one is. */
  change: <N extends Path<V>>(name: N, value: PathValue<V, N>) => void;
  /** What is wrong with a field, by the schema or by the server. */
  errors: UseFormReturn<V, unknown, O>['formState']['errors'];
  /** Why it could not be sent, where no field shows it. */
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
    const problems = Object.entries<string | undefined>(await check(result.values as O)).filter(([, found]) => found);
    if (problems.length === 0) return result;
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'device', message }]));
    return { values: {}, errors: errors as FieldErrors<V> };
  };

/**
 * The rule for forms. What a person types and then sends with a button is a form of this hook: its schema comes from the
 * contract, its errors stand beside the fields, the server's refusals too (`field` of a problem), and what was typed
 * stays after a failure. A button that waits for a complete form asks `useIsValid`.
 *
 * Not a form: a control that takes effect when it changes (settings, filters), and a wizard step whose draft is stored
 * at each change (roles of a sport, Add Content to Channel); those keep `useState` or their draft.
 *
 * Files that use this hook load react-hook-form and valibot (25 KiB): a first page reaches them by a lazy overlay or a
 * route of their own only.
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
  'use no memo'; // The form is one object that changes inside: a memoized copy would keep old errors.

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
      // A failure that is no answer of the server is a bug, or a file that did not load: reported as everywhere else.
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
