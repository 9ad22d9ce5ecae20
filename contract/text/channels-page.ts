/** Words of a channel’s page, for its followers and for its owner. */
export const channelText = {
  waitingTitle: 'Not live yet',
  preparing: 'Getting ready. It goes live on its own.',
  isLive: (title: string) => `‘${title}’ is live.`,
  seeIt: 'See it',
  shareLink: 'Share link',
  follow: 'Follow',
  unfollow: 'Following',
  followers: (n: number) => (n === 1 ? '1 follower' : `${n} followers`),
  items: 'Content',
  playlists: 'Playlists',
  playlistItems: (n: number) => (n === 1 ? '1 item' : `${n} items`),
  renamePlaylist: 'Rename playlist',
  playlistName: 'Playlist name',
  savePlaylist: 'Save',
  addContent: 'Add Content to Channel',
  unpublished: 'Unpublished',
} as const;
