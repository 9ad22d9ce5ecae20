/** Words of the page of all sports and channels to follow. Source: D-342. */
export const communityText = {
  recommended: 'Recommended',
  following: 'Following',
  goRecommended: 'Go to Recommended Channels',
  community: 'Community',
  allSports: 'All sports',
  noRecommended: 'You follow every channel of your sports. New ones will show up here.',
  noFollowing: 'Follow channels to see them here.',
} as const;
