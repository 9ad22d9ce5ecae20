/** Where the service worker keeps the files of its build, besides the shell (sw/precache.ts). */
export const BUILD_CACHE = 'sideline-rest';
const MARK = '/outdated';

/**
 * Notes that the server has another build, or that the person chose it: until the next service worker takes over, which
 * drops the note with the old files, pages come from the server, not from the shell of the old build.
 */
export const markOutdated = async (): Promise<void> => {
  const cache = await globalThis.caches?.open(BUILD_CACHE).catch(() => undefined);
  // A full device keeps no note: then the page comes with the new service worker.
  await cache?.put(MARK, new Response()).catch(() => {});
};

export const isOutdated = async (): Promise<boolean> =>
  (await (await caches.open(BUILD_CACHE)).match(MARK)) !== undefined;

/** The server has this build all the same. */
export const unmarkOutdated = async (): Promise<void> => {
  await (await caches.open(BUILD_CACHE)).delete(MARK);
};
