import type { InvitationLink, InvitationStatus } from '../invites.ts';
import { INVITATIONS_PER_DAY } from '../limits.ts';
import { commonText } from './common.ts';

const PRODUCT = commonText.product;

/** Words of Invite a Friend and Invite Your Community. Source: INV-009…INV-020, INV-051…INV-060; D-342 (T-39). */
export const invitesText = {
  title: 'Invite a Friend',
  /** Names of what a code belongs to. */
  program: 'Invite a Friend',
  standardCode: 'Your code',
  filter: 'Status',
  all: 'All',
  statuses: {
    pending: 'Pending',
    joined: 'Joined',
    expired: 'Expired',
    deleted: 'Deleted',
    suspended: 'Suspended',
    inactive: 'Cancelled',
    active: 'Active',
  } satisfies Record<InvitationStatus, string>,
  list: 'Invitations',
  add: 'Invite a friend',
  choose: 'How do you want to invite?',
  byText: 'Text Message',
  byTextHelp: 'To a phone number',
  byEmail: 'Email',
  byEmailHelp: 'To an email address',
  offline: 'Connect to the internet to send an invitation.',
  offlineChange: 'Connect to the internet to change an invitation.',
  /** INV-059 */
  noneOf: (status: string) => `You have no ${status.toLowerCase()} invitations.`,
  /** T-39 */
  none: 'You have no invitations yet. Tap the plus to invite a friend.',
  expires: 'Pending codes expire one month after they are made.',
  sent: (date: string) => `Sent ${date}`,
  waiting: 'Being sent',
  refused: 'This address does not take messages. Cancel the invitation and check the address.',
  copyCode: 'Copy code',
  copyInvite: 'Copy invite',
  share: 'Share',
  showCode: 'Show QR code',
  remind: 'Send a reminder',
  reminderUsed: 'Three reminders were sent.',
  reminderAt: (date: string) => `Possible again on ${date}`,
  resend: 'Send again',
  pause: 'Suspend',
  activate: 'Activate',
  cancel: 'Cancel invitation',
  delete: 'Delete',
  working: commonText.saving,
  cancelTitle: 'Cancel this invitation?',
  cancelText: (to: string) => `The code that ${to} got does not work any more. This cannot be undone.`,
  keep: 'Keep invitation',
  deleteTitle: 'Delete this invitation?',
  deleteText: 'It leaves your list, and a code that was not used does not work any more.',
  deleteAction: 'Delete',
  back: commonText.cancel,
  /** INV-057, INV-058 */
  codeCopied: (code: string) => `Code ${code} was copied to clipboard.`,
  inviteCopied: (code: string) => `Invite ${code} was copied to clipboard.`,
  notCopied: (text: string) => `It could not be copied. Select it here: ${text}`,
  reminded: 'The reminder is on its way.',
  resent: 'The invitation is on its way again.',
  cancelled: 'The invitation was cancelled.',
  deleted: 'The invitation was deleted.',
  suspended: 'The invitation is suspended.',
  activated: 'The invitation is active again.',
  /** INV-051 */
  failed: 'Sorry, something went wrong on the server :(',
  invite: (code: string, link: string) => `Join me on ${PRODUCT}: ${link} Your code: ${code}`,
  qrTitle: 'Scan to join',
  qrText: 'Scan this with a phone’s camera, or type the code.',
  qrLabel: (code: string) => `QR code of the invitation ${code}`,
} as const;

/** The two pages that send an invitation. Source: INV-012, INV-013, INV-033…INV-037, INV-055, INV-056. */
export const inviteFormText = {
  email: {
    heading: 'Invite by email',
    lead: `Your friend gets a mail with a link and a code. You can send ${INVITATIONS_PER_DAY} invitations a day.`,
    label: 'Email of your friend',
    sent: 'Invitation Code was send by Email',
  },
  text: {
    heading: 'Invite by text message',
    lead: 'Your friend gets a text message with a link and a code.',
    label: 'Phone number of your friend',
    sent: 'Invitation Code was send by Text Message.',
  },
  confirm: 'Confirm an Invite',
  sending: commonText.saving,
  pick: 'Choose from contacts',
  pickFailed: 'This contact could not be read. Type the address or number.',
} as const;

