import { newId } from '#contract/ids.ts';

/** Names this page while it is open; another one after every load. Workers have values of their own, which name nothing. */
export const pageId = newId();

const lockOf = (page: string): string => `sideline-page-${page}`;

let holding: Promise<void> | undefined;
let release: (() => void) | undefined;

const hold = (): Promise<void> =>
  new Promise((resolve) => {
    const { locks } = navigator;
    if (!locks) return resolve();
    locks
      .request(lockOf(pageId), () => {
        resolve();
        return new Promise<void>((released) => {
          release = released;
        });
      })
      .catch(() => resolve());
  });

/**
 * Holds a Web Lock until this page is left, closed, reloaded or killed, so that others know whether the files that it
 * picked can still be read. A page that comes back (back/forward cache) holds it again. Resolves once the lock is held, at
 * once where the browser has no locks.
 */
export const holdPage = (): Promise<void> => {
  if (holding) return holding;
  holding = hold();
  if (typeof addEventListener === 'function') {
    addEventListener('pagehide', () => release?.());
    addEventListener('pageshow', (event) => {
      if ('persisted' in event && event.persisted) holding = hold();
    });
  }
  return holding;
};

/** Whether that page is open; undefined if it cannot be known. */
export const isPageOpen = async (page: string | undefined): Promise<boolean | undefined> => {
  if (page === undefined || typeof navigator === 'undefined' || !navigator.locks) return undefined;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(page));
};
