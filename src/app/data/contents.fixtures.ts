import type { WatchDetail } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import type { ContentListItem } from '#contract/sports.ts';

/** Fixtures: published contents as the server answers them. */

const CHANNEL = { id: newId(), name: 'Serves', logoImage: null };

/** A free video of two minutes in a list. */
export const listedItem = (title: string, changes: Partial<ContentListItem> = {}): ContentListItem => ({
  id: newId(),
  content: { id: newId(), type: 'video', duration: 120, pagesCount: null },
  channel: CHANNEL,
  pricingCategory: 'free',
  coverImage: null,
  coverBackground: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  educatorName: 'Ben',
  title,
  sportId: 'tennis',
  sportName: 'Tennis',
  avgTotal: null,
  views: 3,
  locked: false,
  ...changes,
});

/** The watch page of a free video of two minutes that may be watched; without media addresses. */
export const watchDetail = (changes: Partial<WatchDetail> = {}): WatchDetail => ({
  id: newId(),
  contentId: newId(),
  title: 'Serve practice',
  description: '',
  coverImage: null,
  coverBackground: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  sport: { id: 'tennis', name: 'Tennis' },
  author: { educatorId: newId(), name: 'Ben', username: 'ben', userPhoto: null },
  channel: CHANNEL,
  playlistId: null,
  type: 'video',
  durationInMilliseconds: 120_000,
  pagesCount: null,
  category: 'free',
  customTags: [],
  views: 3,
  isOwner: false,
  locked: false,
  url: null,
  progressiveUrl: null,
  progressiveSize: null,
  waveform: null,
  urlExpiresAt: null,
  ...changes,
});
