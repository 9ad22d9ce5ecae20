import type { WatchDetail } from '#contract/channels.ts';
import { newId, type Scope } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { ContentListItem } from '#contract/sports.ts';

/** Fixtures: contents as the server answers them. */

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

let made = 0;

/** A row of the Library: a video of a minute that is ready and on no channel. Each one is a second newer than the one before. */
export const libraryContent = (scope: Scope, title: string, facts: Partial<LibraryContent> = {}): LibraryContent => {
  made += 1;
  const id = newId();
  return {
    id,
    contentId: id,
    scope,
    title,
    filename: `${title}.mp4`,
    type: 'video',
    folderId: null,
    thumbnail: null,
    duration: 60,
    pagesCount: null,
    fileSize: 1000,
    originFileSize: 1000,
    createdAt: new Date(1_780_000_000_000 + made * 1000).toISOString(),
    isPublished: false,
    category: null,
    active: true,
    approved: true,
    encodingStatus: 4,
    encodingProgress: 100,
    reviewStatus: 'approved',
    reviewReason: null,
    published: null,
    ...facts,
  };
};
