import { OrganizationName, WebSite } from '#contract/profiles-fields.ts';
import { setOrganizationInfo } from '#contract/profiles.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { Field } from '#ui/forms/field.tsx';
import { EditPage, type EditForm } from './edit-page.tsx';
import { optionalProblem, placeProblem, problemOf, textsOf } from './fields.ts';
import { filesOf, pictureInput, Pictures, type PictureChange } from './pictures.tsx';
import { PlaceFields } from './place-fields.tsx';
import type { Owner } from './use-edit-start.ts';

interface Info {
  logo: PictureChange;
  bannerImage: PictureChange;
  name: string;
  webSite: string;
  country: string;
  state: string;
  city: string;
}

const NAMES = { city: 'city', state: 'state', country: 'country' } as const;

const fieldsOf = ({ profile, me, of }: Owner): Info => ({
  logo: null,
  bannerImage: null,
  name: me.organizations.find(({ id }) => id === of.userId)?.name ?? '',
  webSite: profile.webSite ?? '',
  country: profile.country ?? '',
  state: profile.state ?? '',
  city: profile.city ?? '',
});

const check = (draft: Info) => ({
  name: problemOf(OrganizationName, draft.name),
  webSite: optionalProblem(WebSite, draft.webSite),
  city: placeProblem(draft.city),
  state: placeProblem(draft.state),
});

const toInput = ({ name, logo, bannerImage, ...others }: Partial<Info>) => ({
  ...textsOf(others),
  ...(name !== undefined && { name: name.trim() }),
  ...pictureInput(logo, 'logo', 'originPhoto'),
  ...pictureInput(bannerImage, 'bannerImage', 'originBannerImage'),
});

/** Edits the pictures, the name and the facts of an organization. Source: D-84. */
export function OrganizationInfoPage() {
  return (
    <EditPage<Info>
      section="organization-info"
      title={text.sections.organizationInfo}
      calls={[setOrganizationInfo.id]}
      isAbout={({ description }) => description === undefined}
      fields={fieldsOf}
      check={check}
      save={(changed, _draft, { of }, act) =>
        act(setOrganizationInfo, { ...of, ...toInput(changed) }, { files: filesOf(changed.logo, changed.bannerImage) })
      }
    >
      {(form) => <InfoFields form={form} />}
    </EditPage>
  );
}

function InfoFields({ form }: { form: EditForm<Info> }) {
  const { draft, owner } = form;
  return (
    <>
      <Pictures
        profileId={owner.of.profileId}
        photo={{ field: 'logo', chosen: draft.logo, saved: owner.profile.logoImage }}
        banner={{ chosen: draft.bannerImage, saved: owner.profile.bannerImage }}
        onPhoto={(logo) => form.change({ logo })}
        onBanner={(bannerImage) => form.change({ bannerImage })}
      />
      <Field label={text.name} maxLength={100} autoComplete="organization" {...form.text('name')} />
      <Field
        label={text.webSite}
        optional
        maxLength={300}
        inputMode="url"
        autoComplete="url"
        {...form.text('webSite')}
      />
      <PlaceFields form={form} names={NAMES} isAddress />
    </>
  );
}
