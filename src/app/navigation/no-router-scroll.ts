import type { AnyRouter } from '@tanstack/react-router';

/**
 * Replaces the router's scroll restoration in the build: it shows every newly opened page at its top, and nothing more.
 * The app keeps places itself (places.ts). The router calls it once.
 */
export const setupScrollRestoration = (router: AnyRouter): void => {
  router.subscribe('onRendered', () => scrollTo(0, 0));
};
export const defaultGetScrollRestorationKey = (): never => {
  throw new TypeError('Places are kept in app/navigation/places.ts.');
};
export const getElementScrollRestorationEntry = defaultGetScrollRestorationKey;
export const storageKey = '';
