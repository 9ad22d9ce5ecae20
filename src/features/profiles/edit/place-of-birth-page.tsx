import { setBasicInfo } from '#contract/profiles.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { EditPage } from './edit-page.tsx';
import { placeProblem, textsOf } from './fields.ts';
import { PlaceFields } from './place-fields.tsx';
import { ShowSwitch } from './show-switch.tsx';

const NAMES = { city: 'birthCity', state: 'birthState', country: 'birthCountry' } as const;

/** Edits the place of birth. Source: D-78. */
export function PlaceOfBirthPage() {
  return (
    <EditPage
      section="place-of-birth"
      title={text.sections.placeOfBirth}
      calls={[setBasicInfo.id]}
      isAbout={(input) => Object.values(NAMES).some((name) => input[name] !== undefined)}
      fields={({ profile }) => ({
        birthCity: profile.birthCity ?? '',
        birthState: profile.birthState ?? '',
        birthCountry: profile.birthCountry ?? '',
      })}
      check={({ birthCity, birthState }) => ({
        birthCity: placeProblem(birthCity),
        birthState: placeProblem(birthState),
      })}
      save={(changed, _draft, { of }, act) => act(setBasicInfo, { ...of, ...textsOf(changed) })}
    >
      {(form) => (
        <>
          <PlaceFields form={form} names={NAMES} />
          <ShowSwitch flag="placeOfBirth" owner={form.owner} />
        </>
      )}
    </EditPage>
  );
}
