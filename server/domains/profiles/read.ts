import { sql } from 'kysely';
import type { BasicInfo, OrganizationInfo, PersonalInfo } from '#contract/profiles.ts';
import type { Profile, Visibility } from '#contract/rows.ts';
import { found, type CallContext } from '#server/calls/context.ts';

/** A profile with what its owner's record says. */
export interface StoredProfile {
  row: Profile;
  /** The person, or the organization. */
  ownerId: string;
  isOrganization: boolean;
  /** The organization's name, or first and last name. */
  name: string;
  firstName: string;
  lastName: string;
  username: string | null;
  userPhoto: string | null;
  isEducator: boolean;
  /** One of the caller and the owner blocks the other: the profile hides all. Source: D-86, decision 0123. */
  isBlocked: boolean;
}

type Who = { userId: string; profileId: string } | { anyId: string };

/**
 * A profile by the ids of the base path, or by any id of its owner: user, profile, Creator, Member or organization.
 *
 * @throws Problem `access.not_found`, also for organizations that are not approved. Source: D-86.
 */
export const readStored = async ({ db, session }: CallContext, who: Who): Promise<StoredProfile> => {
  const condition =
    'anyId' in who
      ? sql`${who.anyId} in (p.id, u.id, u.educator_id, u.learner_id, o.id)`
      : sql`p.id = ${who.profileId} and coalesce(p.user_id, p.organization_id) = ${who.userId}`;
  const { rows } =
    await sql<StoredProfile>`select v.row as "row", coalesce(u.id, o.id) as "ownerId", o.id is not null as "isOrganization",
      coalesce(o.name, u.first_name || ' ' || u.last_name) as name, coalesce(u.first_name, '') as "firstName",
      coalesce(u.last_name, '') as "lastName", u.username, u.user_photo as "userPhoto", coalesce(u.is_educator, false) as "isEducator",
      u.id is not null and is_blocked_between(u.id, ${session.userId}) as "isBlocked"
    from profiles p join own_profiles v on v.profile_id = p.id left join users u on u.id = p.user_id
      left join organizations o on o.id = p.organization_id and o.status = 'approved'
    where ${condition} and coalesce(u.id, o.id) is not null and not coalesce(u.is_suspended, false)
      and u.deleted_at is null limit 1`.execute(db);
  const stored = found(rows[0]);
  return stored.isBlocked ? hideAll(stored) : stored;
};

/** Name, username and picture alone. */
const hideAll = (stored: StoredProfile): StoredProfile => ({
  ...stored,
  isEducator: false,
  row: {
    ...stored.row,
    bannerImage: null,
    visibility: Object.fromEntries(Object.keys(stored.row.visibility).map((section) => [section, false])) as Visibility,
  },
});

/** Whether the caller is the owner: the person, or an admin of the organization. Source: D-280. */
export const isOwnerOf = ({ session }: CallContext, { row }: StoredProfile): boolean =>
  row.scope === session.scope || session.organizationScopes.includes(row.scope);

/** Fields that a section's flag hides. Source: PRO-029. */
const SECTIONS = {
  aboutMe: ['aboutMe'],
  placeOfBirth: ['birthCity', 'birthState', 'birthCountry'],
  language: ['primarySpokenLanguage', 'secondarySpokenLanguages'],
  physicalSize: ['height', 'unitsForHeight', 'weight', 'unitsForWeight'],
  dateOfBirth: ['dateOfBirth'],
  gender: ['genderChoice', 'gender'],
  location: ['city', 'state', 'country'],
} as const satisfies Partial<Record<keyof Visibility, readonly (keyof Profile)[]>>;
type Section = keyof typeof SECTIONS;

/** The fields of some sections that the caller may see; the others are absent. Source: PRO-043, D-280. */
const shownFields = (row: Profile, isOwner: boolean, sections: readonly Section[]): Partial<Profile> =>
  Object.fromEntries(
    sections
      .filter((section) => isOwner || row.visibility[section])
      .flatMap((section) => SECTIONS[section].map((field) => [field, row[field]] as const)),
  );

type PersonalLine = Omit<PersonalInfo, 'firstName' | 'lastName' | 'username' | 'userPhoto' | 'bannerImage'>;
export const personalLine = ({ row }: StoredProfile, isOwner: boolean): PersonalLine =>
  shownFields(row, isOwner, ['gender', 'dateOfBirth', 'location']);

export const personalInfo = (stored: StoredProfile, isOwner: boolean): PersonalInfo => ({
  firstName: stored.firstName,
  lastName: stored.lastName,
  username: stored.username ?? '',
  userPhoto: stored.userPhoto,
  bannerImage: stored.row.bannerImage,
  ...personalLine(stored, isOwner),
});

export const basicInfo = ({ row }: StoredProfile, isOwner: boolean): BasicInfo =>
  shownFields(row, isOwner, ['aboutMe', 'placeOfBirth', 'physicalSize', 'language']);

export const organizationInfo = ({ name, row }: StoredProfile): OrganizationInfo => ({
  name,
  webSite: row.webSite,
  description: row.description,
  country: row.country,
  state: row.state,
  city: row.city,
  logo: row.logoImage,
  bannerImage: row.bannerImage,
});
