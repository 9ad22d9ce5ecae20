/** Words of the home page. */
export const homeText = {
  home: 'Home',
  newToday: 'New today',
  continue: 'Continue watching',
  left: (time: string) => `${time} left`,
  removeFromContinue: 'Remove from Continue watching',
  profileComplete: (percent: number) => `Your profile is ${percent}% complete`,
  completeness: 'Profile completeness',
  addSport: 'Add a sport',
  suggested: 'Sports for you',
  homeEmptyTitle: 'Choose your first sport',
  homeEmpty: 'You have no subscriptions yet. Choose a sport to begin.',
  chooseSport: 'Choose a sport',
  badges: { Launched: undefined, Beta: 'Beta', WaitList: 'WaitList' },
} as const;
