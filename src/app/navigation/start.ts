import type { AnyRouter } from '@tanstack/react-router';
import { startBack } from './back.ts';
import { noteFirstPage } from './first-page.ts';
import { followLinks } from './links.ts';

/** Starts what accompanies every navigation. Call it once, before the router loads its first page. */
export const startNavigation = (router: AnyRouter): void => {
  followLinks(router);
  startBack(router);
  const stop = router.subscribe('onRendered', () => {
    stop();
    noteFirstPage();
    // After the first page, which needs no place. Without this file, offline, Back leads to the top of a page.
    void import('./places.ts').then(
      ({ keepPlaces }) => keepPlaces(router),
      () => {},
    );
    void import('./ahead.ts').then(
      ({ loadAhead }) => loadAhead(router),
      () => {},
    );
  });
};
