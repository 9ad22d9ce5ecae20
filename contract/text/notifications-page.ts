import { commonText } from './common.ts';

/** Words of the list of notifications. Sources: NOT-001…NOT-020; D-342. */
export const notificationText = {
  notifications: 'Notifications',
  new: 'New',
  old: 'Old',
  caughtUp: "You're all caught up",
  nothing: 'Nothing to notify you about!',
  markAll: 'Mark all as read',
  select: 'Select notifications',
  selected: (n: number) => `${n} selected`,
  deleteSelected: commonText.delete,
  deleteRead: 'Delete all read',
  open: 'Open',
} as const;
