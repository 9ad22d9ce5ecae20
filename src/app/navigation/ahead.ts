import type { AnyRouter } from '@tanstack/react-router';
import { whenIdle } from '../device/when-idle.ts';
import { ownAddress } from './links.ts';

/** The page that is opened most often from others, and whose first picture people wait for. */
const LIKELY_NEXT = '/watch-channel';
/** Under a service worker, which has its files on this device, it is loaded once the page is idle, after this time at the latest, ms. */
const IDLE_WITHIN_MS = 10_000;

/**
 * Loads the code of a page before it is opened: with the press on a link, while the finger is still down, and that of the watch
 * page before any press. A file that fails to load is asked for again when the page is opened.
 */
export const loadAhead = (router: AnyRouter): void => {
  const load = (path: string) => {
    for (const route of router.getMatchedRoutes(path)[0]) router.loadRouteChunk(route)?.catch(() => {});
  };
  document.addEventListener('pointerdown', ({ target }) => {
    const url = ownAddress(target);
    if (url) load(url.pathname);
  });
  if (navigator.serviceWorker?.controller) whenIdle(() => load(LIKELY_NEXT), IDLE_WITHIN_MS);
};
