import { commonText } from './common.ts';

/** Words of Explore and its sections. Source: EXP-008…EXP-012, T-37; D-342. */
export const exploreText = {
  explore: 'Explore',
  sections: { featured: 'Featured', highest_rated: 'Highest rated', new: 'New' },
  channel: 'Channel',
  playlist: 'Playlist',
  /** T-37 */
  empty: 'There is no content here yet.',
  filterAndSort: 'Filter and sort',
  pricing: { all: 'All prices', free: 'Free', member_only: commonText.memberOnly },
  sort: 'Show on top',
  showOnTop: (sort: string) => `Show on top: ${sort}`,
  sorts: { newest: 'Newest', oldest: 'Oldest' },
  items: (n: number) => (n === 1 ? '1 item' : `${n} items`),
  /** Offline, where this price was not read before. */
  held: 'Chosen from what this device holds. There may be more.',
} as const;
