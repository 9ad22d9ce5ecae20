import { useEffect, type ReactNode } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { GenericSchema } from 'valibot';
import { joinText } from '#contract/text/auth-join.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { STEPS, type FormField, type SignUpForm, type Step } from './sign-up-form.ts';

/** Props of every step. */
export interface StepProps {
  form: SignUpForm;
  problem: { field: FormField; message: string } | null;
  /** Label while a server call runs. */
  busy: string | false;
  /** Called with the fields of the step whenever one changes. */
  onTyped: (values: Partial<SignUpForm>) => void;
  onNext: (values: Partial<SignUpForm>) => void;
  onBack: (values: Partial<SignUpForm>) => void;
  onClose: () => void;
}

interface StepFormOptions<V extends FieldValues> extends Pick<StepProps, 'problem' | 'onTyped'> {
  /** The field that shows a problem of another one. */
  shownAs?: Partial<Record<FormField, Path<V>>>;
}

/**
 * The form of one step: a field is validated when it is left, then on each change. The server's error stays under its
 * field until the field changes.
 */
export const useStepForm = <V extends FieldValues>(
  schema: GenericSchema<V, V>,
  values: V,
  { problem, onTyped, shownAs }: StepFormOptions<V>,
): UseFormReturn<V, unknown, V> & { isComplete: boolean } => {
  'use no memo'; // The form is one mutable object: memoized reads of it would keep old errors.

  const form = useForm<V, unknown, V>({
    resolver: valibotResolver(schema),
    mode: 'onTouched',
    defaultValues: values as DefaultValues<V>,
  });
  const { setError, subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: typed }) => onTyped(typed) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it sends to the wizard, which stays the same
    [subscribe],
  );
  useEffect(() => {
    if (!problem) return;
    const name = shownAs?.[problem.field] ?? (problem.field in values ? (problem.field as Path<V>) : undefined);
    if (name) setError(name, { type: 'server', message: problem.message }, { shouldFocus: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a problem is set once, when it arrives
  }, [problem, setError]);
  return { ...form, isComplete: useIsValid(schema, form.control) };
};

export interface StepPageProps extends Pick<StepProps, 'busy' | 'onClose'> {
  step: Step;
  heading: string;
  lead?: ReactNode;
  isComplete: boolean;
  /** What is missing while the step is incomplete. */
  help: string;
  onNext: () => void;
  onBack?: (() => void) | undefined;
  children: ReactNode;
}

/** A page of the wizard: "Join Sideline", step n of 6. Source: ACC-006, ACC-026, D-22. */
export function StepPage({
  step,
  heading,
  lead,
  isComplete,
  help,
  busy,
  onNext,
  onBack,
  onClose,
  children,
}: StepPageProps) {
  const current = STEPS.indexOf(step) + 1;
  return (
    <WizardPage
      header={joinText.header}
      title={joinText.title(current)}
      heading={heading}
      lead={lead}
      step={{ current, total: STEPS.length }}
      close={{ label: joinText.cancelLabel, onClose }}
      onBack={onBack}
      onNext={onNext}
      next={{ label: joinText.next, busy, disabled: !isComplete, help, offlineHelp: joinText.offline }}
    >
      {children}
    </WizardPage>
  );
}
