import * as v from 'valibot';
import { WEBSITE_MAX } from './applications-limits.ts';
import { Email } from './forms.ts';
import { Slug } from './ids.ts';
import { DESCRIPTION_MAX } from './limits.ts';
import { NAME, SafeText, WEB_SITE, text } from './patterns.ts';
import { Country, OrganizationName } from './profiles-fields.ts';

// Choices and fields of the registration of an organization, which its wizard and the calls share.
// Source: D-227…D-232, D-339, APP-032…APP-035, APP-048…APP-056, APP-076…APP-080.

/** Chosen with a text of one's own. */
export const OTHER = 'other';
const OTHER_CHOICE = { id: OTHER, name: 'Other' };
const choices = <const T extends readonly { id: string; name: string }[]>(list: T): T => list;

/** What describes the organization. Source: APP-077. */
export const SECTOR_TYPES = choices([
  { id: 'academy', name: 'Academy' },
  { id: 'association', name: 'Association' },
  { id: 'club', name: 'Club' },
  { id: 'governing-body', name: 'Governing Body' },
  { id: 'institute', name: 'Institute' },
  { id: 'league', name: 'League' },
  { id: 'school', name: 'School' },
  { id: 'society', name: 'Society' },
  { id: 'team', name: 'Team' },
  OTHER_CHOICE,
]);
/** Structure. Source: APP-078. */
export const STRUCTURES = choices([
  { id: 'for-profit', name: 'For-Profit' },
  { id: 'not-for-profit', name: 'Not-for-Profit' },
  { id: 'nonprofit', name: 'Nonprofit' },
  { id: 'charity', name: 'Charity' },
  { id: 'society', name: 'Society' },
  OTHER_CHOICE,
]);
/** Reach. Source: APP-079. */
export const REACHES = choices([
  { id: 'local', name: 'Local' },
  { id: 'municipal', name: 'Municipal' },
  { id: 'regional', name: 'Regional' },
  { id: 'provincial-state', name: 'Provincial/State' },
  { id: 'national', name: 'National' },
  { id: 'international', name: 'International' },
  OTHER_CHOICE,
]);
/** Size of the audience. Source: APP-076. */
export const AUDIENCE_SIZES = choices([
  { id: '1-1000', name: '1-1,000' },
  { id: '1001-10000', name: '1,001-10,000' },
  { id: '10001-100000', name: '10,001-100,000' },
  { id: '100001-250000', name: '100,001-250,000' },
  { id: '250001-plus', name: '250,001+' },
  OTHER_CHOICE,
]);
/** Source: APP-080. */
export const OBJECTIVES = choices([
  { id: 'better-serve-existing-members', name: 'Better serve existing members' },
  { id: 'grow-the-membership', name: 'Grow the membership' },
]);
const oneOf = <const T extends readonly { id: string }[]>(list: T) =>
  v.picklist(
    list.map(({ id }) => id as T[number]['id']),
    'Required',
  );

/** Filled only with Other. Source: D-232. */
const Others = v.pipe(text(1, 100));
const PLACE = /^[\p{L}\p{M}'’ .()-]+$/u;
const STREET = /^[\p{L}\p{M}\p{N}'’ .,#/()-]+$/u;
const POSTAL_CODE = /^[A-Za-z0-9][A-Za-z0-9 -]*$/u;
const optional = (max: number, pattern: RegExp, field: string) =>
  v.pipe(
    text(0, max),
    v.check((typed) => typed === '' || pattern.test(typed), `incorrect ${field}`),
  );

/** Source: D-226. */
export const OrganizationWebSite = v.pipe(
  SafeText,
  v.trim(),
  v.nonEmpty('Required'),
  v.maxLength(WEBSITE_MAX, `must be less than ${WEBSITE_MAX}`),
  v.regex(WEB_SITE, 'incorrect web site'),
);
/** Sent as in APP-067. */
export const OrganizationAddress = v.object({
  country: Country,
  city: v.pipe(text(1, 50), v.regex(PLACE, 'incorrect city')),
  street: v.optional(optional(70, STREET, 'street'), ''),
  building: v.optional(optional(50, STREET, 'building'), ''),
  apartment_number: v.optional(optional(50, STREET, 'apartment'), ''),
  state: v.optional(optional(30, PLACE, 'state'), ''),
  postal_code: v.optional(optional(20, POSTAL_CODE, 'postal code'), ''),
});
export const ContactPerson = {
  contact_person_name: v.pipe(text(2, 100), v.regex(NAME, 'Special characters are not allowed')),
  contact_person_email: Email,
  contact_person_role: text(1, 100),
  contact_person_title: text(1, 100),
};
/** A choice, or `other` with a text beside it. */
export const Choices = {
  sectorType: oneOf(SECTOR_TYPES),
  type: oneOf(STRUCTURES),
  governance: oneOf(REACHES),
  size: oneOf(AUDIENCE_SIZES),
};
/** The texts of Other, by the field that they belong to. Source: APP-033. */
export const OTHERS_OF = {
  sectorType: 'organizationDescriptionOthers',
  type: 'organizationTypeOthers',
  governance: 'organizationGovernanceOthers',
  size: 'organizationSizeOthers',
} as const;
export const OthersFields = {
  organizationDescriptionOthers: v.optional(v.nullable(Others)),
  organizationTypeOthers: v.optional(v.nullable(Others)),
  organizationGovernanceOthers: v.optional(v.nullable(Others)),
  organizationSizeOthers: v.optional(v.nullable(Others)),
};
export const PrimeObjective = oneOf(OBJECTIVES);
export const Purpose = text(0, DESCRIPTION_MAX);
export const SelectedSports = v.pipe(v.array(Slug), v.minLength(1, 'Required'), v.maxLength(24));
export { OrganizationName };
