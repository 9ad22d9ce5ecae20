import { useEffect, type ReactNode } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { GenericSchema } from 'valibot';
import { organizationsText as text } from '#contract/text/organizations.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import type { OrganizationForm, Step } from './organization-form.ts';

type Values = Partial<OrganizationForm>;

/** Props of every step. */
export interface StepProps {
  form: OrganizationForm;
  position: { current: number; total: number };
  /** What went wrong when the application was sent. */
  problem: string | null;
  /** Above the fields: a change in another tab. */
  notice: ReactNode;
  busy: string | false;
  /** Called with the fields of the step whenever one changes. */
  onTyped: (values: Values) => void;
  onNext: (values: Values) => void;
  onBack: (values: Values) => void;
  onClose: () => void;
}

/** The form of one step: a field is validated when it is left, then on each change. */
export const useStepForm = <V extends FieldValues>(
  schema: GenericSchema<V, V>,
  values: V,
  onTyped: (values: V) => void,
): UseFormReturn<V, unknown, V> & { isComplete: boolean } => {
  'use no memo'; // The form is one mutable object: memoized reads of it would keep old errors.

  const form = useForm<V, unknown, V>({
    resolver: valibotResolver(schema),
    mode: 'onTouched',
    defaultValues: values as DefaultValues<V>,
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: typed }) => onTyped(typed) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it sends to the wizard, which stays the same
    [subscribe],
  );
  return { ...form, isComplete: useIsValid(schema, form.control) };
};

interface StepPageProps extends Pick<StepProps, 'position' | 'notice' | 'busy' | 'onClose'> {
  step: Step;
  lead?: ReactNode;
  isComplete: boolean;
  /** What is missing while the step is incomplete. */
  help: string;
  /** The last step sends, which needs the network. */
  sends?: boolean;
  onNext: () => void;
  onBack: () => void;
  children: ReactNode;
}

/** A page of the wizard. Each step can be left offline, because the answers are kept on the device. */
export function StepPage({ step, position, lead, isComplete, help, notice, busy, sends, ...rest }: StepPageProps) {
  const { onNext, onBack, onClose, children } = rest;
  return (
    <WizardPage
      header={text.header}
      title={text.title(position.current, position.total)}
      heading={text.steps[step]}
      lead={lead}
      step={position}
      close={{ label: text.closeLabel, onClose }}
      onBack={onBack}
      onNext={onNext}
      next={{
        label: sends ? text.about.send : text.next,
        busy,
        disabled: !isComplete,
        help,
        offline: !sends,
        offlineHelp: text.offline,
      }}
    >
      {notice}
      {children}
    </WizardPage>
  );
}
