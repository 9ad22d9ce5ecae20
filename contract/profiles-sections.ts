import type { Profile } from './rows.ts';

/** Sections that count for the completeness of a profile. Source: D-73. */
export type ProfileSection =
  | 'photo'
  | 'banner'
  | 'personalLine'
  | 'aboutMe'
  | 'placeOfBirth'
  | 'language'
  | 'physicalSize'
  | 'organizationInfo'
  | 'description'
  | 'mySports'
  | 'contacts'
  | 'channels';

export interface ProfileParts {
  profile: Profile;
  isOrganization: boolean;
  isEducator: boolean;
  /** Photo of a person or logo of an organization. */
  photo: string | null;
  sports: number;
  contacts: number;
  channels: number;
  /** Whether the flag `PhysicalSize` is visible. */
  hasPhysicalSize: boolean;
}

/** The sections that a profile has, each with whether it is filled in. The server counts the same (completeness_of). */
export const sectionsOf = (parts: ProfileParts): Partial<Record<ProfileSection, boolean>> => {
  const { profile, sports, contacts, channels } = parts;
  const common = {
    photo: parts.photo !== null,
    banner: profile.bannerImage !== null,
    mySports: sports > 0,
    contacts: contacts > 0,
  };
  if (parts.isOrganization)
    return {
      ...common,
      organizationInfo: profile.webSite !== null && profile.country !== null,
      description: profile.description !== null,
      channels: channels > 0,
    };
  return {
    ...common,
    personalLine: profile.genderChoice !== null && profile.dateOfBirth !== null && profile.country !== null,
    aboutMe: profile.aboutMe !== null,
    placeOfBirth: profile.birthCountry !== null,
    language: profile.primarySpokenLanguage !== null,
    ...(parts.hasPhysicalSize && { physicalSize: profile.height !== null && profile.weight !== null }),
    ...(parts.isEducator && { channels: channels > 0 }),
  };
};

/** Percent, rounded down: only a full profile has 100. Source: D-72. */
export const completenessOf = (sections: Partial<Record<ProfileSection, boolean>>): number => {
  const all = Object.values(sections);
  return Math.floor((100 * all.filter(Boolean).length) / all.length);
};
