import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { CountryCode } from '#contract/country-codes.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { PhoneIcon } from '#ui/icons.ts';
import { PhoneField } from '#ui/phone-field.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { phoneEntries, useCountryCodes } from '../credentials/phone.ts';
import { canPickContact, pickContact, type PickedNumber } from './contact-picker.ts';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';

const { phone: text } = joinText;
const Schema = v.object({
  ...phoneEntries,
  communicationMethod: v.picklist(['text', 'email']),
  smsConsent: v.boolean(),
});

/** Step 5. The number is required for both methods; Text needs consent. Source: ACC-113, D-255. */
export function PhoneStep({ form, problem, busy, onNext, onBack, onClose }: StepProps) {
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
  } = useStepForm(Schema, { countryCode, countryId, phoneNumber, communicationMethod, smsConsent }, problem, {
    code: 'phoneNumber',
  });
  const countries = useCountryCodes();
  const [method, country, hasConsent] = useWatch({ control, name: ['communicationMethod', 'countryId', 'smsConsent'] });
  const needsConsent = method === 'text' && !hasConsent;
  const choose = ({ id, code }: { id: string; code: string }) => {
    setValue('countryId', id);
    setValue('countryCode', code, { shouldValidate: true, shouldTouch: true });
  };
  const { importFailed, importContact } = useContactImport(countries, ({ country: pickedCountry, digits }) => {
    if (pickedCountry) choose(pickedCountry);
    setValue('phoneNumber', digits, { shouldValidate: true, shouldTouch: true });
  });
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
        error={
          errors.countryCode?.message ?? errors.phoneNumber?.message ?? (importFailed ? text.importFailed : undefined)
        }
        {...register('phoneNumber', { onBlur: () => void (getValues('phoneNumber') !== '' && trigger('countryCode')) })}
      />
      {canPickContact() && (
        <Button variant="tonal" size="m" icon={<PhoneIcon />} onClick={() => void importContact()}>
          {text.importContact}
        </Button>
      )}
      <div className="stack-s">
        <p className="t-label" aria-hidden="true">
          {text.method}
        </p>
        <Segmented
          label={text.method}
          value={method}
          onChange={(value) => setValue('communicationMethod', value, { shouldValidate: true })}
          options={[
            { value: 'text', label: text.text },
            { value: 'email', label: text.email },
          ]}
        />
      </div>
      {method === 'text' && <Checkbox label={text.consent} {...register('smsConsent')} />}
    </StepPage>
  );
}

/** Imports a number from the device's contacts. @param onPicked Called unless the person picked no contact. */
const useContactImport = (countries: readonly CountryCode[], onPicked: (picked: PickedNumber) => void) => {
  const [importFailed, setImportFailed] = useState(false);
  const importContact = async () => {
    setImportFailed(false);
    try {
      const picked = await pickContact(countries);
      if (picked) onPicked(picked);
    } catch {
      setImportFailed(true);
    }
  };
  return { importFailed, importContact };
};
