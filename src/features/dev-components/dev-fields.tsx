import { useState } from 'react';
import { useForm, useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import { TAG } from '#contract/patterns.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Checklist } from '#ui/forms/checklist.tsx';
import { CodeInput } from '#ui/forms/code-input.tsx';
import { Field } from '#ui/forms/field.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { PhoneField } from '#ui/forms/phone-field.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { TagInput } from '#ui/forms/tag-input.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';

const COUNTRIES = [
  { id: 'CI', name: 'Côte d’Ivoire', code: '+225' },
  { id: 'FR', name: 'France', code: '+33' },
  { id: 'DE', name: 'Germany', code: '+49' },
  { id: 'RS', name: 'Serbia', code: '+381' },
  { id: 'GB', name: 'United Kingdom', code: '+44' },
  { id: 'US', name: 'United States', code: '+1' },
];

const SPORTS = ['Athletics', 'Basketball', 'Cricket', 'Football', 'Golf', 'Tennis', 'Volleyball'].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

interface Values {
  username: string;
  password: string;
  code: string;
  phone: string;
  terms: boolean;
}

interface PartProps {
  form: UseFormReturn<Values>;
}

export function DevFields() {
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { username: '', password: 'Corner-flag7', code: '4197', phone: '', terms: false },
  });
  const [sent, setSent] = useState('');
  return (
    <form className="dev-form" noValidate onSubmit={form.handleSubmit((values) => setSent(JSON.stringify(values)))}>
      <DevTexts form={form} />
      <DevPasswords form={form} />
      <DevCodes form={form} />
      <DevChoices form={form} />
      <DevToggles form={form} />
      <DevFiles />
      <Button type="submit" variant="primary">
        Send
      </Button>
      <output>{sent}</output>
    </form>
  );
}

function DevTexts({ form: { register, control } }: PartProps) {
  const { errors } = useFormState({ control });
  return (
    <>
      <Field
        label="Username"
        placeholder="No spaces or special characters"
        help="2 to 25 characters."
        maxLength={25}
        error={errors.username?.message}
        {...register('username', { minLength: { value: 2, message: 'must be more than 2' } })}
      />
      <Field label="Email address" defaultValue="maya@mail.example" error="This email has already been used." />
      <Field label="Amount" prefix="$" inputMode="decimal" defaultValue="60.00" help="You have $128.40." />
      <Field label="Name" disabled defaultValue="Maya Okafor" help="Names are changed by Support." />
      <Field label="Title" optional maxLength={20} defaultValue="Throw-in patterns" />
      <TextArea
        label="Description"
        maxLength={1000}
        defaultValue="Three throw-ins you can run with ten-year-olds, filmed from the touchline."
      />
    </>
  );
}

function DevPasswords({ form: { register, control } }: PartProps) {
  const password = useWatch({ control, name: 'password' });
  const rules = [
    { label: '8 to 32 characters', done: password.length >= 8 && password.length <= 32 },
    { label: 'One number', done: /\d/.test(password) },
    { label: 'One lowercase letter', done: /[a-z]/.test(password) },
    { label: 'One uppercase letter', done: /[A-Z]/.test(password) },
    { label: 'One special character', done: /[^\w\s]/.test(password) },
    { label: 'Both passwords match', done: false },
  ];
  return (
    <>
      <PasswordField label="Password" autoComplete="new-password" {...register('password')} />
      <Checklist rules={rules} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        noPaste
        error="Passwords do not match"
        help="Type it again. Pasting is turned off here."
        defaultValue="Corner-fla"
      />
    </>
  );
}

function DevCodes({ form: { register } }: PartProps) {
  const [wrongCode, setWrongCode] = useState<string>();
  const [code, setCode] = useState('');
  return (
    <>
      <CodeInput label="Confirmation code" {...register('code')} />
      <CodeInput
        label="Wrong code"
        value={code}
        error={wrongCode}
        help="Type six digits to see the error."
        onChange={(event) => {
          setCode(event.target.value);
          setWrongCode(undefined);
        }}
        onComplete={() => setWrongCode('Incorrect confirmation code.')}
      />
      <CodeInput label="Checking" checking defaultValue="419782" />
    </>
  );
}

function DevChoices({ form: { register, control } }: PartProps) {
  const { errors } = useFormState({ control });
  const [country, setCountry] = useState<string | null>('GB');
  const [sport, setSport] = useState<string | null>('football');
  const [tags, setTags] = useState(['throw-in', 'under-10']);
  return (
    <>
      <PhoneField
        label="Phone number"
        countries={COUNTRIES}
        country={country}
        onCountryChange={({ id }) => setCountry(id)}
        error={errors.phone?.message}
        {...register('phone', { required: 'Required' })}
      />
      <Select label="Sport" options={SPORTS} value={sport} onChange={setSport} />
      <Select
        label="Second sport"
        options={SPORTS}
        value={null}
        onChange={() => {}}
        searchable
        error="Choose a sport."
      />
      <Select label="Disabled" options={SPORTS} value={null} onChange={() => {}} disabled />
      <SearchField label="Search your library" />
      <SearchField label="Search, with words" defaultValue="throw-in" />
      <TagInput label="Custom tags" value={tags} onChange={setTags} most={4} isValid={(tag) => TAG.test(tag)} />
    </>
  );
}

function DevToggles({ form: { register, control } }: PartProps) {
  const { errors } = useFormState({ control });
  return (
    <>
      <div>
        <Checkbox
          label="I agree to get my code by text message"
          {...register('terms', { required: 'Required' })}
          error={errors.terms?.message}
        />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Some of them" mixed />
        <Checkbox label="Not now" disabled />
        <Checkbox label="Chosen before" disabled defaultChecked />
        <Checkbox label="Terms of Use" error="You must accept the Terms of Use." />
      </div>
      <div>
        <Switch label="New content" detail="In channels you follow" defaultChecked />
        <Switch label="Comments" />
        <Switch label="Announcements" disabled />
        <Switch label="Security" disabled defaultChecked />
      </div>
    </>
  );
}

function DevFiles() {
  const [picked, setPicked] = useState('');
  return (
    <>
      <div className="dev-buttons">
        <FilePicker
          multiple
          accept="video/*,audio/*,application/pdf"
          onPick={(files) => setPicked(files.map(({ name }) => name).join(', '))}
        >
          Upload
        </FilePicker>
        <FilePicker variant="outline" size="m" disabled onPick={() => {}}>
          No room left
        </FilePicker>
      </div>
      {picked && <p>{picked}</p>}
    </>
  );
}
