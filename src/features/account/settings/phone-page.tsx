import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { changePhone } from '#contract/account.ts';
import type { Call } from '#contract/call.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { accountText as text } from '#contract/text/account.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { PhoneField } from '#ui/forms/phone-field.tsx';
import { phoneEntries, useCountryCodes } from '#app/credentials/phone.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import type { Answered } from '#app/data/use-answer.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { ConfirmContact, useConfirming } from './confirm-contact.tsx';
import { ContactCode, useSendCode, type SentCode } from './contact-code.tsx';
import { SettingPage } from './setting-page.tsx';
import { useSettings } from './use-settings.tsx';

const Schema = v.object({ ...phoneEntries, smsConsent: v.boolean() });
type Typed = v.InferInput<typeof Schema>;
const NOTHING: Typed = { countryCode: '+', countryId: null, phoneNumber: '', smsConsent: false };

/** A new phone number, which a code that is sent to it confirms. Source: D-88. */
export function PhonePage() {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const [typed, setTyped] = useState(NOTHING);
  const [sent, setSent] = useState<SentCode>();
  const { settings, answered, coming } = useSettings();
  const confirming = useConfirming('text', settings);
  if (!sent && confirming.contact !== undefined)
    return <ConfirmContact method="text" contact={confirming.contact} onSent={setSent} onBack={confirming.stop} />;
  if (!sent)
    return (
      <PhoneForm
        current={settings.phoneNumber}
        coming={coming}
        answered={answered}
        note={confirming.note}
        typed={typed}
        onSent={(next, entries) => {
          setTyped(entries);
          setSent(next);
        }}
      />
    );
  return (
    <ContactCode
      method="text"
      sent={sent}
      onSent={setSent}
      onBack={() => setSent(undefined)}
      change={(code) => call(changePhone, { phoneNumber: sent.destination, ...code }, { scope: `user:${userId}` })}
      saved={sent.destination === settings.phoneNumber ? text.saved.phoneConfirmed : text.saved.phone}
    />
  );
}

interface PhoneFormProps {
  current: string | undefined;
  /** Shown while `current` is loading. */
  coming: ReactNode;
  answered: Answered<Call>;
  note: ReactNode;
  typed: Typed;
  onSent: (sent: SentCode, typed: Typed) => void;
}

function PhoneForm({ current, coming, answered, note, typed, onSent }: PhoneFormProps) {
  const sendCode = useSendCode('text');
  const { register, control, change, trigger, getValues, errors, problem, isSending, submit } = useContractForm({
    schema: Schema,
    values: typed,
    failure: text.failed,
    failureField: 'phoneNumber',
    send: async (entries) => {
      const { countryCode, phoneNumber } = entries;
      const destination = `${countryCode}${phoneNumber}`;
      onSent({ codeId: await sendCode(destination), destination, shown: `${countryCode} ${phoneNumber}` }, entries);
    },
  });
  const countries = useCountryCodes();
  const [country, hasConsent] = useWatch({ control, name: ['countryId', 'smsConsent'] });
  const isNumber = useIsValid(Schema, control);
  return (
    <SettingPage
      heading={text.phone}
      lead={
        <>
          {current ? <p>{text.now(current)}</p> : coming}
          <p>{text.codeLead}</p>
        </>
      }
      label={text.sendCode}
      busy={text.sending}
      isSending={isSending}
      isComplete={isNumber && hasConsent}
      help={isNumber ? text.consentHelp : text.phoneHelp}
      answered={answered}
      problem={problem}
      onSubmit={submit}
    >
      {note}
      <PhoneField
        label={text.phoneLabel}
        countries={countries}
        country={country}
        onCountryChange={({ id, code }) => {
          change('countryId', id);
          change('countryCode', code);
          void trigger('countryCode');
        }}
        error={errors.countryCode?.message ?? errors.phoneNumber?.message}
        {...register('phoneNumber', { onBlur: () => void (getValues('phoneNumber') !== '' && trigger('countryCode')) })}
      />
      <Checkbox label={joinText.phone.consent} {...register('smsConsent')} />
    </SettingPage>
  );
}
