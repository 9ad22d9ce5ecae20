import type { AnyRouter } from '@tanstack/react-router';
import { entries, entryOf, nameHash, type Entry, type Place } from './entries.ts';
import { focusPage } from './page-focus.ts';
import { showPlace, type Showing } from './show-place.ts';

/** Session storage key: places survive a reload of the tab. Holds numbers and hashes only, nothing of the person's. */
const STORAGE_KEY = 'sideline:places';

/** More are not kept: the oldest entries are dropped. */
const ENTRIES_MAX = 100;

/** The page as it is scrolled now. */
const placeNow = (): Place => {
  const rails: Place['rails'] = {};
  for (const rail of document.querySelectorAll<HTMLElement>('[data-rail]'))
    if (rail.scrollLeft > 0) rails[nameHash(rail.dataset['rail']!)] = rail.scrollLeft;
  const href = document.activeElement?.closest('main a[href]')?.getAttribute('href');
  return {
    // While a sheet is open, its scroll lock may have moved the position to the body.
    topPx: scrollY + document.body.scrollTop,
    heightPx: document.documentElement.scrollHeight,
    rails,
    ...(href && { link: nameHash(href) }),
  };
};

/** Stores the places for the next start of the tab. */
const storeEntries = (): void => {
  const stored = [...entries].map(([key, { place, pages }]) => [key, { place, pages }]);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Without room the tab starts again without its places.
  }
};

/** Reads the places that the tab stored before its reload. */
const readEntries = (): void => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, Omit<Entry, 'state'>][];
    for (const [key, { place, pages }] of stored) {
      const entry = entryOf(key);
      if (place) entry.place ??= place;
      entry.pages = { ...pages, ...entry.pages };
    }
  } catch {
    // Not readable: the tab starts without places.
  }
};

/**
 * Keeps the scroll position of each history entry, and shows it again on Back, Forward and reload; moves the focus into
 * each page that is opened. The router shows a new entry at its top. Why this is not the router's own restoration:
 * docs/decisions/0022.
 */
export const keepPlaces = (router: AnyRouter): void => {
  let shownKey: string | undefined;
  let showing: Showing | undefined;
  /** The next page is being drawn: the screen shows one or the other. */
  let isChanging = false;
  const note = () => {
    // A place that is not reached yet stays as it was kept.
    if (shownKey !== undefined && !isChanging && !showing?.isForcing()) entryOf(shownKey).place = placeNow();
  };
  const arrive = (key: string | undefined) => {
    isChanging = false;
    if (key === undefined || key === shownKey) return;
    const isFirst = shownKey === undefined;
    showing?.end();
    shownKey = key;
    const { place } = entryOf(key);
    while (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value!);
    showing = place && showPlace(place);
    if (!isFirst) focusPage(place?.link);
  };
  history.scrollRestoration = 'manual';
  readEntries();
  router.subscribe('onBeforeLoad', note);
  // The person may have scrolled on while the next page was being loaded.
  router.subscribe('onBeforeRouteMount', () => {
    note();
    isChanging = true;
  });
  router.subscribe('onRendered', ({ toLocation }) => arrive(toLocation.state.__TSR_key));
  arrive(router.state.resolvedLocation?.state.__TSR_key);
  addEventListener('pagehide', () => {
    note();
    storeEntries();
  });
};
