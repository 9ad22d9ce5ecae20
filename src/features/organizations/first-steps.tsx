import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { ContactPerson, SelectedSports } from '#contract/organizations-forms.ts';
import { listSports } from '#contract/sports.ts';
import { organizationsText } from '#contract/text/organizations.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { ChipRow } from '#ui/buttons/chip-row.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Note } from '#ui/states/note.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { StepPage, useStepForm, type StepProps } from './wizard-step.tsx';

const { migration, role: roleText, sport: sportText } = organizationsText;
/** How long cached sports are not fetched again. Source: D-326. */
const SPORTS_FRESH_MS = 24 * 3_600_000;

/** What a Creator reads first. Source: APP-016, T-51. */
export function MigrationStep({ form, onTyped, onNext, onBack, ...page }: StepProps) {
  const { needCopyLibrary } = form;
  return (
    <StepPage
      {...page}
      step="migration"
      isComplete
      help=""
      lead={<p>{migration.text}</p>}
      onNext={() => onNext({})}
      onBack={() => onBack({})}
    >
      <Checkbox
        label={migration.copy}
        checked={needCopyLibrary}
        onChange={({ target }) => onTyped({ needCopyLibrary: target.checked })}
      />
    </StepPage>
  );
}

const RoleSchema = v.object({
  contactPersonName: ContactPerson.contact_person_name,
  contactPersonEmail: ContactPerson.contact_person_email,
  contactPersonTitle: ContactPerson.contact_person_title,
  contactPersonRole: ContactPerson.contact_person_role,
  isContactPersonAdmin: v.nullable(v.picklist(['yes', 'no'])),
  isContactPersonAuthorized: v.nullable(v.picklist(['yes', 'no'])),
});
const CONTACT_FIELDS = [
  { name: 'contactPersonName', label: roleText.name, autoComplete: 'name', maxLength: 50 },
  { name: 'contactPersonEmail', label: roleText.email, type: 'email', autoComplete: 'email', maxLength: 255 },
  {
    name: 'contactPersonTitle',
    label: roleText.title,
    help: roleText.titleHelp,
    autoComplete: 'organization-title',
    maxLength: 100,
  },
  { name: 'contactPersonRole', label: roleText.role, help: roleText.roleHelp, maxLength: 100 },
] as const;
const QUESTIONS = [
  ['isContactPersonAdmin', roleText.admin, roleText.notAdmin],
  ['isContactPersonAuthorized', roleText.authorized, roleText.notAuthorized],
] as const;

/** Source: APP-048, APP-049, APP-050. */
export function RoleStep({ form, onTyped, onNext, onBack, ...page }: StepProps) {
  const {
    register,
    control,
    handleSubmit,
    getValues,
    isComplete,
    formState: { errors },
  } = useStepForm(
    RoleSchema,
    {
      contactPersonName: form.contactPersonName,
      contactPersonEmail: form.contactPersonEmail,
      contactPersonTitle: form.contactPersonTitle,
      contactPersonRole: form.contactPersonRole,
      isContactPersonAdmin: form.isContactPersonAdmin,
      isContactPersonAuthorized: form.isContactPersonAuthorized,
    },
    onTyped,
  );
  const answers = useWatch({ control, name: ['isContactPersonAdmin', 'isContactPersonAuthorized'] });
  const refusals = QUESTIONS.flatMap(([name, , refusal], at) =>
    answers[at] === 'no' ? [[name, refusal] as const] : [],
  );
  const isAllowed = answers.every((answer) => answer === 'yes');
  return (
    <StepPage
      {...page}
      step="role"
      isComplete={isComplete && isAllowed}
      help={refusals[0]?.[1] ?? roleText.help}
      onNext={() => void handleSubmit(onNext)()}
      onBack={() => onBack(getValues())}
    >
      {CONTACT_FIELDS.map(({ name, ...field }) => (
        <Field key={name} {...field} error={errors[name]?.message} {...register(name)} />
      ))}
      {QUESTIONS.map(([name, label, refusal], at) => (
        <RadioGroup key={name} label={label} error={answers[at] === 'no' ? refusal : undefined}>
          <RadioRow label={roleText.yes} value="yes" {...register(name)} />
          <RadioRow label={roleText.no} value="no" {...register(name)} />
        </RadioGroup>
      ))}
    </StepPage>
  );
}

/** Source: APP-053. */
export function SportStep({ form, onTyped, onNext, onBack, ...page }: StepProps) {
  const { answer, error, reload } = useAnswer(listSports, {}, { freshMs: SPORTS_FRESH_MS });
  const { selectedSports: chosen } = form;
  const toggle = (id: string) =>
    onTyped({ selectedSports: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] });
  return (
    <StepPage
      {...page}
      step="sport"
      lead={<p>{sportText.lead}</p>}
      isComplete={v.is(SelectedSports, chosen)}
      help={sportText.help}
      onNext={() => onNext({})}
      onBack={() => onBack({})}
    >
      <AfterSkeleton read={answer ?? error} shape="row">
        {() =>
          answer ? (
            <ChipRow label={sportText.group} wrap>
              {answer.results.map(({ id, name }) => (
                <Chip key={id} pressed={chosen.includes(id)} onClick={() => toggle(id)}>
                  {name}
                </Chip>
              ))}
            </ChipRow>
          ) : (
            <Note
              tone="danger"
              role="alert"
              action={
                <Button variant="outline" size="m" onClick={reload}>
                  {sportText.retry}
                </Button>
              }
            >
              {sportText.failed}
            </Note>
          )
        }
      </AfterSkeleton>
    </StepPage>
  );
}
