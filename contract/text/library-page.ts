import { PDF_PAGES_MAX } from '../limits.ts';

/**
 * Words of the Library's first screen; those of its sheets and other tabs are in library.ts.
 * Source: LIB-001…LIB-007, LIB-070; D-92, D-93, T-21…T-29.
 */
export const libraryText = {
  title: 'Library',
  tabs: { content: 'Content', folders: 'Folders', tags: 'Tags' },
  search: 'Search your library',
  searchSaved: 'Search saved items',
  searchFolder: 'Search this folder',
  onlyThisDevice: 'The search looks only at what is saved on this device.',
  filterButton: 'Filter',
  sortButton: (sort: string) => `Sort: ${sort}`,
  sortTitle: 'Sort by',
  filterTitle: 'Filter',
  typeFilter: 'Filter by type',
  stateFilter: 'Status',
  types: { all: 'All', video: 'Video', audio: 'Audio', text: 'Text' },
  states: {
    all: 'All',
    in_library: 'In Library',
    on_channel: 'On Channel',
    removed: 'Removed from Channel',
    archived: 'Archived',
  },
  sorts: {
    newest: 'Newest',
    oldest: 'Oldest',
    added_to_channel: 'Added To Channel',
    not_added_to_channel: 'Not Added To Channel',
    a_z: 'Alphabetical (A-Z)',
    z_a: 'Alphabetical (Z-A)',
  },
  showResults: (n: number) => (n === 1 ? 'Show 1 item' : `Show ${n} items`),
  clearFilter: 'Clear filter',
  items: (n: number) => (n === 1 ? '1 item' : `${n} items`),
  list: 'Content',
  select: 'Select',
  selected: (n: number, size: string) => `${n} selected · ${size}`,
  empty: 'Your Library is empty. Upload video, audio or PDF to begin.',
  emptyTitle: 'Nothing here yet',
  noMatch: 'No content matches your search.',
  notFound: 'This folder was not found. It may have been deleted on another device.',
  toLibrary: 'Go to Library',
  reviewing: 'Reviewing',
  editWaiting: 'Waiting to be edited',
  newFileWaiting: 'New file waits to be prepared',
  newFilePercent: (percent: number) => `Preparing the new file ${percent}%`,
  editPercent: (percent: number) => `Editing ${percent}%`,
  planned: 'Goes live when ready',
  scheduled: 'Scheduled',
  held: 'Not published: needs you',
  /** By an operator. */
  takenDown: (reason: string) => `Removed by us: ${reason}`,
  failedToPrepare: 'This file could not be processed. Please upload another version.',
  rejected: 'Not approved',
} as const;

/** The amber badge of unsent changes. Source: design §6. */
export const queuedText: Readonly<Record<string, string>> = {
  'library.renameContent': 'Rename will send when online',
  'library.trimContent': 'Edit will send when online',
  'library.moveContents': 'Move will send when online',
  'publications.publish': 'Publishing will send when online',
  'publications.unpublish': 'Unpublishing will send when online',
  'channels.setActive': 'Change will send when online',
};

/** The storage bar. Source: LIB-041; design §7. */
export const storageText = {
  label: 'Storage',
  used: (used: string, size: string) => `${used} of ${size} used`,
  plans: 'Storage plans',
} as const;

interface Limit {
  value: number;
  unit: string;
}

/** The upload button and its tips. Source: T-29; design §6. */
export const uploadTipText = {
  upload: 'Upload',
  record: 'Record',
  recordVideo: 'Record video',
  addFiles: 'Add files',
  folder: 'Folder',
  uploadFolder: 'Upload a folder',
  heading: 'Before you upload',
  tips: (size: Limit, length: Limit) => [
    'Up to 5 files at a time.',
    'Video: webm, avi, mov, mp4, mpg, mpeg.',
    'Audio: aac, mp3, wav, ogg, m4a.',
    'Text: pdf.',
    `Content up to ${size.value} ${size.unit}.`,
    `Video and audio up to ${length.value} ${length.unit}, PDF up to ${PDF_PAGES_MAX} pages.`,
  ],
  /** The last tip. */
  leaving: {
    whenClosed: 'You can leave this page or lose your connection: uploads pause and go on by themselves.',
    whileOpen:
      'You can leave this page or lose your connection: uploads pause and go on by themselves while Sideline is open.',
  },
  hide: 'Do not show again',
} as const;
