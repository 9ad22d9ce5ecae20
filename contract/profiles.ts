import * as v from 'valibot';
import { defineCall } from './call.ts';
import { FirstName } from './forms.ts';
import { Id, Ids, Sha256 } from './ids.ts';
import { all, owns } from './may.ts';
import { Nothing, listOf, text } from './patterns.ts';
import {
  AboutMe,
  BirthDate,
  ContactTitle,
  Country,
  Gender,
  HeightUnit,
  Language,
  OrganizationName,
  Place,
  SecondaryLanguages,
  SocialLink,
  WebSite,
  WeightUnit,
} from './profiles-fields.ts';
import { SportBio } from './profiles-bio.ts';
import { Channel, Contact, GenderChoice, Profile, Role, Visibility } from './rows.ts';

export * from './profiles-bio.ts';
export * from './profiles-sports.ts';

/** Who and what a call of a profile is about: the ids of the specification's base path. */
const OF = { userId: Id, profileId: Id };
const BASE = '/{userId}/profiles/sports/{profileId}';
const own = all('signedIn', owns('profile', 'profileId'));
const changesProfile = { changes: [{ table: 'profiles', by: 'profileId' }], notRows: ['userId'] } as const;

/** Absent: hidden from the caller, or not filled in. Source: PRO-043. */
const shown = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));
const Text = shown(v.string());

export const PersonalInfo = v.object({
  firstName: v.string(),
  lastName: v.string(),
  username: v.string(),
  userPhoto: v.nullable(v.string()),
  bannerImage: v.nullable(v.string()),
  genderChoice: shown(GenderChoice),
  gender: Text,
  dateOfBirth: Text,
  city: Text,
  state: Text,
  country: Text,
});
export type PersonalInfo = v.InferOutput<typeof PersonalInfo>;
export const BasicInfo = v.object({
  aboutMe: Text,
  birthCity: Text,
  birthState: Text,
  birthCountry: Text,
  height: shown(v.number()),
  unitsForHeight: Text,
  weight: shown(v.number()),
  unitsForWeight: Text,
  primarySpokenLanguage: Text,
  secondarySpokenLanguages: v.optional(v.array(v.string())),
});
export type BasicInfo = v.InferOutput<typeof BasicInfo>;
export const OrganizationInfo = v.object({
  name: v.string(),
  webSite: v.nullable(v.string()),
  description: v.nullable(v.string()),
  country: v.nullable(v.string()),
  state: v.nullable(v.string()),
  city: v.nullable(v.string()),
  logo: v.nullable(v.string()),
  bannerImage: v.nullable(v.string()),
});
export type OrganizationInfo = v.InferOutput<typeof OrganizationInfo>;

