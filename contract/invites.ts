import * as v from 'valibot';
import { defineCall } from './call.ts';
import { AffiliateCode, AffiliateCodeInput, InvitationCode, InvitedEmail, PhoneNumber } from './forms.ts';
import { Id, Slug } from './ids.ts';
import { INVITE_BATCH_MAX } from './limits.ts';
import { all } from './may.ts';
import { Instant, Limit, Nothing, Offset, listOf } from './patterns.ts';

// Invitations to one friend, codes for a whole community, and what both lead to. Source: D-213…D-221, decision 0090.

const RecipientType = v.picklist(['learner', 'educator']);

export const InvitationStatus = v.picklist([
  'pending',
  'joined',
  'expired',
  'deleted',
  'suspended',
  'inactive',
  'active',
]);
export type InvitationStatus = v.InferOutput<typeof InvitationStatus>;

/** An invitation to one person. Source: INV-024, INV-025. */
export const Invitation = v.object({
  id: Id,
  code: v.string(),
  status: InvitationStatus,
  /** One of the two is null. */
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  recipientType: RecipientType,
  sportId: v.nullable(Slug),
  createdAt: Instant,
  expiresAt: Instant,
  /** `refused`: the mail server or the SMS gateway does not take messages for this address. */
  delivery: v.picklist(['waiting', 'sent', 'refused']),
  /** Since when the address is known to take no mail: none is sent there any more. Source: decision 0135. */
  undeliveredAt: v.nullable(Instant),
  remindersLeft: v.number(),
  /** Until when no reminder can be sent; null if one can be sent now. */
  nextReminderAt: v.nullable(Instant),
});
export type Invitation = v.InferOutput<typeof Invitation>;

export const listInvitations = defineCall({
  id: 'invites.list',
  method: 'GET',
  path: '/invitation-codes',
  may: 'registered',
  input: v.object({ limit: Limit(100), offset: Offset, status: v.optional(InvitationStatus) }),
  output: listOf(Invitation),
  problems: [],
  offline: 'cache',
  summary: 'Own invitations, the newest first; without a status all that are not deleted',
});
const INVITE_PROBLEMS = [
  'invite.has_account',
  'invite.exists',
  'invite.undelivered',
  'invite.opted_out',
  'invite.limit',
  'invite.text_limit',
  'invite.address_limit',
] as const;
export const createInvitation = defineCall({
  id: 'invites.create',
  method: 'POST',
  path: '/invitation-codes/create',
  may: 'registered',
  input: v.pipe(
    v.object({
      email: v.optional(InvitedEmail),
      phoneNumber: v.optional(PhoneNumber),
      recipientType: RecipientType,
      sportId: v.optional(Slug),
    }),
    v.check(({ email, phoneNumber }) => (email === undefined) !== (phoneNumber === undefined), 'Enter one of the two'),
  ),
  output: Invitation,
  problems: INVITE_PROBLEMS,
  offline: 'online',
  summary: 'Invites one person by mail or text message',
});
export const inviteByEmail = defineCall({
  id: 'invites.inviteByEmail',
  method: 'POST',
  path: '/invites/friend/email',
  may: 'registered',
  input: v.object({ email: InvitedEmail }),
  output: Invitation,
  problems: INVITE_PROBLEMS,
  offline: 'online',
  summary: 'Invites a friend by mail',
});
export const inviteByText = defineCall({
  id: 'invites.inviteByText',
  method: 'POST',
  path: '/invites/friend/text',
  may: 'registered',
  input: v.object({ phoneNumber: PhoneNumber }),
  output: Invitation,
  problems: INVITE_PROBLEMS,
  offline: 'online',
  summary: 'Invites a friend by text message',
});
const InvitedOne = v.pipe(
  v.object({
    email: v.optional(InvitedEmail),
    phoneNumber: v.optional(PhoneNumber),
    recipientType: RecipientType,
  }),
  v.check(({ email, phoneNumber }) => (email === undefined) !== (phoneNumber === undefined), 'Enter one of the two'),
);
/** A row that is refused has the code and the message of a problem; one that was invited has null in both. Source: decision 0132. */
export const InvitedRow = v.object({ to: v.string(), code: v.nullable(v.string()), message: v.nullable(v.string()) });
export type InvitedRow = v.InferOutput<typeof InvitedRow>;
export const inviteMany = defineCall({
  id: 'invites.inviteMany',
  method: 'POST',
  path: '/invites/list',
  may: all('registered', 'creator'),
  input: v.object({ people: v.pipe(v.array(InvitedOne), v.minLength(1), v.maxLength(INVITE_BATCH_MAX)) }),
  output: v.object({ results: v.array(InvitedRow) }),
  problems: [],
  offline: 'online',
  summary: 'Invites a part of a list; each row is answered for itself, in the order of the list',
});
export const changeInvitation = defineCall({
  id: 'invites.change',
  method: 'PUT',
  path: '/invitation-codes/{codeId}',
  may: 'registered',
  input: v.object({ codeId: Id, status: v.picklist(['inactive', 'suspended', 'active']) }),
  output: Invitation,
  problems: ['invite.not_possible'],
  offline: 'online',
  summary: 'Cancels (`inactive`), suspends or activates an own invitation',
});
export const deleteInvitation = defineCall({
  id: 'invites.delete',
  method: 'DELETE',
  path: '/invitation-codes/{id}',
  may: 'registered',
  input: v.object({ id: Id }),
  output: Nothing,
  problems: [],
  offline: 'online',
  summary: 'Deletes an own invitation; its code is refused from then on',
});
export const resendInvitation = defineCall({
  id: 'invites.resend',
  method: 'POST',
  path: '/invitation-codes/{id}/resend',
  may: 'registered',
  input: v.object({ id: Id }),
  output: Invitation,
  problems: ['invite.not_possible', ...INVITE_PROBLEMS],
  offline: 'online',
  summary: 'Sends an expired invitation again; it is pending for another month',
});
export const remindInvitation = defineCall({
  id: 'invites.remind',
  method: 'POST',
  path: '/invitation-codes/{codeId}/reminder/send',
  may: 'registered',
  input: v.object({ codeId: Id }),
  output: Nothing,
  problems: ['invite.not_possible', 'invite.reminder_limit', ...INVITE_PROBLEMS],
  offline: 'online',
  summary: 'Reminds the invited person: once in 24 hours, and three times in all',
});

