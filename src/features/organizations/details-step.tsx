import { Controller, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { CountryCode } from '#contract/country-codes.ts';
import { OrganizationAddress, OrganizationName, OrganizationWebSite } from '#contract/organizations-forms.ts';
import { organizationsText } from '#contract/text/organizations.ts';
import { Field } from '#ui/forms/field.tsx';
import { PhoneField } from '#ui/forms/phone-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { phoneEntries, phoneError, useCountryCodes } from '#app/credentials/phone.ts';
import type { OrganizationForm } from './organization-form.ts';
import { StepPage, useStepForm, type StepProps } from './wizard-step.tsx';

const { details: text } = organizationsText;
const { country, city } = OrganizationAddress.entries;
const { street, building, apartment_number, state, postal_code } = OrganizationAddress.entries;
const Schema = v.object({
  organizationName: OrganizationName,
  organizationWebSite: OrganizationWebSite,
  ...phoneEntries,
  country,
  city,
  street: street.wrapped,
  building: building.wrapped,
  apartmentNo: apartment_number.wrapped,
  state: state.wrapped,
  postalCode: postal_code.wrapped,
});

/** Optional parts of the address: name, label, longest, autofill. Source: D-229. */
const OPTIONAL = [
  ['street', text.street, 70, 'address-line1'],
  ['building', text.building, 50, 'address-line2'],
  ['apartmentNo', text.apartment, 50, 'off'],
  ['state', text.state, 30, 'address-level1'],
  ['postalCode', text.postalCode, 20, 'postal-code'],
] as const;

type Values = v.InferOutput<typeof Schema>;
const NAMES = Object.keys(Schema.entries) as (keyof Values)[];
const valuesOf = (form: OrganizationForm): Values =>
  Object.fromEntries(NAMES.map((name) => [name, form[name]])) as unknown as Values;
type DetailsForm = ReturnType<typeof useStepForm<Values>>;

/** Source: APP-051, APP-052, D-229. */
export function DetailsStep({ form, onTyped, onNext, onBack, ...page }: StepProps) {
  const stepForm = useStepForm<Values>(Schema, valuesOf(form), onTyped);
  const { register, control, setValue, handleSubmit, getValues, isComplete, formState } = stepForm;
  const { errors } = formState;
  const countries = useCountryCodes();
  const phoneCountry = useWatch({ control, name: 'countryId' });
  return (
    <StepPage
      {...page}
      step="details"
      isComplete={isComplete}
      help={text.help}
      onNext={() => void handleSubmit(onNext)()}
      onBack={() => onBack(getValues())}
    >
      <Field
        label={text.name}
        autoComplete="organization"
        maxLength={100}
        error={errors.organizationName?.message}
        {...register('organizationName')}
      />
      <Field
        label={text.website}
        help={text.websiteHelp}
        inputMode="url"
        autoComplete="url"
        maxLength={300}
        error={errors.organizationWebSite?.message}
        {...register('organizationWebSite')}
      />
      <PhoneField
        label={text.phone}
        countries={countries}
        country={phoneCountry}
        onCountryChange={({ id, code }) => {
          setValue('countryId', id);
          setValue('countryCode', code, { shouldValidate: true, shouldTouch: true });
        }}
        error={phoneError(errors)}
        {...register('phoneNumber')}
      />
      <AddressFields form={stepForm} countries={countries} />
    </StepPage>
  );
}

function AddressFields({
  form: { register, control, formState },
  countries,
}: {
  form: DetailsForm;
  countries: readonly CountryCode[];
}) {
  'use no memo'; // As in useStepForm.

  const { errors } = formState;
  return (
    <>
      <Controller
        control={control}
        name="country"
        render={({ field }) => (
          <Select
            label={text.country}
            searchable
            options={countries.map(({ id, name }) => ({ value: id, label: name }))}
            value={field.value || null}
            placeholder={text.notChosen}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.country?.message}
          />
        )}
      />
      <Field
        label={text.city}
        autoComplete="address-level2"
        maxLength={50}
        error={errors.city?.message}
        {...register('city')}
      />
      {OPTIONAL.map(([name, label, most, fill]) => (
        <Field
          key={name}
          label={label}
          optional
          maxLength={most}
          autoComplete={fill}
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </>
  );
}
