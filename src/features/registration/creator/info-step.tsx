import { useState } from 'react';
import type * as v from 'valibot';
import { GRADUATION_FROM, LICENSE_NUMBER_MAX, TITLE_MAX, WEBSITE_MAX } from '#contract/applications-limits.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { DegreeFields, LicenseFields, OTHER, problemsOf, type CreatorForm } from './creator-form.ts';
import { DocumentsField } from './documents-field.tsx';

export interface InfoStepProps {
  form: CreatorForm;
  onChange: (form: Partial<CreatorForm>) => void;
}

/** The license or the degrees in detail, with their documents. Source: APP-004, APP-025, APP-026. */
export function InfoStep({ form, onChange }: InfoStepProps) {
  return (
    <>
      {form.basedOn === 'license' ? (
        <LicenseInfo form={form} onChange={onChange} />
      ) : (
        <DegreeInfo form={form} onChange={onChange} />
      )}
      <DocumentsField documents={form.documents} onChange={(documents) => onChange({ documents })} />
    </>
  );
}

/** Messages of the fields that were left, from the contract's schema. */
const useShownProblems = (schema: v.GenericSchema<unknown, unknown>, values: object) => {
  const [left, setLeft] = useState<readonly string[]>([]);
  const problems = problemsOf(schema, values);
  return (name: string) => ({
    name,
    error: left.includes(name) ? problems[name] : undefined,
    onBlur: () => setLeft((before) => [...before, name]),
  });
};

/** Source: APP-037, APP-038, APP-039, APP-040. */
function LicenseInfo({ form, onChange }: InfoStepProps) {
  const { license: text } = creatorText;
  const { license } = form;
  const of = useShownProblems(LicenseFields, license);
  const field = (name: keyof CreatorForm['license']) => ({
    ...of(name),
    value: license[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ license: { ...license, [name]: event.target.value } }),
  });
  return (
    <>
      <Field label={text.title} maxLength={TITLE_MAX} readOnly={form.licenseId !== OTHER} {...field('license')} />
      <Field
        label={text.number}
        maxLength={LICENSE_NUMBER_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        {...field('number')}
      />
      <Field label={text.organization} maxLength={TITLE_MAX} {...field('organization')} />
      <Field
        label={text.website}
        optional
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        maxLength={WEBSITE_MAX}
        {...field('website')}
      />
    </>
  );
}

const years = (): { value: string; label: string }[] => {
  const newest = new Date().getFullYear();
  return Array.from({ length: newest - GRADUATION_FROM + 1 }, (_unused, index) => {
    const year = String(newest - index);
    return { value: year, label: year };
  });
};

/** Source: APP-041, APP-042, APP-043. */
function DegreeInfo({ form: { degree }, onChange }: InfoStepProps) {
  const { degree: text } = creatorText;
  const of = useShownProblems(DegreeFields, degree);
  const field = (name: 'educationInstitutionName' | 'educationInstitutionWebsite') => ({
    ...of(name),
    value: degree[name],
    onChange: (event: { target: { value: string } }) => onChange({ degree: { ...degree, [name]: event.target.value } }),
  });
  const { graduationYear } = degree;
  const { error, onBlur } = of('graduationYear');
  return (
    <>
      <Field label={text.institution} maxLength={TITLE_MAX} {...field('educationInstitutionName')} />
      <Field
        label={text.website}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        maxLength={WEBSITE_MAX}
        {...field('educationInstitutionWebsite')}
      />
      <Select
        label={text.year}
        help={text.yearHelp}
        error={error}
        options={years()}
        searchable
        value={graduationYear === null ? null : String(graduationYear)}
        onChange={(year) => onChange({ degree: { ...degree, graduationYear: Number(year) } })}
        onBlur={onBlur}
      />
    </>
  );
}
