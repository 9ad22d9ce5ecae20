/** Words of a channel’s page, for its followers and for its owner. */
export const channelText = {
  waitingTitle: 'Not live yet',
  preparing: 'Is being prepared. It goes live by itself.',
  follow: 'Follow',
  unfollow: 'Following',
  followers: (n: number) => (n === 1 ? '1 follower' : `${n} followers`),
  items: 'Content',
  playlists: 'Playlists',
  playlistItems: (n: number) => (n === 1 ? '1 item' : `${n} items`),
  addContent: 'Add Content to Channel',
  unpublished: 'Unpublished',
} as const;
