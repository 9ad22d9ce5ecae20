import { newId, type Scope } from '#contract/ids.ts';
import type { ProfileChannel, ProfilePage } from '#contract/profiles.ts';
import type { Channel, Contact, Profile, SportInterest } from '#contract/rows.ts';
import { SCOPE, USER_ID } from '#app/data/signed-in.fixtures.tsx';

/** Fixtures: rows and answers of profiles. */

const HIDDEN = { placeOfBirth: false, language: false, physicalSize: false, dateOfBirth: false };

export const profileRow = (facts: Partial<Profile> = {}): Profile => ({
  id: USER_ID,
  scope: SCOPE,
  completeness: 0,
  originPhoto: null,
  originBannerImage: null,
  bannerImage: null,
  genderChoice: null,
  gender: null,
  dateOfBirth: null,
  city: null,
  state: null,
  country: null,
  aboutMe: null,
  birthCity: null,
  birthState: null,
  birthCountry: null,
  height: null,
  unitsForHeight: null,
  weight: null,
  unitsForWeight: null,
  primarySpokenLanguage: null,
  secondarySpokenLanguages: [],
  webSite: null,
  description: null,
  logoImage: null,
  visibility: { aboutMe: true, sportsInterest: true, socialLinks: true, gender: false, location: false, ...HIDDEN },
  ...facts,
});

export const sportRow = (
  sportName: string,
  roles: readonly string[],
  facts: Partial<SportInterest> = {},
): SportInterest => ({
  id: newId(),
  scope: SCOPE,
  sportId: sportName.toLowerCase(),
  sportName,
  sportType: 'Launched',
  sportInvolvement: roles.map((roleName) => ({
    role: roleName.toLowerCase(),
    participationLevel: null,
    roleName,
    participationLevelName: null,
  })),
  position: 0,
  isActive: true,
  ...facts,
});

export const contactRow = (title: string, socialLink: string, position = 0, scope: Scope = SCOPE): Contact => ({
  id: newId(),
  scope,
  title,
  socialLink,
  position,
});

export const channelRow = (name: string, facts: Partial<Channel> = {}): Channel => ({
  id: newId(),
  scope: SCOPE,
  communityId: newId(),
  name,
  description: '',
  logoImage: null,
  coverImage: null,
  active: true,
  hasContent: false,
  sportId: 'soccer',
  sportName: 'Soccer',
  channelLevel: 0,
  parentChannel: null,
  position: 0,
  totalRating: 4.7,
  followers: 0,
  educatorName: 'Ana Silva',
  educatorUsername: 'ana',
  ...facts,
});

export const channelOf = (name: string): ProfileChannel => ({
  id: newId(),
  name,
  logoImage: null,
  sportId: 'soccer',
  sportName: 'Soccer',
  totalRating: null,
});

/** Another person's profile, of which nothing but the name is shown. */
export const answeredPage = (facts: Partial<ProfilePage> = {}): ProfilePage => ({
  userId: newId(),
  profileId: newId(),
  isOrganization: false,
  isEducator: false,
  isOwner: false,
  name: 'Mia Weber',
  username: 'mia',
  photo: null,
  bannerImage: null,
  personal: {},
  basic: {},
  channels: [],
  ...facts,
});
