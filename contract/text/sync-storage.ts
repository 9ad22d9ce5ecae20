import { commonText } from './common.ts';

/** The Sync and storage page: unsent changes, storage of this device, repair. Source: D-358…D-366, D-170. */

const plural = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

const changes = (n: number): string => plural(n, 'change', 'changes');
const uploads = (n: number): string => plural(n, 'upload', 'uploads');

export const syncStorageText = {
  title: 'Sync and storage',
  readFailed: 'The storage of this device did not answer. Reload the page; what you did is still here.',
  reload: commonText.reload,

  sync: 'Sync',
  allSent: 'Everything is sent',
  stillWaiting: (changeCount: number, uploadCount: number): string =>
    `${[changeCount > 0 && changes(changeCount), uploadCount > 0 && uploads(uploadCount)].filter(Boolean).join(' and ')} waiting`,
  lastSync: 'Last sync',
  never: 'Not yet on this device',
  lastTryFailed: (when: string, why: string) => `The last try failed ${when}. ${why}`,
  why: {
    offline: 'Sideline could not be reached.',
    session: 'Your session is over. Sign in again.',
    other: (code: string) => `Sideline could not answer (${code}).`,
  },
  syncNow: 'Sync now',
  syncing: 'Syncing',
  offline: 'Connect to the internet to sync',
  outbox: 'Outbox',
  outboxEmpty: 'All sent',
  outboxWaiting: (n: number) => `${changes(n)} ${n === 1 ? 'waits' : 'wait'}`,
  outboxRefused: (n: number) => `${n} ${n === 1 ? 'needs' : 'need'} you`,
  oldest: (when: string) => `The oldest was made ${when}`,
  uploads: 'Uploads',
  wifiOnly: 'Use Wi-Fi only for uploads and saving',
  wifiOnlyHelp:
    'On mobile data, or while the device saves data, uploads and what is saved for offline watching wait. You can send or save one anyway.',
  wifiUnknown: 'This browser does not tell apps which network is in use, so uploads are sent on any network.',
  noUploads: 'Nothing is being uploaded',
  uploadsLeft: (n: number, left: string) => `${uploads(n)}, ${left} left to send`,

  storage: 'Storage on this device',
  usedOf: (used: string, allowed: string) => `${used} of ${allowed} used`,
  usedUnknown: 'This browser does not say how much is used.',
  unsentFiles: 'Unsent files',
  savedItems: 'Saved for offline',
  noFiles: 'None',
  items: (n: number, size: string) => `${plural(n, 'item', 'items')}, ${size}`,
  kept: 'Keep it safe',
  keptYes: 'The browser keeps it until you remove Sideline.',
  keptNo: 'The browser may clear it when the device runs out of room.',
  keptUnknown: 'This browser cannot promise it.',
  keep: 'Ask to keep',
  keeping: 'Asking',
  keepGranted: 'The browser agreed: what is saved here stays.',
  keepDenied:
    'The browser did not agree this time. It does so more often once Sideline is on your home screen. Unsent work is kept as before.',

  unfinished: 'Unfinished uploads',
  unfinishedHelp:
    'Begun on another device, or before this one was cleared. They hold room of your storage until they go on or are cancelled; without a new part for a day they hold none.',
  arrived: (received: string, length: string) => `${received} of ${length} arrived`,
  arrivedFree: (received: string, length: string) => `${received} of ${length} arrived, holds no room`,
  lastPart: 'Last part',
  cancelUpload: 'Cancel upload',
  cancelUploadTitle: (name: string) => `Cancel the upload of ${name}?`,
  cancelUploadBody: 'What has arrived is deleted, also if another device is still sending it.',
  keepUpload: 'Keep it',

  push: 'Push',
  pushStates: {
    on: 'On for this device',
    off: 'Off on this device',
    denied: 'Blocked in the browser’s settings for this site',
    unsupported: 'This browser has no push. On iPhone, add Sideline to the home screen first.',
  },
  pushOnDevice: 'Push on this device',
  test: 'Send me a test',
  testing: 'Waiting for it',
  testOffline: 'Connect to the internet to send a test',
  /** What is said at each step that a test push may end at, with the way out. Source: decision 0134. */
  testSteps: {
    noPermission:
      'Notifications are not allowed for Sideline on this device. Allow them in the browser’s settings for this site, then switch push on in Notification settings.',
    noSubscription: 'This browser has no subscription for pushes any more. Turn push on again.',
    unknown: 'The server does not know this device any more. Turn push on again.',
    gone: 'The push service does not know this device any more. Turn push on again.',
    refused: 'The push service refused the test. Turn push on again. If it is refused again, write to Help & Support.',
    unreachable:
      'The server could not reach the push service. Nothing is wrong with this device. Try again in some minutes.',
    missing:
      'The push service took the test, and it has not shown up on this device yet. Check that the device does not mute Sideline, or turn push on again.',
    arrived: 'The test arrived on this device.',
  },
  turnOnAgain: 'Turn on again',
  turningOn: 'Turning on',
  turnedOn: 'Push is on again. Send a test to see that it arrives.',
  turnOnFailed: 'Push could not be turned on. Check the connection and try again.',

  app: 'App',
  version: 'Version',
  updateWaits: 'A new version is ready.',
  update: 'Update',
  offlineStart: 'Opens without a network',
  offlineStartYes: 'Ready',
  offlineStartNo: 'Not yet. Reload the page while you are online.',
  background: 'Sends in the background',
  backgroundSends: {
    whenClosed: 'Also after you close Sideline',
    whileOpen: 'This browser sends while Sideline is open.',
  },
  yes: 'Yes',

  report: 'Report',
  reportHelp: 'The figures on this page as text, for support. Without names, addresses or what you typed.',
  copy: 'Copy report',
  copied: 'The report was copied.',
  copyFailed: 'Could not copy. Select the text and copy it.',
  copyTitle: 'Report',
  close: commonText.close,

  repair: 'Repair',
  repairHelp:
    'If something here looks wrong, take everything from the server again. Drafts and what you saved for offline stay.',
  rebuild: 'Rebuild from the server',
  rebuilding: 'Rebuilding',
  rebuildTitle: 'Rebuild from the server?',
  rebuildBody:
    'Everything of your account is taken from the server again. You can go on meanwhile. It needs a connection and takes a minute at most.',
  rebuildConfirm: 'Rebuild',
  rebuildOffline: 'Connect to the internet to rebuild',
  rebuildUnsent: (changeCount: number, uploadCount: number): string =>
    `${[changeCount > 0 && changes(changeCount), uploadCount > 0 && uploads(uploadCount)].filter(Boolean).join(' and ')} must reach the server first, so that nothing is lost.`,
  openOutbox: 'Open Outbox',
  progress: 'Rebuilding from the server',
  progressRows: (rows: string) => `${rows} rows so far`,
  done: (rows: string) => `Everything is here again: ${rows} rows.`,
  paused: 'The rebuild was cut off. It goes on by itself with the next connection; what was here stays until then.',
  wentOffline: 'Sideline could not be reached. Nothing was changed.',
  failed: (reason: string) => `The rebuild did not start. ${reason}`,
} as const;
