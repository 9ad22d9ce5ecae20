import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { CountryCode } from '#contract/country-codes.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { PhoneIcon } from '#ui/icons.ts';
import { PhoneField } from '#ui/forms/phone-field.tsx';
import { Note } from '#ui/states/note.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { phoneEntries, phoneError, useCountryCodes } from '#app/credentials/phone.ts';
import { canPickContact, pickContact, type PickedNumber } from '#app/credentials/contact-picker.ts';
import type { SignUpForm } from './sign-up-form.ts';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { phone: text } = joinText;
const Schema = v.object({
  ...phoneEntries,
  communicationMethod: v.picklist(['text', 'email']),
  smsConsent: v.boolean(),
});

/** A limit on codes is shown under the number. */
const SHOWN_AS = { code: 'phoneNumber' } as const;

/** Step 5. The number is required for both methods; Text needs consent. Source: ACC-113, D-255. */
export function PhoneStep({ form, problem, onTyped, busy, onNext, onBack, onClose }: StepProps) {
  const { countryCode, countryId, phoneNumber, communicationMethod, smsConsent } = form;
  const {
    register,
    control,
    setValue,
    trigger,
    handleSubmit,
    getValues,
    isComplete,
    formState: { errors },
  } = useStepForm(
    Schema,
    { countryCode, countryId, phoneNumber, communicationMethod, smsConsent },
    { problem, onTyped, shownAs: SHOWN_AS },
  );
  const countries = useCountryCodes();
  const [method, country, hasConsent] = useWatch({ control, name: ['communicationMethod', 'countryId', 'smsConsent'] });
  const needsConsent = method === 'text' && !hasConsent;
  const contact = useContactImport(countries);
  const choose = ({ id, code }: { id: string; code: string }) => {
    contact.clearFailure();
    setValue('countryId', id);
    setValue('countryCode', code, { shouldValidate: true, shouldTouch: true });
  };
  const take = ({ country: pickedCountry, digits }: PickedNumber) => {
    if (pickedCountry) choose(pickedCountry);
    setValue('phoneNumber', digits, { shouldValidate: true, shouldTouch: true });
  };
  return (
    <StepPage
      step="phone"
      heading={text.heading}
      isComplete={isComplete && !needsConsent}
      help={isComplete ? text.consentHelp : text.help}
      busy={busy}
      onClose={onClose}
      onNext={() => void handleSubmit(onNext)()}
      onBack={() => onBack(getValues())}
    >
      <PhoneField
        label={text.label}
        countries={countries}
        country={country}
        onCountryChange={choose}
        error={phoneError(errors)}
        {...register('phoneNumber', {
          onBlur: () => void (getValues('phoneNumber') !== '' && trigger('countryCode')),
          onChange: contact.clearFailure,
        })}
      />
      <ContactImport failed={contact.failed} onImport={() => void contact.pick(take)} />
      <MethodChoice
        value={method}
        onChange={(value) => setValue('communicationMethod', value, { shouldValidate: true })}
      />
      {method === 'text' && <Checkbox label={text.consent} {...register('smsConsent')} />}
    </StepPage>
  );
}

interface MethodChoiceProps {
  value: SignUpForm['communicationMethod'];
  onChange: (method: SignUpForm['communicationMethod']) => void;
}

function MethodChoice({ value, onChange }: MethodChoiceProps) {
  return (
    <div className="stack-s">
      <p className="t-label" aria-hidden="true">
        {text.method}
      </p>
      <Segmented
        label={text.method}
        value={value}
        onChange={onChange}
        options={[
          { value: 'text', label: text.text },
          { value: 'email', label: text.email },
        ]}
      />
    </div>
  );
}

function ContactImport({ failed, onImport }: { failed: boolean; onImport: () => void }) {
  if (!canPickContact()) return null;
  return (
    <>
      <Button variant="tonal" size="m" icon={<PhoneIcon />} onClick={onImport}>
        {text.importContact}
      </Button>
      {failed && (
        <Note tone="danger" role="alert">
          {text.importFailed}
        </Note>
      )}
    </>
  );
}

/**
 * Imports a number from the device's contacts. A failure concerns the import, not the number, which may be good: it is
 * shown beside the button, until the person changes the number or the country.
 */
const useContactImport = (countries: readonly CountryCode[]) => {
  const [failed, setFailed] = useState(false);
  /** @param onPicked Called unless the person picked no contact. */
  const pick = async (onPicked: (picked: PickedNumber) => void) => {
    setFailed(false);
    try {
      const picked = await pickContact(countries);
      if (picked) onPicked(picked);
    } catch {
      setFailed(true);
    }
  };
  return { failed, clearFailure: () => setFailed(false), pick };
};
