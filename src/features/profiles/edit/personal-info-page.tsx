import { FirstName } from '#contract/forms.ts';
import { ageOn, AGE_ADULT, AGE_MIN, BirthDate, birthDays, Gender } from '#contract/profiles-fields.ts';
import { setPersonalInfo } from '#contract/profiles.ts';
import type { GenderChoice } from '#contract/rows.ts';
import { ageText } from '#contract/text/account-age.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { Field } from '#ui/forms/field.tsx';
import { reportUnhandled } from '#ui/missing-file.ts';
import { Select } from '#ui/forms/select.tsx';
import { isTooYoung, useIsTooYoung } from '#app/age/too-young.ts';
import { useAccount, type Account } from '#app/data/account.ts';
import { EditPage, type EditForm } from './edit-page.tsx';
import { NOT_CHOSEN, optionalProblem, placeProblem, problemOf, textsOf } from './fields.ts';
import { filesOf, pictureInput, Pictures, type PictureChange } from './pictures.tsx';
import { PlaceFields } from './place-fields.tsx';
import { ShowSwitch, today } from './show-switch.tsx';
import type { Owner } from './use-edit-start.ts';

interface Personal {
  firstName: string;
  lastName: string;
  userPhoto: PictureChange;
  bannerImage: PictureChange;
  genderChoice: GenderChoice | '';
  gender: string;
  dateOfBirth: string;
  city: string;
  state: string;
  country: string;
}

const NAMES = { city: 'city', state: 'state', country: 'country' } as const;
const GENDERS = [NOT_CHOSEN, ...Object.entries(text.genders).map(([value, label]) => ({ value, label }))] as readonly {
  value: GenderChoice | '';
  label: string;
}[];

const fieldsOf = ({ profile, me }: Owner): Personal => ({
  firstName: me.firstName,
  lastName: me.lastName,
  userPhoto: null,
  bannerImage: null,
  genderChoice: profile.genderChoice ?? '',
  gender: profile.gender ?? '',
  dateOfBirth: profile.dateOfBirth ?? '',
  city: profile.city ?? '',
  state: profile.state ?? '',
  country: profile.country ?? '',
});

const isBelow = (age: number, born: string): boolean => born !== '' && ageOn(born, today()) < age;

/** Under 18 the date of birth stays as it is, or another year would make a child an adult. Source: decision 0065. */
const isFixed = ({ profile: { dateOfBirth } }: Owner): boolean => isBelow(AGE_ADULT, dateOfBirth ?? '');

const bornProblem = (born: string): string | undefined =>
  optionalProblem(BirthDate, born) ?? (isBelow(AGE_MIN, born) ? text.tooYoung : undefined);

const check = (draft: Personal, owner: Owner) => ({
  firstName: problemOf(FirstName, draft.firstName),
  lastName: problemOf(FirstName, draft.lastName),
  gender: draft.genderChoice === 'user_specified' ? problemOf(Gender, draft.gender) : undefined,
  dateOfBirth: isFixed(owner) ? undefined : bornProblem(draft.dateOfBirth),
  city: placeProblem(draft.city),
  state: placeProblem(draft.state),
});

/** The input of the call: the changed fields; one's own word only while it is the choice. Source: PRO-026, D-362. */
const toInput = (changed: Partial<Personal>, draft: Personal) => {
  const { firstName, lastName, userPhoto, bannerImage, genderChoice, gender, ...others } = changed;
  const hasWord = draft.genderChoice === 'user_specified' && (genderChoice !== undefined || gender !== undefined);
  return {
    ...textsOf(others),
    ...(firstName !== undefined && { firstName: firstName.trim() }),
    ...(lastName !== undefined && { lastName: lastName.trim() }),
    ...(genderChoice !== undefined && { genderChoice: genderChoice || null }),
    ...(hasWord && { gender: draft.gender.trim() }),
    ...pictureInput(userPhoto, 'userPhoto', 'originPhoto'),
    ...pictureInput(bannerImage, 'bannerImage', 'originBannerImage'),
  };
};

