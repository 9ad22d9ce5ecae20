import type { Updateable } from 'kysely';
import { BANNER_HEIGHT_PX, BANNER_WIDTH_PX, isHeight, isWeight, PHOTO_PX } from '#contract/profiles-fields.ts';
import { Problem } from '#contract/problems.ts';
import type { Visibility } from '#contract/rows.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { ProfilesTable } from '#server/db/schema.ts';
import { findPicture, pictureUrl } from '../files/index.ts';
import { isMinor } from './age.ts';
import { beginOrganization, given, writeOrganization } from './organization.ts';
import { basicInfo, isOwnerOf, organizationInfo, personalInfo, readStored } from './read.ts';
import { checkAge } from './too-young.ts';

/** The device cuts pictures to whole pixels, which may cost one on each side. */
const ROUNDING_PX = 2;
const PHOTO = { picture: 'photo', width: PHOTO_PX, height: PHOTO_PX };
const BANNER = { picture: 'banner', width: BANNER_WIDTH_PX, height: BANNER_HEIGHT_PX };

/** Under 18 only the sports are shown, until a guardian agrees to more. Source: D-75, decision 0065. */
const MINOR: Visibility = {
  aboutMe: false,
  placeOfBirth: false,
  language: false,
  physicalSize: false,
  sportsInterest: true,
  socialLinks: false,
  dateOfBirth: false,
  gender: false,
  location: false,
};
const NOT_FOR_MINORS = ['dateOfBirth', 'location'] as const;

interface Of {
  userId: string;
  profileId: string;
}

/**
 * The address of a picture: null for none, undefined if the input leaves it as it is.
 *
 * @throws Problem `file.missing`, `profile.picture_small`.
 */
const pictureFor = async (
  db: Db,
  scope: string,
  field: string,
  least: typeof PHOTO,
  sha256: string | null | undefined,
): Promise<string | null | undefined> => {
  if (!sha256) return sha256;
  const { url, width, height } = await findPicture(db, scope, sha256);
  if (width + ROUNDING_PX < least.width || height + ROUNDING_PX < least.height)
    throw new Problem('profile.picture_small', { field, ...least });
  return url;
};
/** The picture that another one was cut from; it goes when that one does. */
const originFor = async (db: Db, scope: string, cut: string | null | undefined, origin: string | null | undefined) =>
  cut === undefined ? undefined : cut && origin ? pictureUrl(db, scope, origin) : null;

const write = async (
  { db, scope }: CallContext,
  { profileId }: Of,
  fields: Updateable<ProfilesTable>,
): Promise<void> => {
  const changed = given(fields);
  if (Object.keys(changed).length > 0)
    await db.updateTable('profiles').set(changed).where('id', '=', profileId).where('scope', '=', scope).execute();
};

/** The profile of the call's base path, which the caller owns. @throws Problem `access.not_found`. */
const readOwn = async (context: CallContext, { userId, profileId }: Of) => {
  const stored = await readStored(context, { userId, profileId });
  return found(isOwnerOf(context, stored) ? stored : null);
};

const setPersonalInfo: Handler<'profiles.setPersonalInfo'> = async (context, input) => {
  const { db, scope } = context;
  const born = input.dateOfBirth;
  if (born) {
    const { ownerId, row, isOrganization } = await readOwn(context, input);
    if (!isOrganization) await checkAge(context, ownerId, row.dateOfBirth, born);
  }
  await raiseScopes(db, [scope]);
  const before = await readOwn(context, input);
  if (before.isOrganization) throw new Problem('access.not_found');
  // Else a minor would be an adult by typing another year.
  if (born !== undefined && born !== before.row.dateOfBirth && isMinor(context.now, before.row.dateOfBirth))
    throw new Problem('profile.birth_fixed');
  const banner = await pictureFor(db, scope, 'bannerImage', BANNER, input.bannerImage);
  const photo = await pictureFor(db, scope, 'userPhoto', PHOTO, input.userPhoto);
  // Another choice than one's own word makes that word disappear. Source: PRO-026.
  const gender = input.genderChoice === undefined || input.genderChoice === 'user_specified' ? input.gender : null;
  const becomesMinor =
    born !== undefined && isMinor(context.now, born) && !isMinor(context.now, before.row.dateOfBirth);
  const person = {
    ...(input.firstName !== undefined && { first_name: input.firstName }),
    ...(input.lastName !== undefined && { last_name: input.lastName }),
    ...(photo !== undefined && { user_photo: photo }),
  };
  if (Object.keys(person).length > 0)
    await db.updateTable('users').set(person).where('id', '=', before.ownerId).execute();
  await write(context, input, {
    banner_image: banner,
    origin_banner_image: await originFor(db, scope, banner, input.originBannerImage),
    origin_photo: await originFor(db, scope, photo, input.originPhoto),
    gender_choice: input.genderChoice,
    gender,
    date_of_birth: born,
    city: input.city,
    state: input.state,
    country: input.country,
    ...(becomesMinor && { visibility: JSON.stringify(MINOR) }),
  });
  return personalInfo(await readOwn(context, input), true);
};

