/**
 * Words of the bars, tiles, rows, badges and states that every screen shares.
 * Source: docs/spec where it quotes them, else D-342.
 */
export const kitText = {
  product: 'Sideline',
  skipToContent: 'Skip to content',
  home: 'Sideline, home',
  mainTabs: 'Main',
  search: 'Search',
  notifications: 'Notifications',
  unread: (count: number) => `${count} unread`,
  unreadDot: 'Unread',
  waiting: (count: number) => `${count} waiting`,
  leaveSelect: 'Leave select mode',
  selectAll: 'Select all',
  clearSelection: 'Clear selection',
  selection: 'Selection',
  seeAll: 'See all',
  step: (current: number, total: number) => `Step ${current} of ${total}`,
  memberOnly: 'Member-Only',
  creator: 'Creator',
  complete: 'Complete',
  completePrivate: 'Complete, only you can see this',
  outOfFive: ' out of 5',
  video: 'Video',
  audio: 'Audio',
  pdf: 'PDF',
  unavailable: 'Needs a connection',
  savedOnDevice: 'Saved on this device',
  willSend: 'Will send when online',
  sending: 'Sending',
  refused: 'Not accepted',
  offlineBanner: "You're offline. Showing what is saved on this device.",
  lastUpdated: 'Last updated',
  drag: (name: string) => `Drag ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  unpublished: 'Unpublished',
  loading: 'Loading',
  oopsTitle: 'Oops! Something went wrong.',
  reload: 'Reload page',
  emailSupport: 'Email support',
} as const;

/** Where an item of the library stands. Source: LIB-023. */
export const publicationText = {
  'in-library': 'In Library',
  'on-channel': 'On Channel',
  removed: 'Removed from channel',
} as const;

/** Words of the upload tiles and the tray. Source: UPL-003, UPL-022, UPL-053; design §6. */
export const uploadTileText = {
  heading: 'Uploads',
  hide: 'Hide',
  show: 'Show',
  folded: (count: number, needYou: number) => {
    const uploads = count === 1 ? '1 upload' : `${count} uploads`;
    return needYou === 0 ? uploads : `${uploads}, ${needYou} ${needYou === 1 ? 'needs' : 'need'} you`;
  },
  retry: (name: string) => `Retry ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  waiting: 'Waiting to upload',
  copying: 'Saving on this device',
  uploading: 'Uploading',
  optimizing: 'Optimizing',
  reviewing: 'Reviewing',
  paused: 'Paused. Resumes when online.',
  pausedAt: (percent: number) => `Paused at ${percent}%. Resumes when online.`,
  willSend: 'Will send when online',
  slow: 'Slow connection',
  error: 'Something’s wrong. Content wasn’t uploaded.',
  encodingError: 'This video could not be encoded.',
} as const;
