import { BANNER_HEIGHT_PX, BANNER_WIDTH_PX, PHOTO_PX } from '#contract/profiles-fields.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { useUnsentPicture } from '#app/data/use-unsent-picture.ts';
import { PictureField, type ChosenPicture } from '#app/forms/picture-field.tsx';
import './profile-edit.css';

const PHOTO = { width: PHOTO_PX, height: PHOTO_PX };
const BANNER = { width: BANNER_WIDTH_PX, height: BANNER_HEIGHT_PX };

/** What a form does with a picture: another one, none any more, or null to leave it. */
export type PictureChange = ChosenPicture | typeof REMOVED | null;
export const REMOVED = 'removed';

export interface PicturesProps {
  profileId: string;
  /** The photo of a person, or the logo of an organization. */
  photo: { field: 'userPhoto' | 'logo'; chosen: PictureChange; saved: string | null };
  banner: { chosen: PictureChange; saved: string | null };
  onPhoto: (picture: PictureChange) => void;
  onBanner: (picture: PictureChange) => void;
}

/** The two pictures of a profile, each cropped to its shape. Source: PRO-071, D-81. */
export function Pictures({ profileId, photo, banner, onPhoto, onBanner }: PicturesProps) {
  const unsentPhoto = useUnsentPicture(profileId, photo.field);
  const unsentBanner = useUnsentPicture(profileId, 'bannerImage');
  const isLogo = photo.field === 'logo';
  return (
    <>
      <PictureField
        className="profile-edit__photo"
        label={isLogo ? text.logo : text.photo}
        help={text.photoHelp}
        chooseLabel={isLogo ? text.uploadLogo : text.uploadPhoto}
        round={!isLogo}
        least={PHOTO}
        {...shownOf(photo.chosen, unsentPhoto ?? photo.saved, onPhoto)}
      />
      <PictureField
        label={text.banner}
        help={text.bannerHelp}
        chooseLabel={text.uploadBanner}
        least={BANNER}
        {...shownOf(banner.chosen, unsentBanner ?? banner.saved, onBanner)}
      />
    </>
  );
}

/** What the field of a picture shows. Without a saved picture, to remove the chosen one is to leave it as it is. */
const shownOf = (change: PictureChange, saved: string | null, onChange: (picture: PictureChange) => void) => ({
  chosen: change === REMOVED ? null : change,
  savedUrl: change === REMOVED ? null : saved,
  onChoose: onChange,
  onRemove: () => onChange(saved === null ? null : REMOVED),
});

/** The inputs of a call for a picture, by their names; none if it stays as it is. */
export const pictureInput = <P extends string, O extends string>(
  change: PictureChange | undefined,
  picture: P,
  origin: O,
): { [Name in P | O]?: string | null } => {
  if (!change) return {};
  const { ref, originRef } = change === REMOVED ? { ref: null, originRef: null } : change;
  return { [picture]: ref, [origin]: originRef } as { [Name in P | O]?: string | null };
};

/** Hashes of the stored files to send before the call. */
export const filesOf = (...pictures: readonly (PictureChange | undefined)[]): string[] => [
  ...new Set(
    pictures
      .flatMap((picture) => (picture && picture !== REMOVED ? [picture.ref, picture.originRef] : []))
      .filter((ref) => ref !== null),
  ),
];