/** Hides the profile of a person whose guardian took the consent back. */
export const hideMinor = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('profiles')
    .set({ visibility: JSON.stringify(MINOR) })
    .where('user_id', '=', userId)
    .execute();
};

/** A size with its unit: both or none. @throws Problem `profile.bad_size`. */
const checkSize = (
  field: 'height' | 'weight',
  value: number | null | undefined,
  unit: string | null | undefined,
  isAllowed: (value: number, unit: string) => boolean,
): void => {
  const isRight = value === undefined || value === null ? !unit : typeof unit === 'string' && isAllowed(value, unit);
  if (!isRight) throw new Problem('profile.bad_size', { field });
};

const setBasicInfo: Handler<'profiles.setBasicInfo'> = async (context, input) => {
  checkSize('height', input.height, input.unitsForHeight, isHeight);
  checkSize('weight', input.weight, input.unitsForWeight, isWeight);
  await raiseScopes(context.db, [context.scope]);
  const { row } = await readOwn(context, input);
  const primary = input.primarySpokenLanguage === undefined ? row.primarySpokenLanguage : input.primarySpokenLanguage;
  const secondary = input.secondarySpokenLanguages ?? row.secondarySpokenLanguages;
  if (primary && secondary.includes(primary)) throw new Problem('profile.language_twice');
  await write(context, input, {
    // An empty text is none: the section is not complete.
    about_me: input.aboutMe === '' ? null : input.aboutMe,
    birth_city: input.birthCity,
    birth_state: input.birthState,
    birth_country: input.birthCountry,
    height: input.height,
    units_for_height: input.height === undefined ? undefined : (input.unitsForHeight ?? null),
    weight: input.weight,
    units_for_weight: input.weight === undefined ? undefined : (input.unitsForWeight ?? null),
    primary_spoken_language: input.primarySpokenLanguage,
    secondary_spoken_languages: input.secondarySpokenLanguages,
  });
  return basicInfo(await readOwn(context, input), true);
};

const setVisibility: Handler<'profiles.setVisibility'> = async (context, { userId, profileId, ...flags }) => {
  await raiseScopes(context.db, [context.scope]);
  const { row } = await readOwn(context, { userId, profileId });
  if (isMinor(context.now, row.dateOfBirth)) {
    if (NOT_FOR_MINORS.some((flag) => flags[flag])) throw new Problem('profile.minor');
    const { sportsInterest: _shownAnyway, ...others } = flags;
    if (!context.session.isOfAge && Object.values(others).includes(true)) throw new Problem('age.consent_needed');
  }
  const changed = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const visibility: Visibility = { ...row.visibility, ...changed };
  await write(context, { userId, profileId }, { visibility: JSON.stringify(visibility) });
  return visibility;
};

const setOrganizationInfo: Handler<'profiles.setOrganizationInfo'> = async (context, input) => {
  const { db, scope } = context;
  const { ownerId } = await readOwn(context, input);
  const renew = await beginOrganization(db, ownerId);
  const banner = await pictureFor(db, scope, 'bannerImage', BANNER, input.bannerImage);
  const logo = await pictureFor(db, scope, 'logo', PHOTO, input.logo);
  await writeOrganization(db, ownerId, input);
  await write(context, input, {
    state: input.state,
    city: input.city,
    logo_image: logo,
    origin_photo: await originFor(db, scope, logo, input.originPhoto),
    banner_image: banner,
    origin_banner_image: await originFor(db, scope, banner, input.originBannerImage),
  });
  if (input.name !== undefined) await renew();
  return organizationInfo(await readOwn(context, input));
};

export const ownHandlers = {
  'profiles.setPersonalInfo': setPersonalInfo,
  'profiles.setBasicInfo': setBasicInfo,
  'profiles.visibility': async (context, input) => (await readOwn(context, input)).row.visibility,
  'profiles.setVisibility': setVisibility,
  'profiles.completeness': async (context, input) => ({
    profile_completeness: String((await readOwn(context, input)).row.completeness),
  }),
  'profiles.setOrganizationInfo': setOrganizationInfo,
} satisfies Handlers;