/** A first date below 13 is confirmed, and refuses any other one then; the rest can be saved without it. Source: decision 0074. */
const confirmChild = async (account: Account, { draft, owner, change }: EditForm<Personal>): Promise<void> => {
  if (owner.profile.dateOfBirth || bornProblem(draft.dateOfBirth) !== text.tooYoung) return;
  const { askAge } = await import('#app/age/ask-age.tsx');
  await askAge(account, owner.me, false, draft.dateOfBirth);
  if (await isTooYoung(account.userId)) change({ dateOfBirth: '' });
};

/** Edits names, pictures and the personal line. Source: PRO-025, PRO-026, PRO-071; D-74, D-75, D-78, D-81, D-82. */
export function PersonalInfoPage() {
  const account = useAccount();
  return (
    <EditPage<Personal>
      section="personal-info"
      title={text.sections.personalInfo}
      calls={[setPersonalInfo.id]}
      isAbout={() => true}
      fields={fieldsOf}
      check={check}
      onRefused={(form) => void confirmChild(account, form).catch(reportUnhandled)}
      save={({ dateOfBirth, ...changed }, draft, owner, act) => {
        const born = dateOfBirth !== undefined && !isFixed(owner) && { dateOfBirth };
        return act(
          setPersonalInfo,
          { ...owner.of, ...toInput({ ...changed, ...born }, draft) },
          { files: filesOf(changed.userPhoto, changed.bannerImage) },
        );
      }}
    >
      {(form) => <PersonalFields form={form} />}
    </EditPage>
  );
}

function PersonalFields({ form }: { form: EditForm<Personal> }) {
  const { draft, owner } = form;
  return (
    <>
      <Pictures
        profileId={owner.of.profileId}
        photo={{ field: 'userPhoto', chosen: draft.userPhoto, saved: owner.me.userPhoto }}
        banner={{ chosen: draft.bannerImage, saved: owner.profile.bannerImage }}
        onPhoto={(userPhoto) => form.change({ userPhoto })}
        onBanner={(bannerImage) => form.change({ bannerImage })}
      />
      <Field label={text.firstName} maxLength={50} autoComplete="given-name" {...form.text('firstName')} />
      <Field label={text.lastName} maxLength={50} autoComplete="family-name" {...form.text('lastName')} />
      <Select
        label={text.gender}
        optional
        options={GENDERS}
        value={draft.genderChoice || null}
        placeholder={text.notChosen}
        onChange={(genderChoice) => form.change({ genderChoice })}
      />
      {draft.genderChoice === 'user_specified' && (
        <Field label={text.ownGender} maxLength={50} autoComplete="off" {...form.text('gender')} />
      )}
      <ShowSwitch flag="gender" owner={owner} label={text.showGender} />
      <BirthField form={form} />
      <ShowSwitch flag="dateOfBirth" owner={owner} label={text.showDateOfBirth} />
      <PlaceFields form={form} names={NAMES} isAddress />
      <ShowSwitch flag="location" owner={owner} label={text.showLocation} />
    </>
  );
}

function BirthField({ form }: { form: EditForm<Personal> }) {
  const { userId } = useAccount();
  const isRefused = useIsTooYoung(userId);
  const saved = form.owner.profile.dateOfBirth ?? '';
  const refused = saved === '' && isRefused && `${ageText.tooYoung.text} ${ageText.tooYoung.mistake}`;
  const closed = isFixed(form.owner) ? text.birthFixed : refused;
  const input = form.text('dateOfBirth');
  return (
    <Field
      label={text.dateOfBirth}
      optional={!closed}
      className={closed ? 'profile-edit__closed' : undefined}
      type="date"
      {...birthDays(today())}
      autoComplete="bday"
      {...(closed ? { value: saved, error: input.error, readOnly: true, help: closed } : input)}
    />
  );
}
