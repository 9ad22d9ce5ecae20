import { REASON_MIN } from '../applications-limits.ts';

/** Words of the operator's pages about comments and reports. Source: decision 0094. */
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
