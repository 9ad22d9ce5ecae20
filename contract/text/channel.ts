/** Words of the channel page for its owner. */
export const channelText = {
  waitingTitle: 'Not live yet',
  preparing: 'Is being prepared. It goes live by itself.',
} as const;
