import * as v from 'valibot';
import { Id, Scope, Slug } from './ids.ts';

/** Rows of a profile (rows.ts). */

export const GenderChoice = v.picklist(['female', 'male', 'non_binary', 'prefer_not_to_say', 'user_specified']);
export type GenderChoice = v.InferOutput<typeof GenderChoice>;
/** What visitors of a profile see. Source: PRO-029, D-75. */
export const Visibility = v.object({
  aboutMe: v.boolean(),
  placeOfBirth: v.boolean(),
  language: v.boolean(),
  physicalSize: v.boolean(),
  sportsInterest: v.boolean(),
  socialLinks: v.boolean(),
  dateOfBirth: v.boolean(),
  gender: v.boolean(),
  location: v.boolean(),
});
export type Visibility = v.InferOutput<typeof Visibility>;

const Text = v.nullable(v.string());
/** The profile of a person or an organization, as its owner sees it; null is not filled in. Source: PRO-025, PRO-027. */
export const Profile = v.object({
  id: Id,
  scope: Scope,
  /** Percent. Source: PRO-041. */
  completeness: v.number(),
  /** Addresses of the pictures that photo (or logo) and banner were cut from. */
  originPhoto: Text,
  originBannerImage: Text,
  bannerImage: Text,
  genderChoice: v.nullable(GenderChoice),
  /** Only with `user_specified`. Source: PRO-026. */
  gender: Text,
  /** `YYYY-MM-DD`. */
  dateOfBirth: Text,
  city: Text,
  state: Text,
  /** ISO alpha-2. */
  country: Text,
  aboutMe: Text,
  birthCity: Text,
  birthState: Text,
  birthCountry: Text,
  height: v.nullable(v.number()),
  unitsForHeight: v.nullable(v.picklist(['m', 'inch'])),
  weight: v.nullable(v.number()),
  unitsForWeight: v.nullable(v.picklist(['kg', 'lb'])),
  /** ISO 639-1. */
  primarySpokenLanguage: Text,
  secondarySpokenLanguages: v.array(v.string()),
  /** Of organizations. */
  webSite: Text,
  description: Text,
  logoImage: Text,
  visibility: Visibility,
});
export type Profile = v.InferOutput<typeof Profile>;

/** A link on a profile. Source: PRO-031. */
export const Contact = v.object({
  id: Id,
  scope: Scope,
  title: v.string(),
  socialLink: v.string(),
  position: v.number(),
});
export type Contact = v.InferOutput<typeof Contact>;

/** The own answer to a question of a sport bio. Source: PRO-033, D-85. */
export const BioAnswer = v.object({ id: Id, scope: Scope, sportId: Slug, question: Slug, answer: v.string() });
export type BioAnswer = v.InferOutput<typeof BioAnswer>;
