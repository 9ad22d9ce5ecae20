/** Words of the notification settings. Sources: NOT-001…NOT-020; D-342. */
export const notificationSettingsText = {
  settings: 'Notification settings',
  pushTitle: 'Push on this device',
  allTitle: 'All notifications',
  mailTitle: 'Also send digests by mail',
  mailHelp: 'To your email address, once it is confirmed.',
  unreachable: {
    text: (email: string): string =>
      `A mail to ${email} came back, so we send no more mails there, except codes that you ask for. Correct the address, or let us try again.`,
    correct: 'Correct the address',
    again: 'Try again',
    trying: 'The next mail goes to your address again.',
  },
  digestHelp:
    'With a choice like Every hour or Once a day, notifications come together in a digest. Digests come at fixed hours in your time zone, and never between 22:00 and 7:00.',
  pushHelp: {
    on: 'This device gets a push for new content.',
    off: 'Off on this device.',
    denied: 'Blocked in the browser’s settings for this site.',
    unsupported: 'This browser has no push. On iPhone, add Sideline to the home screen first.',
  },
  pushFailed: 'Push could not be switched on. Please try again.',
  frequencies: {
    immediately: 'Immediately',
    hours_1: 'Every hour',
    hours_3: 'Every 3 hours',
    hours_6: 'Every 6 hours',
    hours_12: 'Every 12 hours',
    day_1: 'Once a day',
    day_2: 'Every 2 days',
    day_7: 'Once a week',
    never: 'Never',
  },
  typeNames: {
    learnerCommunityNewContent: 'New content',
    learnerCommunityNewPost: 'New posts',
    learnerCommunityNewComment: 'New comments',
    learnerCommunityNewMention: 'Mentions',
    learnerCommunityNewReaction: 'Reactions',
    educatorCommunityNewComment: 'New comments',
    educatorCommunityNewMention: 'Mentions',
    educatorCommunityNewReaction: 'Reactions',
    educatorCommunityNewMember: 'New members',
  },
} as const;
