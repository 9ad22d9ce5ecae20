import { REASON_MIN } from '../applications-limits.ts';

/** Words of the operator's pages about comments, reports and people. Source: decision 0094, decision 0114. */
export const deskActText = {
  reason: 'Reason',
  reasonHelp: (name: string) => `${name} reads it. At least ${REASON_MIN} characters.`,
  told: (name: string) => `${name} is told`,
  offline: 'You are offline. Your reason is kept on this device; go on when you are connected.',
  /** The answer may have been lost on its way. */
  failed: 'No answer came. Your reason is kept. Please try again: it is done only once.',
  saving: 'Saving',
  reports: {
    tab: 'Reports',
    title: 'Reports',
    filter: 'Status',
    statuses: { open: 'Waiting', decided: 'Decided' },
    none: { open: 'No report waits for a decision.', decided: 'Nothing was decided yet.' },
    list: 'Reported comments',
    commentBy: (name: string) => `Comment by ${name}`,
    /** The author changed it after the report. */
    changed: (comment: string) => `Now: ${comment}`,
    gone: 'The comment was deleted.',
    by: (name: string, reason: string) => `${name}: ${reason}`,
    reported: (age: string) => `Reported ${age}`,
    decisions: { hidden: 'Hidden', kept: 'Kept' },
    decided: (reason: string, age: string) => `${reason} (${age})`,
    hide: 'Hide',
    keep: 'Keep',
    hideTitle: (name: string) => `Hide the comment by ${name}?`,
    keepTitle: (name: string) => `Keep the comment by ${name}?`,
    /** Who reads the reason. */
    everybody: 'Each reporter',
    both: 'The author',
    done: 'Decided. Everybody concerned is told why.',
    all: 'All comments of this channel',
  },
  people: {
    tab: 'People',
    title: 'People',
    search: 'Name, username or email',
    count: (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`),
    none: 'Nobody has these words in their name, username or email.',
    list: 'People',
    joined: (age: string) => `Joined ${age}`,
    lastSeen: (age: string) => `last used ${age}`,
    devices: (count: number) => (count === 1 ? 'signed in on 1 device' : `signed in on ${count} devices`),
    signedOut: 'signed in nowhere',
    roles: { learner: 'Member', educator: 'Creator' },
    states: { suspended: 'Suspended', deleted: 'Deleted' },
    filter: 'Show',
    filters: { all: 'Everybody', suspended: 'Suspended' },
    noneSuspended: 'Nobody is suspended.',
    noneSuspendedFound: 'No suspended person has these words in their name, username or email.',
    /** @param by Empty if the operator has left. */
    suspended: (by: string, age: string) => `Suspended ${age} by ${by || 'an operator'}`,
    operator: 'Operator',
    logIn: 'Log in as admin',
    logInTitle: (name: string) => `Log in as ${name}?`,
    logInHelp: (name: string) =>
      `You are signed out of your own account on this device and see what ${name} sees, for an hour. What opens the account, what costs or pays money, and what speaks to others in their name stays closed.`,
    signOut: 'Sign out everywhere',
    signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
    signOutHelp:
      'Every device is signed out, and operators in the account too. Nothing that is on a device is deleted.',
    signedOutToast: 'Signed out everywhere. The person is told why.',
    suspend: 'Suspend',
    suspendTitle: (name: string) => `Suspend ${name}?`,
    suspendHelp: (name: string) =>
      `${name} is signed out on every device and cannot sign in. Others do not see the profile, comments and own channels, and nobody finds them. Channels of organizations stay. Nothing is deleted, no new month of a paid sport is charged, and what was earned stays in the wallet. Restore takes it back.`,
    suspendedToast: 'Suspended. The person is told why.',
    restore: 'Restore',
    restoreTitle: (name: string) => `Restore ${name}?`,
    restoreHelp: (name: string) =>
      `${name} can sign in again, and others see what was hidden. A paid sport that was cancelled stays cancelled until ${name} goes on with it.`,
    restoredToast: 'Restored. The person is told why.',
  },
  /** Log in as admin. Source: ADM-003…ADM-006, D-237. */
  logIn: {
    title: 'Log in as admin',
    busy: 'Opening the account …',
    failed: 'Oops something went wrong',
    failedHelp:
      'The link counts once, for a minute, and only for the operator who made it. Make a new one under People.',
    unsent:
      'This device has work of yours that was not sent. It would be deleted with your account here. Send it first, then make a new link.',
    toUnsent: 'See what is not sent',
    home: 'Go to the start page',
  },
  /** Above every page while an operator is in the account of a person. */
  operated: {
    label: 'Operator',
    says: (name: string, time: string) => `You are in the account of ${name} until ${time}.`,
    leave: 'Leave',
  },
  discussions: {
    title: (channel: string) => `Comments on ${channel}`,
    list: 'Comments',
    count: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
    none: 'No comments yet.',
    removed: 'Hidden by an operator.',
    hidden: 'Hidden by the creator.',
    menuOf: (name: string) => `Comment by ${name}`,
    hide: 'Hide',
    restore: 'Restore',
    hideTitle: (name: string) => `Hide the comment by ${name}?`,
    restoreTitle: (name: string) => `Show the comment by ${name} again?`,
    hiddenToast: 'The comment is hidden. Its author is told why.',
    restoredToast: 'The comment is shown again. Its author is told why.',
  },
} as const;