/** Invite Your Community. Source: INV-014…INV-023, D-219, D-350. */
export const communityCodesText = {
  title: 'Invite Your Community',
  list: 'Your codes',
  lead: 'Give these codes to your community. Whoever joins with one came with you.',
  none: 'You have no codes yet. You get your code when your first application is approved.',
  statuses: {
    Inactive: 'Inactive',
    Active: 'Active',
    Expired: 'Expired',
    Deleted: 'Deleted',
    Suspended: 'Suspended',
  },
  used: (count: number) => (count === 1 ? 'Used by 1 person' : `Used by ${count} people`),
  usedOf: (count: number, most: number) => `Used by ${count} of ${most} people`,
  facts: {
    type: 'Type',
    usage: 'Usage',
    discount: 'Discount for members',
    earning: 'You earn',
    duration: 'Duration',
    for: 'For',
    start: 'Starts',
    expiry: 'Expires',
    created: 'Made',
  },
  types: { standard: 'Standard', other: 'By agreement' },
  recipients: { learner: 'Members', educator: 'Creators' },
  noDiscount: 'None',
  percentEarned: (percent: number) => `${percent}% of what they pay`,
  amountEarned: (amount: string) => `${amount} for each month they pay`,
  nothingEarned: 'Nothing',
  months: (count: number) => (count === 1 ? '1 month' : `${count} months`),
  always: 'No end',
  now: 'At once',
  /** INV-017, INV-018 */
  pause: 'Pause Redemptions',
  activate: 'Activate',
  pausedByOperator: 'Sideline has paused this code. Write to us under Help & Support to ask why.',
  paused: 'The code is paused. People who used it keep what they got.',
  activated: 'The code can be used again.',
  changing: commonText.saving,
} as const;

/** The page behind the link of an invitation, and the one that refuses all. */
export const invitationText = {
  header: 'Invitation',
  loading: 'Your invitation',
  heading: (sender: string) => (sender ? `${sender} invites you to ${PRODUCT}.` : `You are invited to ${PRODUCT}.`),
  lead: 'Follow channels, watch and learn from Creators in your sport.',
  code: 'Your code',
  join: `Join ${PRODUCT}`,
  signIn: 'I have an account',
  elsewhere: `Do you use the installed app or another browser? Open ${PRODUCT} there and type this code where it asks ‘Do you have a code to redeem?’.`,
  elsewhereAffiliate: `Do you use the installed app or another browser? Open ${PRODUCT} there and type this code where it asks ‘Do you have an Affiliate Code?’.`,
  copy: 'Copy code',
  useNow: 'Use this code',
  hasAccount: 'You are signed in and joined already. An invitation is for people who are new here.',
  toApp: 'Open the app',
  offline: 'You are offline. Your code is kept on this device; join when you are connected.',
  states: {
    used: {
      heading: 'This invitation was used already',
      text: 'Ask your friend for a new one, or join without a code.',
    },
    expired: {
      heading: 'This invitation has expired',
      text: 'Ask your friend to send it again, or join without a code.',
    },
    cancelled: {
      heading: 'This invitation was cancelled',
      text: 'Ask your friend for a new one, or join without a code.',
    },
    paused: { heading: 'This invitation is paused', text: 'Ask your friend about it, or join without a code.' },
  } satisfies Record<Exclude<InvitationLink['state'], 'open'>, { heading: string; text: string }>,
  unknown: 'This link does not work',
  unknownText: 'Check the address, or ask your friend to send it again. You can also join without a code.',
  without: 'Join without a code',
  retry: commonText.retry,
  refusing: {
    heading: 'No more invitations?',
    lead: `We then send no invitations to the address of this mail, from any member. You can join ${PRODUCT} at any time.`,
    action: 'Send me no invitations',
    sending: commonText.saving,
    done: 'You get no more invitations',
    doneText: 'You can close this page.',
    noLink: 'Open the link in the mail again',
    noLinkText: 'The address of this page is not complete.',
  },
} as const;
