import { setOrganizationInfo } from '#contract/profiles.ts';
import { DESCRIPTION_MAX } from '#contract/limits.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { TextArea } from '#ui/forms/text-area.tsx';
import { EditPage } from './edit-page.tsx';
import { textsOf } from './fields.ts';

/** Edits the description of an organization. Source: D-84. */
export function OrganizationDescriptionPage() {
  return (
    <EditPage
      section="organization-description"
      title={text.sections.description}
      calls={[setOrganizationInfo.id]}
      isAbout={({ description }) => description !== undefined}
      fields={({ profile }) => ({ description: profile.description ?? '' })}
      check={() => ({})}
      save={(changed, _draft, { of }, act) => act(setOrganizationInfo, { ...of, ...textsOf(changed) })}
    >
      {(form) => (
        <TextArea
          label={text.description}
          rows={8}
          maxLength={DESCRIPTION_MAX}
          alwaysCounted
          {...form.text('description')}
        />
      )}
    </EditPage>
  );
}
