import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Me, Role } from './rows.ts';

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
  input: v.object({ lastLoginedRole: Role }),
  output: Me,
  problems: ['role.not_owned'],
  offline: 'queue',
  queued: {
    label: 'Switch the role',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }] },
  },
  summary: 'Switches the role in use',
});
const RoleRecord = v.object({ id: Id, firstTimeLogin: v.boolean() });
export const setLearner = defineCall({
  id: 'users.setLearner',
  method: 'PUT',
  path: '/learners/{id}',
  may: 'signedIn',
  input: v.object({ id: Id, firstTimeLogin: v.literal(false) }),
  output: RoleRecord,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Start as a Member',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }], notRows: ['id'] },
  },
  summary: 'Marks the first sign-in as Member as done',
});
export const setEducator = defineCall({
  id: 'users.setEducator',
  method: 'PUT',
  path: '/educators/{educatorId}',
  may: 'signedIn',
  input: v.object({ educatorId: Id, firstTimeLogin: v.literal(false) }),
  output: v.object({ educatorId: Id, firstTimeLogin: v.boolean() }),
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Start as a Creator',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }], notRows: ['educatorId'] },
  },
  summary: 'Marks the first sign-in as Creator as done',
});