export const readPersonalInfo = defineCall({
  id: 'profiles.personalInfo',
  method: 'GET',
  path: `${BASE}/personal-info`,
  may: 'signedIn',
  input: v.object(OF),
  output: PersonalInfo,
  problems: [],
  offline: 'cache',
  summary: 'Name, pictures and the personal line of a profile, as far as the caller may see it',
});
/** What is left out stays; null empties a field. Pictures are SHA-256 of files that `files.put` has stored. */
export const setPersonalInfo = defineCall({
  id: 'profiles.setPersonalInfo',
  method: 'PUT',
  path: `${BASE}/personal-info`,
  may: own,
  input: v.object({
    ...OF,
    firstName: v.optional(FirstName),
    lastName: v.optional(FirstName),
    userPhoto: v.optional(v.nullable(Sha256)),
    originPhoto: v.optional(v.nullable(Sha256)),
    bannerImage: v.optional(v.nullable(Sha256)),
    originBannerImage: v.optional(v.nullable(Sha256)),
    genderChoice: v.optional(v.nullable(GenderChoice)),
    gender: v.optional(v.nullable(Gender)),
    dateOfBirth: v.optional(v.nullable(BirthDate)),
    city: v.optional(v.nullable(Place)),
    state: v.optional(v.nullable(Place)),
    country: v.optional(v.nullable(Country)),
  }),
  output: PersonalInfo,
  problems: ['profile.picture_small', 'profile.too_young', 'profile.birth_fixed', 'file.missing'],
  offline: 'queue',
  queued: {
    label: 'Change your personal info',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'profiles', by: 'profileId' }, { table: 'me' }], notRows: ['userId'] },
  },
  summary: 'Changes name, pictures and the personal line',
});
export const readBasicInfo = defineCall({
  id: 'profiles.basicInfo',
  method: 'GET',
  path: `${BASE}/basic-info`,
  may: 'signedIn',
  input: v.object(OF),
  output: BasicInfo,
  problems: [],
  offline: 'cache',
  summary: 'About me, place of birth, size and languages, as far as the caller may see them',
});
export const setBasicInfo = defineCall({
  id: 'profiles.setBasicInfo',
  method: 'PUT',
  path: `${BASE}/basic-info`,
  may: own,
  flag: { name: 'PhysicalSize', inputs: ['height', 'unitsForHeight', 'weight', 'unitsForWeight'] },
  input: v.object({
    ...OF,
    aboutMe: v.optional(v.nullable(AboutMe)),
    birthCity: v.optional(v.nullable(Place)),
    birthState: v.optional(v.nullable(Place)),
    birthCountry: v.optional(v.nullable(Country)),
    /** Each with its unit. */
    height: v.optional(v.nullable(v.number())),
    unitsForHeight: v.optional(v.nullable(HeightUnit)),
    weight: v.optional(v.nullable(v.number())),
    unitsForWeight: v.optional(v.nullable(WeightUnit)),
    primarySpokenLanguage: v.optional(v.nullable(Language)),
    secondarySpokenLanguages: v.optional(SecondaryLanguages),
  }),
  output: BasicInfo,
  problems: ['access.not_found', 'feature.off', 'profile.bad_size', 'profile.language_twice'],
  offline: 'queue',
  queued: { label: 'Change your profile', shownAt: 'outbox', rows: changesProfile },
  summary: 'Changes about me, place of birth, size and languages',
});
export const readVisibility = defineCall({
  id: 'profiles.visibility',
  method: 'GET',
  path: `${BASE}/visibility-settings`,
  may: own,
  input: v.object(OF),
  output: Visibility,
  problems: [],
  offline: 'cache',
  summary: 'Which sections of the own profile others see',
});
export const setVisibility = defineCall({
  id: 'profiles.setVisibility',
  method: 'PUT',
  path: `${BASE}/visibility-settings`,
  may: own,
  input: v.object({ ...OF, ...v.partial(Visibility).entries }),
  output: Visibility,
  problems: ['profile.minor'],
  offline: 'queue',
  queued: { label: 'Change who sees your profile', shownAt: 'outbox', rows: changesProfile },
  summary: 'Shows or hides sections of the own profile',
});
export const readCompleteness = defineCall({
  id: 'profiles.completeness',
  method: 'GET',
  path: `${BASE}/profile-completeness`,
  may: own,
  input: v.object(OF),
  output: v.object({ profile_completeness: v.string() }),
  problems: [],
  offline: 'cache',
  summary: 'Completeness of the own profile, percent',
});
export const readOrganizationInfo = defineCall({
  id: 'profiles.organizationInfo',
  method: 'GET',
  path: `${BASE}/organization-info`,
  may: 'signedIn',
  input: v.object(OF),
  output: OrganizationInfo,
  problems: [],
  offline: 'cache',
  summary: 'What the profile of an organization says about it',
});
export const setOrganizationInfo = defineCall({
  id: 'profiles.setOrganizationInfo',
  method: 'PUT',
  path: `${BASE}/organization-info`,
  may: all('organization', owns('profile', 'profileId')),
  input: v.object({
    ...OF,
    name: v.optional(OrganizationName),
    webSite: v.optional(v.nullable(WebSite)),
    description: v.optional(v.nullable(text(0, 1000))),
    country: v.optional(v.nullable(Country)),
    state: v.optional(v.nullable(Place)),
    city: v.optional(v.nullable(Place)),
    logo: v.optional(v.nullable(Sha256)),
    originPhoto: v.optional(v.nullable(Sha256)),
    bannerImage: v.optional(v.nullable(Sha256)),
    originBannerImage: v.optional(v.nullable(Sha256)),
  }),
  output: OrganizationInfo,
  problems: ['profile.picture_small', 'file.missing'],
  offline: 'queue',
  queued: { label: 'Change the profile of the organization', shownAt: 'outbox', rows: changesProfile },
  summary: 'Changes the profile of an organization',
});

