import { useState } from 'react';
import { stableHash } from '#ui/pictures/stable-hash.ts';

/** Where a page was scrolled to when it was left. */
export interface Place {
  /** Scroll position of the page, px. */
  topPx: number;
  /** Height of the whole page, px. */
  heightPx: number;
  /** Scroll positions of its rails, px, by the hash of the rail's name. */
  rails: Record<string, number>;
  /** Hash of the address of the link that was followed. */
  link?: string;
}

/** What one entry of the browser's history keeps, so that Back shows its page as it was left. */
export interface Entry {
  place?: Place;
  /** Pages read of each list, by the hash of the list's name. */
  pages: Record<string, number>;
  /** Any other state of the page. Not stored: it does not survive a reload. */
  state: Map<string, unknown>;
}

/** By the key of the history entry, oldest first. */
export const entries = new Map<string, Entry>();

/** The router's key of the current history entry; undefined where the router has set none. */
const entryKey = (): string | undefined => (history.state as { __TSR_key?: string } | null)?.__TSR_key;

export const entryOf = (key: string): Entry => {
  const known = entries.get(key);
  if (known) return known;
  const entry: Entry = { pages: {}, state: new Map() };
  entries.set(key, entry);
  return entry;
};

/** Name of a list or rail, or address of a link, as it is stored. */
export const nameHash = (name: string): string => stableHash(name).toString(36);

const currentEntry = (): Entry | undefined => {
  const key = entryKey();
  return key === undefined ? undefined : entryOf(key);
};

/** A value of the current page that is kept with its history entry. `name` is unique on the page. */
export const readKept = <T>(name: string): T | undefined => currentEntry()?.state.get(name) as T | undefined;

export const writeKept = (name: string, value: unknown): void => {
  currentEntry()?.state.set(name, value);
};

/**
 * `useState` whose value is kept with the history entry: Back shows the page with it. For choices that change the list,
 * e.g. a filter, without which the kept scroll position would show other rows.
 *
 * @param name Unique on the page.
 */
export const useKept = <T>(name: string, initial: T): [value: T, set: (next: T) => void] => {
  const [value, setValue] = useState<T>(() => readKept<T>(name) ?? initial);
  const set = (next: T) => {
    writeKept(name, next);
    setValue(next);
  };
  return [value, set];
};

/**
 * How many pages of a list are shown. Kept with the history entry: Back shows as many again.
 *
 * @param list Identifies the list with its filter; another list starts with one page.
 * @returns The number of pages, and a function that shows one more.
 */
export const usePages = (list: string): [pages: number, more: () => void] => {
  const [wanted, setWanted] = useState(() => ({ list, pages: currentEntry()?.pages[nameHash(list)] ?? 1 }));
  const pages = wanted.list === list ? wanted.pages : 1;
  const more = () => {
    const entry = currentEntry();
    if (entry) entry.pages[nameHash(list)] = pages + 1;
    setWanted({ list, pages: pages + 1 });
  };
  return [pages, more];
};
