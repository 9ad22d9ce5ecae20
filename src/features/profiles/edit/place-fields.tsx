import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import type { EditForm } from './edit-page.tsx';
import { COUNTRIES } from './fields.ts';

const PARTS = [
  ['city', 'address-level2'],
  ['state', 'address-level1'],
] as const;

/** City, state and country; `names` are the fields of the form. Source: D-78. */
export function PlaceFields<D extends object>({
  form,
  names,
  isAddress = false,
}: {
  form: EditForm<D>;
  /** True if it is where the person or organization is now, which browsers can fill in. */
  isAddress?: boolean;
  names: Record<'city' | 'state' | 'country', keyof D>;
}) {
  const country = form.draft[names.country] as string;
  return (
    <>
      {PARTS.map(([part, level]) => (
        <Field
          key={part}
          label={text[part]}
          optional
          maxLength={50}
          autoComplete={isAddress ? level : 'off'}
          {...form.text(names[part])}
        />
      ))}
      <Select
        label={text.country}
        optional
        searchable
        options={COUNTRIES}
        value={country || null}
        placeholder={text.notChosen}
        onChange={(chosen) => form.change({ [names.country]: chosen } as Partial<D>)}
      />
    </>
  );
}
