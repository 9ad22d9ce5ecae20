/** The service worker's cache of its build's files, without the shell (sw/precache.ts). */
export const BUILD_CACHE = 'sideline-rest';
/** Key in that cache; present while this build is outdated. */
const MARK = '/outdated';

/**
 * Marks this build as outdated: the server has another one, or the person chose to update. From then on pages come from
 * the server, not from the cached shell, until the next service worker takes over and deletes this cache.
 */
export const markOutdated = async (): Promise<void> => {
  const cache = await globalThis.caches?.open(BUILD_CACHE).catch(() => undefined);
  // On a full device the mark fails: the page then updates with the new service worker.
  await cache?.put(MARK, new Response()).catch(() => {});
};

export const isOutdated = async (): Promise<boolean> =>
  (await (await caches.open(BUILD_CACHE)).match(MARK)) !== undefined;

/** Removes the mark: the server has this build after all. */
export const unmarkOutdated = async (): Promise<void> => {
  await (await caches.open(BUILD_CACHE)).delete(MARK);
};
