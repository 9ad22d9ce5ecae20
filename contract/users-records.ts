import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { text } from './patterns.ts';
import { Country, OrganizationName, WebSite } from './profiles-fields.ts';

/**
 * The records of a person's roles, each with its own calls. Only its owner, or an admin of the organization, has them.
 * Source: ACC-063…ACC-065, ACC-130, ACC-131; D-304; docs/decisions/0060.
 */

const LearnerRecord = v.object({ id: Id, firstTimeLogin: v.boolean() });
const EducatorRecord = v.object({ educatorId: Id, firstTimeLogin: v.boolean() });
const OrganizationRecord = v.object({
  id: Id,
  firstTimeLogin: v.boolean(),
  name: v.string(),
  webSite: v.nullable(v.string()),
  description: v.nullable(v.string()),
  /** The country of the organization: `country` on its profile. */
  birthCountry: v.nullable(v.string()),
  state: v.nullable(v.string()),
  city: v.nullable(v.string()),
  logo: v.nullable(v.string()),
  bannerImage: v.nullable(v.string()),
  /** What the caller is in the organization. */
  role: v.picklist(['Owner', 'Admin']),
});
export type OrganizationRecord = v.InferOutput<typeof OrganizationRecord>;

export const readLearner = defineCall({
  id: 'users.readLearner',
  method: 'GET',
  path: '/learners/{id}',
  may: 'signedIn',
  input: v.object({ id: Id }),
  output: LearnerRecord,
  problems: [],
  offline: 'cache',
  summary: 'The own record as Member',
});
export const setLearner = defineCall({
  id: 'users.setLearner',
  method: 'PUT',
  path: '/learners/{id}',
  may: 'signedIn',
  input: v.object({ id: Id, firstTimeLogin: v.literal(false) }),
  output: LearnerRecord,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Start as a Member',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }], notRows: ['id'] },
  },
  summary: 'Marks the first sign-in as Member as done',
});
export const readEducator = defineCall({
  id: 'users.readEducator',
  method: 'GET',
  path: '/educators/{educatorId}',
  may: 'signedIn',
  input: v.object({ educatorId: Id }),
  output: EducatorRecord,
  problems: [],
  offline: 'cache',
  summary: 'The own record as Creator',
});
export const setEducator = defineCall({
  id: 'users.setEducator',
  method: 'PUT',
  path: '/educators/{educatorId}',
  may: 'signedIn',
  input: v.object({ educatorId: Id, firstTimeLogin: v.literal(false) }),
  output: EducatorRecord,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Start as a Creator',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }], notRows: ['educatorId'] },
  },
  summary: 'Marks the first sign-in as Creator as done',
});
export const readOrganization = defineCall({
  id: 'users.readOrganization',
  method: 'GET',
  path: '/organizations/{id}',
  may: 'signedIn',
  input: v.object({ id: Id }),
  output: OrganizationRecord,
  problems: [],
  offline: 'cache',
  summary: 'The record of an organization that the caller administers',
});
/** What is left out stays; null empties a field. */
export const setOrganization = defineCall({
  id: 'users.setOrganization',
  method: 'PUT',
  path: '/organizations/{id}',
  may: 'signedIn',
  input: v.object({
    id: Id,
    firstTimeLogin: v.optional(v.literal(false)),
    name: v.optional(OrganizationName),
    webSite: v.optional(v.nullable(WebSite)),
    description: v.optional(v.nullable(text(0, 1000))),
    birthCountry: v.optional(v.nullable(Country)),
  }),
  output: OrganizationRecord,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Start as an Organization',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'me' }], notRows: ['id'] },
  },
  summary: 'Changes the record of an organization, or marks its first sign-in as done',
});
