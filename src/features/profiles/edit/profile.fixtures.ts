import type { Profile } from '#contract/rows.ts';
import { newId } from '#contract/ids.ts';
import { SCOPE } from '#app/data/signed-in.fixtures.tsx';

/** A profile that is not filled in, with the flags of an adult. */
export const profile = (facts: Partial<Profile> = {}): Profile => ({
  id: newId(),
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
  visibility: {
    aboutMe: true,
    placeOfBirth: false,
    language: false,
    physicalSize: false,
    sportsInterest: true,
    socialLinks: true,
    dateOfBirth: false,
    gender: false,
    location: false,
  },
  ...facts,
});
