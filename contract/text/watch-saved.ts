import { commonText } from './common.ts';

const items = (n: number): string => (n === 1 ? '1 item' : `${n} items`);

/** What is saved for watching offline. Source: D-358, decision 0086. */
export const savedText = {
  title: 'Saved for offline watching',
  none: 'Nothing is saved. Save an item on its page, or a whole playlist on its page.',
  used: (n: number, size: string) => `${items(n)}, ${size} in all`,
  item: 'Saved item',
  lines: (height: number) => `${height}p`,
  until: (day: string) => `Until ${day}`,
  over: 'Needs a connection to be renewed',
  saving: (percent: number) => `Saving, ${percent}%`,
  savingOf: (title: string) => `Saving ${title}`,
  problems: {
    no_room: 'There is not enough room on this device.',
    no_access: 'You cannot watch this any more.',
    gone: 'This is not published any more.',
  },
  tryAgain: commonText.retry,
  stop: 'Stop saving',
  remove: 'Remove from this device',
  removeAll: 'Remove all',
  removeAllTitle: 'Remove everything that is saved?',
  removeAllBody: (size: string) => `${size} on this device become free. You can save them again while you are online.`,
  keepsAll: 'All items are kept on this device',
  keepsNext: (n: number) => `The next ${n} are kept on this device`,
  keepsNothing: 'It has nothing now that you may watch and have not watched.',
  stopList: 'Stop keeping',
  savePlaylist: 'Save all offline',
  keepSome: 'Keep the next offline',
  keepSomeHelp:
    'The newest items that you may watch and have not watched are saved by themselves; what you have watched makes room for the next.',
  keepNext: (n: number) => `Keep the next ${n}`,
  kept: 'Kept offline',
  keptTitle: 'Stop keeping it offline?',
  keptBody: 'What the list has saved is removed from this device. What you saved yourself stays.',
  badge: (percent: number) => `Saving ${percent}%`,
} as const;
