import { INVITATION_TEXTS_PER_DAY, INVITE_LIST_MAX, LISTED_INVITATIONS_PER_DAY } from '../limits.ts';
import { commonText } from './common.ts';

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** The page that invites a list of people. Source: decision 0132. */
export const inviteManyText = {
  open: 'Invite many',
  openHelp: 'Paste a list or choose a CSV file',
  heading: 'Invite many',
  lead: `Paste email addresses and phone numbers, or choose a CSV file. Each person gets a link and a code: ${LISTED_INVITATIONS_PER_DAY} a day, ${INVITATION_TEXTS_PER_DAY} of them by text message. The list stays on this device; names in it are not sent.`,
  label: 'Addresses and numbers',
  help: 'One or more in a line. Numbers begin with + and the country code. Add Creator to a line to invite as a Creator.',
  file: 'Choose a CSV file',
  fileTooLarge: 'This file is too large for a list. Choose one with addresses only.',
  fileNoText: 'This file is no list. Save the table as CSV and choose that file.',
  fileFailed: 'This file could not be read. Choose it again.',
  fileEmpty: 'There is no line in this file.',
  role: 'Invite as',
  roles: { learner: 'Member', educator: 'Creator' },
  roleOf: (role: string, to: string) => `${role}: change the role of ${to}`,
  tooLong: 'This list is too long. Remove what is no address, or send it in parts.',
  tooMany: (count: number) => `A list has at most ${INVITE_LIST_MAX} people. Remove ${count - INVITE_LIST_MAX} lines.`,
  preview: 'What will happen',
  summary: (fresh: number, skipped: number, wrong: number) =>
    [
      `${people(fresh)} will be invited.`,
      skipped > 0 && `${people(skipped)} will be left out.`,
      wrong > 0 && (wrong === 1 ? '1 line has to be mended.' : `${wrong} lines have to be mended.`),
    ]
      .filter(Boolean)
      .join(' '),
  states: {
    new: 'Will be invited',
    doubled: 'In the list twice: invited once',
    invited: 'Invited already: left out',
    invalid: 'No email address and no number with a country code',
  },
  line: (line: number) => `Line ${line}`,
  mend: (line: number) => `Edit line ${line}`,
  send: 'Send invitations',
  again: 'Try again',
  sending: commonText.saving,
  nobody: 'Enter at least one address or number.',
  sent: (count: number) => (count === 1 ? '1 invitation is on its way.' : `${count} invitations are on their way.`),
  left: (sent: number) =>
    `${sent === 0 ? 'No invitation was sent' : inviteSent(sent)}. What is left is still in the list, with the reason.`,
  stopped: (sent: number) =>
    `The connection was lost. ${sent === 0 ? '' : `${inviteSent(sent)}. `}The rest is still in the list; nobody is invited twice.`,
  offline: 'Connect to the internet to send the invitations. Your list is kept on this device.',
} as const;

function inviteSent(count: number): string {
  return count === 1 ? '1 invitation is on its way' : `${count} invitations are on their way`;
}
