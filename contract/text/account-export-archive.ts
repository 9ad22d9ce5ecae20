import { commonText } from './common.ts';

/** Words inside the archive of a person's data, and of the messages about it. Source: decision 0066; D-342. */
export const archiveText = {
  title: `Your ${commonText.product} data`,
  made: (day: string, username: string) => `Made on ${day} for the account ${username}.`,
  what: [
    `This archive holds what ${commonText.product} stores about you, and the files you uploaded, as you uploaded them.`,
    'The folder “data” has one file for each kind of record, in JSON: a text format that editors, spreadsheets and other programs read. Times are in UTC.',
    'The folder “files” has your uploads, the folder “pictures” your photos and covers. “files.json” says which record each upload belongs to.',
    'Keep the archive where only you can open it.',
  ],
  records: 'Records',
  table: 'File',
  count: 'Records in it',
  files: 'Files',
  noFiles: 'You have not uploaded any files.',
  leftOut: 'Not in this archive because it would have become too large. Download these from your Library:',
  missing: 'Not in this archive because their bytes were not there any more:',
  notIn: 'What is not in it',
  notInLead: 'Some records are not given out, each for a reason:',
  alsoNot: [
    'What you made for an organization belongs to the organization.',
    'What other people wrote, for example their comments on your content, belongs to them.',
    'The versions of your files that are made for playing can be made again from the files here.',
  ],
} as const;

const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Messages and notifications about the archive. */
export const exportMessages = {
  ready: {
    notice: { title: 'Your archive is ready', text: 'Everything we hold about you, to download.' },
    message: (address: string, expiresAt: string) => ({
      subject: `Your ${commonText.product} data is ready`,
      text: [
        'Hello,',
        `The archive of your data is ready. You can download it until ${dayOf(expiresAt)}. After that it is deleted.`,
      ].join('\n\n'),
      button: { label: 'Download your data', address: `${address}/account-setting/data` },
      note: `If you did not ask for it, set a new password now: ${address}/reset-password-email`,
      sms: `The archive of your ${commonText.product} data is ready until ${dayOf(expiresAt)}: ${address}/account-setting/data`,
    }),
  },
  failed: {
    notice: { title: 'Your archive could not be made', text: 'Please ask for it again.' },
    message: (address: string) => ({
      subject: `Your ${commonText.product} data could not be put together`,
      text: 'Hello,\n\nThe archive of your data could not be made. Your data are as they were. Please ask for the archive again.',
      button: { label: 'Ask again', address: `${address}/account-setting/data` },
      note: `If you did not ask for it, set a new password now: ${address}/reset-password-email`,
      sms: `The archive of your ${commonText.product} data could not be made. Please ask again: ${address}/account-setting/data`,
    }),
  },
  linkTitle: 'Open',
} as const;
