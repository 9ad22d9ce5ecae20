import * as v from 'valibot';
import { defineCall } from './call.ts';
import { InvitedEmail } from './forms.ts';
import { Id, Slug } from './ids.ts';
import { ADMINS_PAGE_SIZE, ADMINS_PER_INVITE } from './limits.ts';
import { Instant, Limit, Nothing, Offset, Page, listOf } from './patterns.ts';
import { Me } from './rows.ts';

// Administrators of an organization, and invitations to become one. Source: D-234…D-236, D-294; decision 0092.

export const AdminRole = v.picklist(['Owner', 'Admin']);
export type AdminRole = v.InferOutput<typeof AdminRole>;

/** Source: ADM-007. */
export const Admin = v.object({
  /** Of the person. */
  id: Id,
  role: AdminRole,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  userPhoto: v.nullable(v.string()),
  sportInterests: v.array(v.object({ id: Slug, name: v.string() })),
});
export type Admin = v.InferOutput<typeof Admin>;

/** An invitation that nobody has answered yet, as the organization sees it. */
export const AdminInvitation = v.object({
  id: Id,
  /** One of the two is null: the address it was sent to, or the person who was picked. */
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  createdAt: Instant,
  expiresAt: Instant,
  /** Since when the invited address is known to take no mail; null for a person who was picked. Source: decision 0135. */
  undeliveredAt: v.nullable(Instant),
  /** The caller may take it back: the Owner any, an Admin the own ones. */
  mayCancel: v.boolean(),
});
export type AdminInvitation = v.InferOutput<typeof AdminInvitation>;

/** The same invitation, as the invited person sees it. */
export const InvitationToAdminister = v.object({
  id: Id,
  organizationName: v.string(),
  /** Who invites; null if the account is gone. */
  invitedBy: v.nullable(v.string()),
  expiresAt: Instant,
});
export type InvitationToAdminister = v.InferOutput<typeof InvitationToAdminister>;

/** What became of several invitations: which were sent, and why the others were not. */
const Invited = v.object({
  invited: v.array(v.string()),
  errors: v.array(v.object({ of: v.string(), code: v.string(), message: v.string() })),
});

/** Limits of a page of administrators and of the picker. Source: ADM-033. */
const pageOf = { page: Page, limit: Limit(ADMINS_PAGE_SIZE) };

export const listAdmins = defineCall({
  id: 'organizations.admins',
  method: 'GET',
  path: '/organizations/{id}/admins',
  may: 'organization',
  input: v.object({ id: Id, ...pageOf }),
  output: listOf(Admin),
  problems: ['access.not_found'],
  offline: 'cache',
  summary: 'Administrators of the organization that the caller acts for, the Owner first',
});
export const changeAdminRole = defineCall({
  id: 'organizations.changeAdminRole',
  method: 'PUT',
  path: '/organizations/{id}/admins/{adminId}/role',
  may: 'organization',
  input: v.object({ id: Id, adminId: Id, role: AdminRole, ownership_transfer: v.optional(v.boolean(), false) }),
  output: Admin,
  problems: ['access.not_found', 'access.denied', 'organization.owner_needed'],
  offline: 'online',
  summary:
    'The Owner makes another administrator the Owner and becomes Admin; a role that the person has changes nothing',
});
export const removeAdmin = defineCall({
  id: 'organizations.removeAdmin',
  method: 'DELETE',
  path: '/organizations/{id}/admins/{adminId}',
  may: 'organization',
  input: v.object({ id: Id, adminId: Id }),
  output: Nothing,
  problems: ['access.not_found', 'access.denied', 'organization.owner_needed'],
  offline: 'online',
  summary: 'The Owner removes an Admin, or an Admin leaves',
});

const INVITE_PROBLEMS = [
  'access.not_found',
  'organization.is_admin',
  'organization.invited',
  'invite.undelivered',
  'invite.opted_out',
  'invite.limit',
  'invite.address_limit',
] as const;
export const inviteAdministrator = defineCall({
  id: 'organizations.inviteAdministrator',
  method: 'POST',
  path: '/invites/administrator',
  may: 'organization',
  input: v.object({ email: InvitedEmail }),
  output: v.object({ errors: v.array(v.string()) }),
  problems: INVITE_PROBLEMS,
  offline: 'online',
  summary: 'Invites an address to administer the organization that the caller acts for; `errors` is empty',
});
export const inviteAdminsByEmails = defineCall({
  id: 'organizations.inviteAdminsByEmails',
  method: 'POST',
  path: '/organizations/{id}/admins/invite-by-emails',
  may: 'organization',
  input: v.object({
    id: Id,
    emails: v.pipe(v.array(InvitedEmail), v.minLength(1), v.maxLength(ADMINS_PER_INVITE)),
  }),
  output: Invited,
  problems: ['access.not_found'],
  offline: 'online',
  summary: 'Invites several addresses; one that cannot be invited does not stop the others',
});
export const inviteAdminsByUsers = defineCall({
  id: 'organizations.inviteAdminsByUsers',
  method: 'POST',
  path: '/organizations/{id}/admins/invite-by-users',
  may: 'organization',
  input: v.object({ id: Id, user_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(ADMINS_PER_INVITE)) }),
  output: Invited,
  problems: ['access.not_found'],
  offline: 'online',
  summary: 'Invites several people of the picker; one who cannot be invited does not stop the others',
});
export const listAdminInvitations = defineCall({
  id: 'organizations.adminInvitations',
  method: 'GET',
  path: '/organizations/{id}/admin-invitations',
  may: 'organization',
  input: v.object({ id: Id, limit: Limit(25), offset: Offset }),
  output: listOf(AdminInvitation),
  problems: ['access.not_found'],
  offline: 'cache',
  summary: 'Invitations that nobody has answered yet, the newest first',
});
export const cancelAdminInvitation = defineCall({
  id: 'organizations.cancelAdminInvitation',
  method: 'DELETE',
  path: '/organizations/{id}/admin-invitations/{invitationId}',
  may: 'organization',
  input: v.object({ id: Id, invitationId: Id }),
  output: Nothing,
  problems: ['access.not_found'],
  offline: 'online',
  summary: 'Takes an invitation back: the Owner any, an Admin the own ones',
});
export const listOwnAdminInvitations = defineCall({
  id: 'organizations.ownAdminInvitations',
  method: 'GET',
  path: '/users/me/organization-invitations',
  may: 'registered',
  input: v.object({}),
  output: listOf(InvitationToAdminister),
  problems: [],
  offline: 'cache',
  summary: 'Invitations of organizations that the person has not answered yet',
});
export const answerAdminInvitation = defineCall({
  id: 'organizations.answerAdminInvitation',
  method: 'POST',
  path: '/users/me/organization-invitations/{invitationId}/answer',
  may: 'registered',
  input: v.object({ invitationId: Id, isAccepted: v.boolean() }),
  output: Me,
  problems: ['access.not_found'],
  offline: 'online',
  summary: 'Accepts an invitation, which makes the person an Admin, or declines it',
});
