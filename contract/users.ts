import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { ADMINS_PAGE_SIZE } from './limits.ts';
import { Limit, listOf, Page, text } from './patterns.ts';
import { Me, Role } from './rows.ts';

export * from './users-records.ts';

export const readMe = defineCall({
  id: 'users.me',
  method: 'GET',
  path: '/users/me',
  may: 'signedIn',
  input: v.object({}),
  output: Me,
  problems: [],
  offline: 'cache',
  summary: 'The signed-in person',
});
export const RoleInfo = v.object({
  lastLoginedRole: Role,
  isLearner: v.boolean(),
  isEducator: v.boolean(),
  isOrganization: v.boolean(),
  isAdmin: v.boolean(),
  isEducatorRoleAvailable: v.boolean(),
  learnerId: v.nullable(Id),
  educatorId: v.nullable(Id),
  organizationId: v.nullable(Id),
});
export const readRoles = defineCall({
  id: 'users.roles',
  method: 'GET',
  path: '/users/me/roles',
  may: 'signedIn',
  input: v.object({}),
  output: RoleInfo,
  problems: [],
  offline: 'cache',
  summary: 'Roles of the signed-in person and the ids of their records',
});
export const setLastRole = defineCall({
  id: 'users.setLastRole',
  method: 'PUT',
  path: '/users/me/last-logined-role',
  may: 'signedIn',
  /** `actFor`: which of several organizations the person acts for. Source: decision 0093. */
  input: v.object({ lastLoginedRole: Role, actFor: v.optional(Id) }),
  output: Me,
  problems: ['role.not_owned'],
  offline: 'queue',
  queued: {
    label: 'Switch the role',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }], notRows: ['actFor'] },
  },
  summary: 'Switches the role in use',
});
/** A person in the picker of administrators. Source: ADM-008, D-296. */
export const SelectableUser = v.object({
  id: Id,
  firstName: v.string(),
  lastName: v.string(),
  username: v.string(),
  avatar: v.nullable(v.string()),
});
export type SelectableUser = v.InferOutput<typeof SelectableUser>;
export const listUsers = defineCall({
  id: 'users.list',
  method: 'GET',
  path: '/users',
  may: { any: ['organization', 'superadmin'] },
  input: v.object({ page: Page, limit: Limit(ADMINS_PAGE_SIZE), search: v.optional(text(0, 100)) }),
  output: listOf(SelectableUser),
  problems: [],
  offline: 'cache',
  summary:
    'People by name or username, by no other field; for an organization without its administrators and those it has invited',
});
/** What everybody signed in may know of a person; the rest is on the profile, as far as its owner shows it. */
export const PublicPerson = v.pick(Me, [
  'id',
  'userId',
  'profileId',
  'firstName',
  'lastName',
  'username',
  'userPhoto',
  'isEducator',
]);
export const readPerson = defineCall({
  id: 'users.read',
  method: 'GET',
  path: '/users/{userId}',
  may: 'signedIn',
  input: v.object({ userId: Id }),
  output: PublicPerson,
  problems: [],
  offline: 'cache',
  summary: 'The public fields of a person',
});
