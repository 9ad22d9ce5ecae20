import { commonText } from './common.ts';

/** Words of the management of administrators. Source: ADM-001…ADM-033, D-234…D-236; decision 0092. */
export const adminsText = {
  title: 'Admin Management',
  list: 'Administrators',
  roles: { Owner: 'Owner', Admin: 'Admin' },
  you: 'You',
  /** Beside the role, which comes first. */
  line: (role: string, email: string) => `${role} · ${email}`,
  add: 'Add administrators',
  choose: 'How do you want to add administrators?',
  byEmail: 'Invite admin',
  byEmailHelp: 'By an email address',
  fromUsers: 'Add admin users',
  fromUsersHelp: 'Choose from all people here',
  waiting: 'Invitations',
  waitingHelp: 'That nobody has answered yet',
  notApproved: 'Your organization is not approved yet',
  notApprovedHelp: 'Once it is, you can invite administrators here.',
  offline: 'Connect to the internet to change administrators.',
  failed: commonText.somethingWrong,
  working: commonText.saving,
  changeRole: 'Change role',
  roleOf: (name: string) => `Role of ${name}`,
  roleHelp: {
    Owner: 'Manages the administrators. An organization has one Owner.',
    Admin: 'Manages channels, Library and profile, and invites administrators.',
  },
  assign: 'Assign',
  transfer: {
    title: (name: string) => `Make ${name} the Owner?`,
    text: (organization: string) => `There is one Owner: you become an Admin of ${organization}.`,
    next: 'Transfer ownership',
    surely: 'Are you sure?',
    surelyText: (name: string) =>
      `You cannot take this back: only ${name} can then change roles and remove administrators.`,
    confirm: (name: string) => `Yes, ${name} is the Owner`,
    done: (name: string) => `${name} is the Owner now.`,
  },
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (name: string, organization: string) =>
    `${name} loses access to ${organization} at once. What was made for the organization stays.`,
  removed: (name: string) => `${name} was removed.`,
  leave: 'Leave organization',
  leaveTitle: (organization: string) => `Leave ${organization}?`,
  leaveText: 'You lose access at once. What you made for the organization stays.',
  left: (organization: string) => `You have left ${organization}.`,
  keep: commonText.cancel,
} as const;

/** Inviting by an address, and the picker. Source: ADM-010, ADM-011, ADM-028…ADM-031. */
export const inviteAdminText = {
  header: 'Admin Management',
  email: {
    heading: 'Invite admin',
    lead: 'The person gets a mail with the invitation, which ends after one month.',
    label: 'Email of the administrator',
    empty: 'Please enter an email address',
    next: 'Confirm an Invite',
    sent: 'Successfully invited administrator',
    failed: 'Failed to invite administrator',
  },
  users: {
    heading: 'Add admin users',
    search: 'Search for people',
    list: 'People',
    none: 'Nobody was found',
    noneHelp: 'Search by name or username. You can invite other people by email.',
    next: (count: number) => (count === 0 ? 'Invite' : `Invite ${count}`),
    chosen: (count: number) => (count === 1 ? '1 person chosen' : `${count} people chosen`),
    atLeastOne: 'Please select at least one user',
    tooMany: (most: number) => `Please select at most ${most} users`,
    sent: (count: number) =>
      count === 1 ? 'Successfully invited administrator' : 'Successfully invited administrators',
    failed: 'Failed to invite administrators',
  },
  sending: commonText.saving,
  offline: 'Connect to the internet to invite administrators.',
} as const;

/** Invitations that wait: those that the organization has sent, and those that the person got. Source: INV-011, D-234. */
export const adminInvitationsText = {
  sentTitle: 'Invite administrators',
  sentList: 'Invitations',
  sentNone: 'No invitation is waiting for an answer.',
  until: (date: string) => `Ends on ${date}`,
  undelivered: 'The mail came back: this address takes no mails. Cancel the invitation and check the address.',
  undeliveredBadge: 'Not delivered',
  cancel: 'Cancel invitation',
  cancelTitle: (to: string) => `Cancel the invitation of ${to}?`,
  cancelText: 'It can no longer be accepted.',
  cancelled: 'The invitation was cancelled.',
  notOwn: 'Only the Owner and who sent it can cancel an invitation.',
  ownTitle: 'Invitations to organizations',
  ownNone: 'You have no invitations of organizations.',
  invitedBy: (name: string) => `${name} invites you to administer it.`,
  invited: 'You are invited to administer it.',
  accept: 'Accept',
  decline: 'Decline',
  declineTitle: (organization: string) => `Decline the invitation of ${organization}?`,
  declineText: 'An administrator would have to invite you again.',
  declined: 'The invitation was declined.',
  accepted: (organization: string) => `You are an administrator of ${organization} now.`,
  open: (organization: string) => `Open ${organization}`,
  offline: 'Connect to the internet to answer.',
  back: commonText.cancel,
} as const;
