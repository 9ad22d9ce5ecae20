import { ABOUT_ME_MAX, AboutMe } from '#contract/profiles-fields.ts';
import { setBasicInfo } from '#contract/profiles.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { TextArea } from '#ui/forms/text-area.tsx';
import { EditPage } from './edit-page.tsx';
import { optionalProblem, textsOf } from './fields.ts';
import { ShowSwitch } from './show-switch.tsx';

/** Edits the text about oneself. Source: D-79. */
export function AboutMePage() {
  return (
    <EditPage
      section="about-me"
      title={text.sections.aboutMe}
      calls={[setBasicInfo.id]}
      isAbout={({ aboutMe }) => aboutMe !== undefined}
      fields={({ profile }) => ({ aboutMe: profile.aboutMe ?? '' })}
      check={({ aboutMe }) => ({ aboutMe: optionalProblem(AboutMe, aboutMe) })}
      save={(changed, _draft, { of }, act) => act(setBasicInfo, { ...of, ...textsOf(changed) })}
    >
      {(form) => (
        <>
          <TextArea label={text.aboutMe} rows={8} maxLength={ABOUT_ME_MAX} alwaysCounted {...form.text('aboutMe')} />
          <ShowSwitch flag="aboutMe" owner={form.owner} />
        </>
      )}
    </EditPage>
  );
}
