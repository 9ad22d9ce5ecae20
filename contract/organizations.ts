import * as v from 'valibot';
import { REASON_MAX, REASON_MIN } from './applications-limits.ts';
import { defineCall } from './call.ts';
import { PhoneNumber } from './forms.ts';
import { Id, Slug } from './ids.ts';
import {
  Choices,
  ContactPerson,
  OrganizationAddress,
  OrganizationName,
  OrganizationWebSite,
  OthersFields,
  PrimeObjective,
  Purpose,
  SelectedSports,
} from './organizations-forms.ts';
import { Instant, Limit, Offset, listOf, text } from './patterns.ts';
import { Me } from './rows.ts';

export * from './organizations-admins.ts';

// Registration of an organization, and the operator's decision about it. Source: D-230, D-231; decision 0088.

export const OrganizationStatus = v.picklist(['pending', 'approved', 'denied']);
/** An organization that the person has registered. */
export const RegisteredOrganization = v.object({
  id: Id,
  name: v.string(),
  status: OrganizationStatus,
  /** True once the second part, what describes it, was sent as well. */
  isComplete: v.boolean(),
  createdAt: Instant,
});
export type RegisteredOrganization = v.InferOutput<typeof RegisteredOrganization>;

export const becomeOrganization = defineCall({
  id: 'organizations.become',
  method: 'PUT',
  path: '/users/me/as-organization',
  may: 'signedIn',
  flag: { name: 'JoinAsOrganization', off: 'organization.closed' },
  input: v.object({}),
  output: Me,
  problems: ['access.not_found', 'organization.closed'],
  offline: 'online',
  summary: 'Marks that the person registers an organization',
});
export const createOrganization = defineCall({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  may: 'signedIn',
  flag: { name: 'JoinAsOrganization', off: 'organization.closed' },
  input: v.object({
    id: Id,
    name: OrganizationName,
    website: OrganizationWebSite,
    phoneNumber: PhoneNumber,
    sports: SelectedSports,
    address: OrganizationAddress,
  }),
  output: RegisteredOrganization,
  problems: ['organization.exists', 'organization.closed', 'access.not_found'],
  offline: 'online',
  summary: 'Registers an organization, which waits for approval; sent again with the same id it replaces what it said',
});
export const registerOrganization = defineCall({
  id: 'organizations.register',
  method: 'PUT',
  path: '/organizations/{id}/registration',
  may: 'signedIn',
  input: v.object({
    id: Id,
    ...Choices,
    ...OthersFields,
    ...ContactPerson,
    description: v.optional(Purpose, ''),
    organizationPrimeObjective: PrimeObjective,
    needCopyLibrary: v.optional(v.boolean(), false),
  }),
  output: RegisteredOrganization,
  problems: ['access.not_found', 'application.decided'],
  offline: 'online',
  summary: 'Describes an own organization that waits for approval',
});
export const listOwnOrganizations = defineCall({
  id: 'organizations.own',
  method: 'GET',
  path: '/organizations/own',
  may: 'signedIn',
  input: v.object({}),
  output: listOf(RegisteredOrganization),
  problems: [],
  offline: 'cache',
  summary: 'Organizations that the person has registered, the newest first',
});

const Owner = v.object({ userId: Id, name: v.string(), username: v.string(), email: v.string() });
export const ReviewedOrganization = v.object({
  ...RegisteredOrganization.entries,
  owner: v.nullable(Owner),
  sports: v.array(Slug),
  /** Everything that the registration said. */
  registration: v.nullable(v.record(v.string(), v.unknown())),
  reason: v.nullable(v.string()),
});
export const listOrganizations = defineCall({
  id: 'organizations.list',
  method: 'GET',
  path: '/admin/organizations',
  may: 'superadmin',
  input: v.object({ status: v.optional(OrganizationStatus), limit: Limit(100), offset: Offset }),
  output: listOf(ReviewedOrganization),
  problems: [],
  offline: 'online',
  summary: 'Organizations with their registrations, the oldest first',
});
export const readOrganizationRegistration = defineCall({
  id: 'organizations.read',
  method: 'GET',
  path: '/admin/organizations/{id}',
  may: 'superadmin',
  input: v.object({ id: Id }),
  output: ReviewedOrganization,
  problems: [],
  offline: 'online',
  summary: 'An organization with its registration',
});
export const decideOrganization = defineCall({
  id: 'organizations.decide',
  method: 'PUT',
  path: '/admin/organizations/{id}',
  may: 'superadmin',
  input: v.object({ id: Id, status: v.picklist(['approved', 'denied']), reason: text(REASON_MIN, REASON_MAX) }),
  output: ReviewedOrganization,
  problems: ['application.decided'],
  offline: 'online',
  summary: 'Approves or denies a pending organization, with a reason that is sent to its Owner',
});
