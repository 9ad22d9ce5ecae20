import { kinds } from './problem-kinds.ts';
import {
  INVITATION_TEXTS_PER_DAY,
  INVITATIONS_PER_DAY,
  LISTED_INVITATIONS_PER_DAY,
  REMINDERS_PER_INVITATION,
} from './limits.ts';

/** Problems of invitations and codes. Source: INV-030, INV-054, D-213…D-218, decision 0090. */
export const inviteProblems = kinds({
  'invite.unknown_code': { status: 404, field: 'code', message: () => 'Incorrect invitation code' },
  'invite.used': { status: 409, field: 'code', message: () => 'This invitation code was used already.' },
  'invite.own_code': { status: 409, field: 'code', message: () => 'This is your own code. Invite a friend with it.' },
  'invite.expired': {
    status: 410,
    field: 'code',
    message: (d) => `This invitation code has expired. Ask ${d['sender'] ?? 'your friend'} to send it again.`,
  },
  'invite.cancelled': {
    status: 410,
    field: 'code',
    message: (d) => `${d['sender'] ?? 'Your friend'} has cancelled this invitation.`,
  },
  'invite.paused': {
    status: 409,
    field: 'code',
    message: (d) => `This invitation is paused. Ask ${d['sender'] ?? 'your friend'} about it.`,
  },
  'invite.other_role': {
    status: 409,
    field: 'code',
    message: (d) => `This code is for people who join as a ${d['role'] ?? 'Member'}.`,
  },
  'invite.has_account': { status: 409, message: () => 'This person has an account already.' },
  'invite.exists': {
    status: 409,
    message: () => 'You have invited this person already. Open the invitation in your list to send it again.',
  },
  'invite.undelivered': {
    status: 409,
    message: () =>
      'This address takes no mails. Cancel the invitation and check the address, or invite in another way.',
  },
  'invite.opted_out': { status: 409, message: () => 'This person does not want to get invitations.' },
  'invite.list_limit': {
    status: 429,
    message: () =>
      `You have sent ${LISTED_INVITATIONS_PER_DAY} invitations by lists today. Send the rest tomorrow, or show the QR code.`,
  },
  'invite.text_limit': {
    status: 429,
    message: () =>
      `You can send ${INVITATION_TEXTS_PER_DAY} text messages a day. Use email addresses, or show the QR code.`,
  },
  'invite.limit': {
    status: 429,
    message: () => `You can send ${INVITATIONS_PER_DAY} invitations a day. Please try again tomorrow.`,
  },
  'invite.address_limit': {
    status: 429,
    message: () => 'This person got several invitations today. Please try again tomorrow.',
  },
  'invite.reminder_limit': {
    status: 429,
    message: () => `You can send one reminder in 24 hours, and ${REMINDERS_PER_INVITATION} in all.`,
  },
  'invite.not_possible': {
    status: 409,
    message: () => 'This invitation has changed meanwhile. Look at the list again.',
  },
  'invite.link_unknown': { status: 404, message: () => 'This link does not work. Open the link in the mail again.' },
  'affiliate.unknown_code': { status: 400, field: 'code', message: () => 'This affiliate code is not valid.' },
  'affiliate.own_code': { status: 400, field: 'code', message: () => 'This is your own code.' },
  'affiliate.expired': { status: 400, field: 'code', message: () => 'This affiliate code has expired.' },
  'affiliate.paused': {
    status: 400,
    field: 'code',
    message: () => 'This affiliate code is paused. Try again later, or go on without it.',
  },
  'affiliate.paused_by_operator': {
    status: 409,
    message: () => 'Sideline has paused this code. Write to us under Help & Support to ask why.',
  },
  'affiliate.not_possible': { status: 409, message: () => 'This code can only be read.' },
});
