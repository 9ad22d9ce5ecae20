/**
 * Words of the bars, tiles, rows, badges and states that every screen shares.
 * Source: docs/spec where it quotes them, else D-342.
 */
export const displayText = {
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
  creator: 'Creator',
  complete: 'Complete',
  completePrivate: 'Complete, only you can see this',
  outOfFive: ' out of 5',
  video: 'Video',
  audio: 'Audio',
  pdf: 'PDF',
  savedOnDevice: 'Saved on this device',
  lastUpdated: 'Last updated',
  drag: (name: string) => `Drag ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  unpublished: 'Unpublished',
  loading: 'Loading',
  oopsTitle: 'Oops! Something went wrong.',
  emailSupport: 'Email support',
} as const;

/** Publication states of a library item. Source: LIB-023. */
export const publicationText = {
  'in-library': 'In Library',
  'on-channel': 'On Channel',
  removed: 'Removed from channel',
} as const;
