/** Words of a Creator's pages until the application is decided. Source: decision 0131. */
export const channelsReviewText = {
  title: (sport: string) => `Your ${sport} application is under review.`,
  help: 'You can create channels once it is approved. We will notify you. Until then, you can fill your Library.',
  toLibrary: 'Go to Library',
} as const;
