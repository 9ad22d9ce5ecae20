import type { HeldCategory } from '../account-export.ts';
import { commonText } from './common.ts';

/** Words of the page Your data. Source: decision 0066; D-342 where it gives no words. */
export const dataText = {
  title: 'Your data',
  entry: 'What we hold about you, and a copy of it',
  heldHeading: 'What we hold about you',
  categories: {
    account: ['Account', 'Names, addresses, how you sign in'],
    profile: ['Profile', 'About you, contacts, sports and sport bios'],
    devices: ['Devices', 'Where you are signed in, and where notifications go'],
    history: ['Account history', 'Sign-ins and changes of your account'],
    library: ['Library', 'Records of uploads, folders, tags, captions and pictures'],
    channels: ['Channels', 'Communities, channels, playlists and what you published'],
    activity: ['Activity', 'What you watched, rated, followed and reported'],
    subscriptions: ['Subscriptions', 'Sports you joined, and invitation codes'],
    notifications: ['Notifications', 'Notifications that you got'],
    support: ['Help & Support', 'Messages you wrote to us'],
    other: ['Other', 'Everything else'],
  } satisfies Record<HeldCategory, readonly [title: string, text: string]>,
  files: 'Uploaded files',
  noFiles: 'None',
  fileCount: (count: string, size: string) => `${count}, ${size} together`,
  records: (count: string, isOne: boolean) => `${count} ${isOne ? 'record' : 'records'}`,
  takeHeading: 'Your archive',
  takeLead:
    'Ask for an archive: a ZIP file with every record and every file you uploaded. We send you a message when it is ready.',
  ask: 'Ask for your archive',
  askAgain: 'Ask for a new archive',
  asking: 'Asking',
  making: 'Your archive is being made. You can leave this page; we send you a message when it is ready.',
  asked: (when: string) => `Asked for ${when}.`,
  ready: (until: string, size: string) => `Your archive is ready until ${until}. It is ${size} large.`,
  leftOut: (count: number) =>
    `${count === 1 ? 'One file is' : `${count} files are`} not in it. The archive names them; download them from your Library.`,
  download: 'Download archive',
  downloading: 'Preparing',
  handed: 'Your browser downloads the archive.',
  downloadFailed: 'The archive could not be downloaded. Please try again.',
  expired: 'Your last archive was deleted. You can ask for a new one.',
  failed: {
    no_room: 'There was no room for your archive on our side. Please ask again tomorrow.',
    error: 'Your archive could not be made. Please ask again.',
  },
  privately: 'It is private: save it only on a device of your own.',
  endHeading: 'Sign out or leave',
  devices: 'Devices',
  devicesText: 'Where you are signed in',
  delete: 'Delete account',
  deleteText: 'Everything disappears, and is erased after 12 months',
  offline: 'Asking for an archive and downloading it need a connection.',
  tryAgain: commonText.somethingWrong,
} as const;
