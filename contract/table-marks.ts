/** Written by WIRE=accept (wire.test.ts): the synced tables of this build with their shapes (tables.ts). */
export const TABLE_MARKS = {
  me: 'Yr0_q6g',
  contents: '1O3WAOe',
  folders: 'lvqTgK3',
  tagProfiles: 'D7MKPS3',
  channels: 'V8LJqTV',
  playlists: 'yVZJ-R-',
  publications: 'ZXa_kM8',
  subscriptions: 'nqqySsf',
  sportInterests: 'AeX8Chk',
  notifications: 'ScUXTPt',
  follows: 'Gxyq_xf',
  ratings: 'nMDyjeM',
} as const;
