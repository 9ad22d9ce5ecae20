import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Ids, Slug } from './ids.ts';
import { all, owns } from './may.ts';
import { CUSTOM_ROLE, Nothing, SafeText, listOf } from './patterns.ts';
import { SportInterest } from './rows.ts';
import { SportRole } from './sports.ts';

const BASE = '/{userId}/profiles/sports/{profileId}/sport-interests';
const OF = { userId: Id, profileId: Id };
const own = all('signedIn', owns('profile', 'profileId'));

/** In front of the id of a sport interest that the server does not have yet. Source: PRO-068, D-08. */
export const NEW_INTEREST_ID = 'NEW_INTEREST_ID';
/** In front of the name of a role that the person writes: `{OTHER_ROLE}_Kit manager`. Source: PRO-069. */
export const OTHER_ROLE = '{OTHER_ROLE}_';

const InterestId = v.union([
  Id,
  v.pipe(
    v.string(),
    v.startsWith(NEW_INTEREST_ID),
    v.transform((id) => id.slice(NEW_INTEREST_ID.length)),
    Id,
  ),
]);
/** A role's id, or the name of another role behind `OTHER_ROLE`. */
export const InterestRole = v.pipe(
  SafeText,
  v.check(
    (role) => (role.startsWith(OTHER_ROLE) ? CUSTOM_ROLE.test(role.slice(OTHER_ROLE.length)) : v.is(Slug, role)),
    'incorrect role',
  ),
);
const Interests = v.pipe(
  v.array(
    v.object({
      id: InterestId,
      sportId: Slug,
      sportInvolvement: v.pipe(
        v.array(v.object({ role: InterestRole, participationLevel: v.optional(v.nullable(Slug)) })),
        v.minLength(1, 'Required'),
        v.maxLength(60),
      ),
    }),
  ),
  v.minLength(1),
  v.maxLength(30),
);

export const listSportInterests = defineCall({
  id: 'profiles.sportInterests',
  method: 'GET',
  path: BASE,
  may: 'signedIn',
  input: v.object({ ...OF, include_inactive: v.optional(v.picklist(['true', 'false'])) }),
  output: listOf(SportInterest),
  problems: [],
  offline: 'cache',
  summary: 'Sports of a profile; none if they are hidden',
});
export const createSportInterests = defineCall({
  id: 'profiles.createSportInterests',
  method: 'POST',
  path: `${BASE}/create`,
  may: own,
  bodyKey: 'items',
  input: v.object({ ...OF, items: Interests }),
  output: listOf(SportInterest),
  problems: ['sport.no_role', 'sport.level_missing'],
  offline: 'queue',
  queued: {
    label: 'Add a sport to your profile',
    shownAt: 'outbox',
    rows: {
      makes: { table: 'sportInterests', by: 'items' },
      changes: [],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Adds sports with their roles to the own profile',
});
export const updateSportInterests = defineCall({
  id: 'profiles.updateSportInterests',
  method: 'PUT',
  path: `${BASE}/update`,
  may: own,
  bodyKey: 'items',
  input: v.object({ ...OF, items: Interests }),
  output: listOf(SportInterest),
  problems: ['sport.no_role', 'sport.level_missing'],
  offline: 'queue',
  queued: {
    label: 'Change the roles in a sport',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'sportInterests', by: 'items' }],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Changes the roles in sports of the own profile',
});
export const reorderSportInterests = defineCall({
  id: 'profiles.reorderSportInterests',
  method: 'PUT',
  path: `${BASE}/update-position`,
  may: own,
  input: v.object({ ...OF, sport_interest_list: Ids }),
  output: listOf(SportInterest),
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Reorder your sports',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'sportInterests', by: 'sport_interest_list' }],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Puts the sports of the own profile in order',
});
export const deleteSportInterests = defineCall({
  id: 'profiles.deleteSportInterests',
  method: 'DELETE',
  path: `${BASE}/delete`,
  deleteWithBody: true,
  may: own,
  input: v.object({ ...OF, sport_interest_list: Ids }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Remove a sport from your profile',
    shownAt: 'outbox',
    rows: {
      changes: [{ table: 'sportInterests', by: 'sport_interest_list' }],
      names: [{ table: 'profiles', by: 'profileId' }],
      notRows: ['userId'],
    },
  },
  summary: 'Removes sports from the own profile',
});
/** A role that a profile has in any of its sports. Source: SPO-030. */
export const listSportRoles = defineCall({
  id: 'profiles.sportRoles',
  method: 'GET',
  path: '/sport-roles',
  may: 'signedIn',
  input: v.object({ sports_profile_id: Id }),
  output: listOf(v.pick(SportRole, ['id', 'name', 'sportRoleRule'])),
  problems: [],
  offline: 'cache',
  summary: 'Roles of a profile in its sports; none if they are hidden',
});
