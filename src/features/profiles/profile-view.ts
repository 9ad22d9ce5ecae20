import { completenessOf, sectionsOf, type ProfileSection } from '#contract/profiles-sections.ts';
import type { BasicInfo, ProfileChannel, ProfilePage, SportBio } from '#contract/profiles.ts';
import type { BioAnswer, Channel, Contact, Me, Profile, SportInterest, Visibility } from '#contract/rows.ts';
import { ownBios } from './sport-bios.ts';
import { languageName } from './language-names.ts';

/** What one profile page shows: the same for own rows and for the answer about somebody else. */
export interface ProfileView {
  page: ProfilePage;
  /** Whether the flag `PhysicalSize` is visible. Source: PRO-010. */
  hasPhysicalSize: boolean;
  /** Of the own profile only. */
  owner: OwnerView | undefined;
}

export interface OwnerView {
  isOrganization: boolean;
  /** Acts as a Creator or an Organization: has a page of channels. */
  hasChannels: boolean;
  visibility: Visibility;
  /** The sections that count, each with whether it is filled in. Source: D-73. */
  sections: Partial<Record<ProfileSection, boolean>>;
  /** Percent. */
  percent: number;
}

/** Own rows that a profile is made of. */
export interface OwnRows {
  me: Me;
  profile: Profile;
  sports: readonly SportInterest[];
  contacts: readonly Contact[];
  bioAnswers: readonly BioAnswer[];
  /** The server's sport bios, for the texts of the questions; none until they were read. */
  bios: readonly SportBio[];
  /** In order. */
  channels: readonly Channel[];
  communities: readonly ProfileChannel[];
  /** Undefined while it is not known. */
  hasPhysicalSize: boolean | undefined;
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

const sportsOf = (sports: readonly SportInterest[]): ProfilePage['sportInterests'] =>
  sports
    .filter(({ isActive }) => isActive)
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, sportId, sportName, sportInvolvement }) => ({
      id,
      sportId,
      sportName,
      roles: sportInvolvement.map(({ roleName, participationLevelName }) =>
        [roleName, participationLevelName].filter(Boolean).join(', '),
      ),
    }));

/** The page of the own profile: every section, hidden ones too. */
const ownPage = (
  { me, profile, ...rows }: OwnRows,
  organization: Me['organizations'][number] | undefined,
): ProfilePage => {
  const shared = {
    profileId: profile.id,
    isOwner: true,
    bannerImage: profile.bannerImage,
    contacts: rows.contacts.toSorted((a, b) => a.position - b.position),
    sportInterests: sportsOf(rows.sports),
    channels: [...rows.channels],
  };
  if (organization)
    return {
      ...shared,
      userId: organization.id,
      isOrganization: true,
      isEducator: false,
      name: organization.name,
      username: null,
      photo: profile.logoImage,
      organization: { ...profile, name: organization.name, logo: profile.logoImage },
    };
  return {
    ...shared,
    userId: me.userId,
    isOrganization: false,
    isEducator: me.isEducator,
    name: `${me.firstName} ${me.lastName}`,
    username: me.username,
    photo: me.userPhoto,
    personal: profile,
    sportBios: ownBios(
      rows.sports.filter(({ isActive }) => isActive),
      rows.bioAnswers,
      rows.bios,
    ),
    basic: profile,
    communities: [...rows.communities],
  };
};

/** As the server answers the profile of somebody between whom and the caller there is a block. Source: D-86, decision 0123. */
export const hideAll = ({ userId, profileId, name, username, photo }: ProfilePage): ProfilePage => ({
  userId,
  profileId,
  name,
  username,
  photo,
  isOrganization: false,
  isEducator: false,
  isOwner: false,
  bannerImage: null,
  channels: [],
});

/** The own profile from rows of this device, as the role that the person acts in sees it. Source: PRO-001, PRO-042. */
export const ownView = (rows: OwnRows): ProfileView => {
  const { me, profile } = rows;
  const organization =
    profile.scope === me.scope ? undefined : me.organizations.find(({ id }) => profile.scope === `org:${id}`);
  const page = ownPage(rows, organization);
  const sections = sectionsOf({
    profile,
    isOrganization: page.isOrganization,
    isEducator: page.isEducator,
    photo: page.photo,
    sports: page.sportInterests?.length ?? 0,
    contacts: rows.contacts.length,
    channels: rows.channels.length,
    hasPhysicalSize: rows.hasPhysicalSize ?? false,
  });
  return {
    page,
    hasPhysicalSize: rows.hasPhysicalSize ?? false,
    owner: {
      isOrganization: page.isOrganization,
      hasChannels: me.lastLoginedRole !== 'learner',
      visibility: profile.visibility,
      sections,
      // The flag decides what counts: without it the server's figure is the better one.
      percent: rows.hasPhysicalSize === undefined ? profile.completeness : completenessOf(sections),
    },
  };
};

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
/** English name of an ISO alpha-2 country, as everywhere in the app. */
const countryName = (id: string | null | undefined) => (id ? (countryNames.of(id) ?? id) : id);

/** "Leeds, England, United Kingdom", as far as shown and filled in. */
export const placeText = (...[city, state, country]: [...(string | null | undefined)[]]): string =>
  [city, state, countryName(country)].filter(isSet).join(', ');

export const languagesOf = ({ primarySpokenLanguage, secondarySpokenLanguages = [] }: BasicInfo): string[] =>
  (primarySpokenLanguage ? [primarySpokenLanguage, ...secondarySpokenLanguages] : secondarySpokenLanguages).map(
    languageName,
  );

/** The first section to fill in that has a page for it. Source: PRO-040. */
export const firstMissing = (
  { sections }: OwnerView,
  hrefOf: (section: ProfileSection) => string | undefined,
): { section: ProfileSection; href: string } | undefined => {
  for (const section of ORDER) {
    const href = sections[section] === false ? hrefOf(section) : undefined;
    if (href !== undefined) return { section, href };
  }
  return undefined;
};
/** As on the page, from top to bottom. */
const ORDER: readonly ProfileSection[] = [
  'banner',
  'photo',
  'personalLine',
  'organizationInfo',
  'description',
  'aboutMe',
  'placeOfBirth',
  'language',
  'physicalSize',
  'mySports',
  'channels',
  'contacts',
];
