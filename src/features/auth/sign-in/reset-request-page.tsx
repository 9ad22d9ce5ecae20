import { useWatch } from 'react-hook-form';
import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { requestReset } from '#contract/auth.ts';
import { Email } from '#contract/forms.ts';
import { resetText } from '#contract/text/auth-sign-in.ts';
import { sendCall } from '#store/api.ts';
import { PhoneField } from '#ui/forms/phone-field.tsx';
import { EmailField } from '#app/credentials/email-field.tsx';
import { phoneEntries, phoneError, useCountryCodes } from '#app/credentials/phone.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage, type WizardPageProps } from '#app/frame/wizard-page.tsx';

type Via = 'email' | 'text';

/** Requests a code; the answer does not reveal whether the account exists. Source: D-64, D-65. */
const useRequest = (via: Via) => {
  const navigate = useNavigate();
  return async (destination: string) => {
    const { output } = await sendCall(requestReset, { communicationMethod: via, destinationValue: destination });
    await navigate({
      to: '/reset-password-confirm',
      search: { via, codeId: output.codeId },
      state: { resetDestination: destination },
    });
  };
};

const EmailSchema = v.object({ email: Email });
const PhoneSchema = v.object(phoneEntries);

const page = (
  heading: string,
  isComplete: boolean,
  isSending: boolean,
): Pick<WizardPageProps, 'header' | 'heading' | 'lead' | 'next'> => ({
  header: resetText.header,
  heading,
  lead: <p>{resetText.lead}</p>,
  next: {
    label: resetText.send,
    busy: isSending && resetText.sending,
    disabled: !isComplete,
    offlineHelp: resetText.offline,
  },
});

const useToSignIn = () => {
  const navigate = useNavigate();
  return () => void navigate({ to: '/sign-in' });
};

export function ResetByEmailPage() {
  const request = useRequest('email');
  const toSignIn = useToSignIn();
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: EmailSchema,
    values: { email: '' },
    failure: resetText.failed,
    send: ({ email }) => request(email),
  });
  return (
    <WizardPage
      {...page(resetText.emailHeading, useIsValid(EmailSchema, control), isSending)}
      onBack={toSignIn}
      onNext={() => void submit()}
    >
      <EmailField label={resetText.emailLabel} error={errors.email?.message ?? problem} {...register('email')} />
    </WizardPage>
  );
}

export function ResetBySmsPage() {
  const request = useRequest('text');
  const toSignIn = useToSignIn();
  const countries = useCountryCodes();
  const { register, control, setValue, getValues, trigger, errors, problem, isSending, submit } = useContractForm({
    schema: PhoneSchema,
    values: { countryCode: '+', countryId: null, phoneNumber: '' },
    failure: resetText.failed,
    send: ({ countryCode, phoneNumber }) => request(countryCode + phoneNumber),
  });
  const country = useWatch({ control, name: 'countryId' });
  return (
    <WizardPage
      {...page(resetText.smsHeading, useIsValid(PhoneSchema, control), isSending)}
      onBack={toSignIn}
      onNext={() => void submit()}
    >
      <PhoneField
        label={resetText.smsLabel}
        countries={countries}
        country={country}
        onCountryChange={({ id, code }) => {
          setValue('countryId', id);
          setValue('countryCode', code, { shouldValidate: true, shouldTouch: true });
        }}
        error={phoneError(errors) ?? problem}
        {...register('phoneNumber', { onBlur: () => void (getValues('phoneNumber') !== '' && trigger('countryCode')) })}
      />
    </WizardPage>
  );
}