export const listContacts = defineCall({
  id: 'profiles.contacts',
  method: 'GET',
  path: `${BASE}/contact-info`,
  may: 'signedIn',
  input: v.object(OF),
  output: listOf(Contact),
  problems: [],
  offline: 'cache',
  summary: 'Contacts of a profile; none if they are hidden',
});
export const createContact = defineCall({
  id: 'profiles.createContact',
  method: 'POST',
  path: `${BASE}/contact-info/create`,
  may: own,
  input: v.object({ ...OF, id: Id, title: ContactTitle, socialLink: SocialLink }),
  output: Contact,
  problems: ['profile.bad_link', 'profile.contacts_full'],
  offline: 'queue',
  queued: {
    label: 'Add a contact',
    shownAt: 'outbox',
    rows: {
      makes: { table: 'contacts', by: 'id' },
      changes: [],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Adds a contact to the own profile',
});
export const updateContact = defineCall({
  id: 'profiles.updateContact',
  method: 'PUT',
  path: `${BASE}/contact-info/update`,
  may: all('signedIn', owns('profile', 'profileId'), owns('contact', 'id')),
  input: v.object({ ...OF, id: Id, title: ContactTitle, socialLink: SocialLink }),
  output: Contact,
  problems: ['profile.bad_link'],
  offline: 'queue',
  queued: {
    label: 'Change a contact',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'contacts', by: 'id' }],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Changes a contact of the own profile',
});
export const reorderContacts = defineCall({
  id: 'profiles.reorderContacts',
  method: 'PUT',
  path: `${BASE}/contact-info/update-position`,
  may: own,
  input: v.object({ ...OF, contact_information_id_list: Ids }),
  output: listOf(Contact),
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Reorder contacts',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'contacts', by: 'contact_information_id_list' }],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Puts the contacts of the own profile in order',
});
export const deleteContacts = defineCall({
  id: 'profiles.deleteContacts',
  method: 'DELETE',
  path: `${BASE}/contact-info/delete`,
  deleteWithBody: true,
  may: own,
  input: v.object({ ...OF, contact_info_list: Ids }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Delete a contact',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'contacts', by: 'contact_info_list' }],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Deletes contacts of the own profile',
});

/** A channel as a profile names it. Source: PRO-032. */
export const ProfileChannel = v.pick(Channel, ['id', 'name', 'logoImage', 'sportId', 'sportName', 'totalRating']);
export type ProfileChannel = v.InferOutput<typeof ProfileChannel>;
/** A profile as a visitor sees it; hidden sections are absent. Source: PRO-043, PRO-065, D-86. */
export const ProfilePage = v.object({
  userId: Id,
  profileId: Id,
  isOrganization: v.boolean(),
  isEducator: v.boolean(),
  isOwner: v.boolean(),
  name: v.string(),
  username: v.nullable(v.string()),
  photo: v.nullable(v.string()),
  bannerImage: v.nullable(v.string()),
  role: v.optional(Role),
  personal: v.optional(v.omit(PersonalInfo, ['firstName', 'lastName', 'username', 'userPhoto', 'bannerImage'])),
  basic: v.optional(BasicInfo),
  organization: v.optional(OrganizationInfo),
  contacts: v.optional(v.array(Contact)),
  sportInterests: v.optional(
    v.array(v.object({ id: Id, sportId: v.string(), sportName: v.string(), roles: v.array(v.string()) })),
  ),
  /** Sport bios that have answers, with these only; absent with the sports, and for people under 18. Source: PRO-033. */
  sportBios: v.optional(v.array(SportBio)),
  channels: v.array(ProfileChannel),
  /** Channels that a person follows; absent with the sports, and of organizations. Source: D-83, PRO-017. */
  communities: v.optional(v.array(ProfileChannel)),
  /** A person whom the caller reported. Missing in answers of older servers, and of organizations. */
  isReported: v.optional(v.boolean()),
});
export type ProfilePage = v.InferOutput<typeof ProfilePage>;
export const readProfile = defineCall({
  id: 'profiles.read',
  method: 'GET',
  path: '/profiles/{id}',
  may: 'signedIn',
  input: v.object({ id: Id }),
  output: ProfilePage,
  problems: [],
  offline: 'cache',
  summary: 'The profile of a person or an organization by any of its ids',
});
export { Profile, Contact, Visibility };
