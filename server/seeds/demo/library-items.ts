import type { DemoItem } from './items.ts';

/** Contents of the Library that are on no channel. */
export const LIBRARY_ITEMS: readonly DemoItem[] = [
  {
    key: 'raw-lob',
    owner: 'ana',
    type: 'video',
    title: 'Lob over the keeper, take 3',
    filename: 'lob-take-3.mp4',
    seconds: 8,
    daysAgo: 0.02,
    folder: 'sessions',
  },
  {
    key: 'raw-interview',
    owner: 'ana',
    type: 'audio',
    title: 'Interview with Kofi, uncut',
    filename: 'interview-kofi.mp3',
    seconds: 18,
    daysAgo: 0.7,
  },
  {
    key: 'parents-letter',
    owner: 'ana',
    type: 'text',
    title: 'Letter to parents, spring',
    filename: 'letter-parents-spring.pdf',
    seconds: 1,
    daysAgo: 6,
    folder: 'handouts',
  },
  {
    key: 'raw-corner',
    owner: 'ana',
    type: 'video',
    title: 'Corner routine, wide angle',
    filename: 'corner-wide.mp4',
    seconds: 9,
    daysAgo: 8,
  },
];

export const DEMO_FOLDERS: readonly { key: string; owner: string; title: string }[] = [
  { key: 'sessions', owner: 'ana', title: 'Session videos' },
  { key: 'handouts', owner: 'ana', title: 'Handouts' },
  { key: 'season', owner: 'ana', title: 'Next season' },
];

export const DEMO_TAG_GROUPS: readonly {
  key: string;
  owner: string;
  title: string;
  sport: string;
  tags: readonly string[];
}[] = [
  {
    key: 'stages',
    owner: 'ana',
    title: 'Stages of a session',
    sport: 'Soccer',
    tags: ['warm-up', 'technique', 'game', 'cool-down'],
  },
  {
    key: 'ages',
    owner: 'ana',
    title: 'Age groups',
    sport: 'Soccer',
    tags: ['under-8', 'under-10', 'under-12', 'adults'],
  },
  {
    key: 'strokes',
    owner: 'ben',
    title: 'Strokes',
    sport: 'Swimming',
    tags: ['freestyle', 'backstroke', 'breaststroke', 'butterfly'],
  },
];
