import type { ProfileSection } from '#contract/profiles-sections.ts';

/** Parts of a profile that its owner edits on a page of their own. */
export type EditPart =
  | 'personalInfo'
  | 'aboutMe'
  | 'placeOfBirth'
  | 'language'
  | 'physicalSize'
  | 'mySports'
  | 'contacts'
  | 'organizationInfo'
  | 'description'
  | 'channels';

/** Pages that edit a part; a part without one has no pencil and no button. Source: PRO-019, PRO-020. */
export const EDIT_ROUTES: Partial<Record<EditPart, string>> = {
  personalInfo: '/profile/edit/personal-info',
  aboutMe: '/profile/edit/about-me',
  placeOfBirth: '/profile/edit/place-of-birth',
  language: '/profile/edit/language',
  physicalSize: '/profile/edit/physical-size',
  mySports: '/profile/edit/my-sports',
  contacts: '/profile/edit/contacts',
  organizationInfo: '/profile/edit/organization-info',
  description: '/profile/edit/organization-description',
  channels: '/profile/edit/my-channels',
};

/** The page that edits the sport bio of a sport. */
export const sportBioRoute = (sportId: string): string => `/profile/edit/sport-bio/${sportId}`;

interface Owner {
  isOrganization: boolean;
  /** The page of the own channels is open to Creators and Organizations only. */
  hasChannels: boolean;
}

/** The page that fills in a section, for the role that the owner acts in. */
export const editRouteOf = (section: ProfileSection, { isOrganization, hasChannels }: Owner): string | undefined => {
  if (section === 'channels') return hasChannels ? EDIT_ROUTES.channels : undefined;
  if (section === 'photo' || section === 'banner' || section === 'personalLine')
    return isOrganization ? EDIT_ROUTES.organizationInfo : EDIT_ROUTES.personalInfo;
  return EDIT_ROUTES[section];
};
