/** Words of the list of notifications. Sources: NOT-001…NOT-020; D-342; decision 0134. */
export const notificationText = {
  notifications: 'Notifications',
  new: 'New',
  old: 'Old',
  caughtUp: "You're all caught up",
  nothing: 'Nothing to notify you about!',
  markAll: 'Mark all as read',
  select: 'Select notifications',
  selected: (n: number) => `${n} selected`,
  markSelected: 'Mark as read',
  deleteSelected: 'Delete selected',
  deleteRead: 'Delete all read',
  open: 'Open',
  /** Behind the newest of several about one subject. */
  more: (n: number) => `${n} more`,
  fewer: 'Show fewer',
  olderOffline: 'Notifications of more than 90 days ago show here once you are online.',
  olderFailed: 'Notifications of more than 90 days ago could not be loaded.',
} as const;