export const checkInviteCode = defineCall({
  id: 'invites.checkCode',
  method: 'POST',
  path: '/invitation-codes/check-shareable-code',
  may: 'signedIn',
  input: v.object({ recipientType: RecipientType, code: InvitationCode }),
  output: v.object({
    sender: v.string(),
    inviteProgram: v.object({
      name: v.string(),
      discountAmountUnit: v.picklist(['currency', 'percent']),
      discountAmountValue: v.number(),
      durationInMonths: v.number(),
      recipientType: v.string(),
    }),
  }),
  problems: [
    'invite.unknown_code',
    'invite.used',
    'invite.own_code',
    'invite.expired',
    'invite.cancelled',
    'invite.paused',
    'invite.other_role',
  ],
  offline: 'online',
  summary: 'Checks an invitation code and keeps it for the registration',
});
export const applyAffiliateCode = defineCall({
  id: 'invites.applyAffiliate',
  method: 'POST',
  path: '/affiliate-code/apply',
  may: 'signedIn',
  input: AffiliateCodeInput,
  output: v.object({ sender: v.string() }),
  problems: [
    'affiliate.unknown_code',
    'affiliate.own_code',
    'affiliate.expired',
    'affiliate.paused',
    'discount.expired',
  ],
  offline: 'online',
  summary: 'Applies an affiliate code to the registration',
});

/** A code for a whole community. Source: INV-021…INV-023. */
export const CommunityCode = v.object({
  id: Id,
  codeValue: v.string(),
  /** `standard`: the one that every approved Creator gets. Source: D-219. */
  type: v.picklist(['standard', 'other']),
  name: v.string(),
  status: v.picklist(['Inactive', 'Active', 'Expired', 'Deleted', 'Suspended']),
  /** Only operators activate it again. Devices may hold answers of before without it. Source: decision 0129. */
  isPausedByOperator: v.optional(v.boolean()),
  /** How many people have used it. */
  usageRate: v.number(),
  /** How many may use it; null: any number. */
  maximumQuantityOfCodes: v.nullable(v.number()),
  /** What its Creator earns from a member who came with it: cents for a paid month, or percent. Null: nothing. Source: D-350. */
  customerMarketingFeeUnit: v.nullable(v.picklist(['currency', 'percent'])),
  customerMarketingFeeValue: v.nullable(v.number()),
  /** Cents, or percent. Source: D-357. */
  discountAmountUnit: v.picklist(['currency', 'percent']),
  discountAmountValue: v.number(),
  durationInMonths: v.number(),
  recipientType: RecipientType,
  startDate: v.nullable(Instant),
  expiryDate: v.nullable(Instant),
  creationDate: Instant,
});
export type CommunityCode = v.InferOutput<typeof CommunityCode>;

export const listOwnCodes = defineCall({
  id: 'invites.ownCodes',
  method: 'GET',
  path: '/affiliate-codes/my',
  may: 'creator',
  input: v.object({}),
  output: listOf(CommunityCode),
  problems: [],
  offline: 'cache',
  summary: 'Own codes for a community, the newest first',
});
export const changeOwnCode = defineCall({
  id: 'invites.changeOwnCode',
  method: 'PATCH',
  path: '/affiliate-codes/my/update-status/{id}',
  may: 'creator',
  input: v.object({ id: Id, status: v.picklist(['Active', 'Suspended']) }),
  output: CommunityCode,
  problems: ['affiliate.not_possible', 'affiliate.paused_by_operator'],
  offline: 'online',
  summary: 'Pauses or activates an own code',
});

/** What the page of an invitation's link shows before there is an account. */
export const InvitationLink = v.object({
  code: v.string(),
  kind: v.picklist(['invitation', 'affiliate']),
  recipientType: RecipientType,
  /** First name of the sender; empty if it is no plain name, and for a code of the product. */
  senderName: v.string(),
  state: v.picklist(['open', 'used', 'expired', 'cancelled', 'paused']),
});
export type InvitationLink = v.InferOutput<typeof InvitationLink>;

export const readInvitationLink = defineCall({
  id: 'invites.link',
  method: 'GET',
  path: '/invitation-links/{code}',
  may: 'anyone',
  input: v.object({ code: AffiliateCode }),
  output: InvitationLink,
  problems: ['access.not_found'],
  offline: 'online',
  summary: 'Who invites with a code, and whether it can still be used; it changes nothing',
});
/** An id, and the proof that the server mailed it. */
const RefusalToken = v.pipe(v.string(), v.regex(/^[\w-]{22}\.[\w-]{43}$/, 'This link is not complete'));
export const refuseInvitations = defineCall({
  id: 'invites.refuse',
  method: 'POST',
  path: '/invitation-refusals',
  may: 'anyone',
  input: v.object({ token: RefusalToken }),
  output: Nothing,
  problems: ['invite.link_unknown'],
  offline: 'online',
  summary: 'The address of a mail gets no more invitations',
});
