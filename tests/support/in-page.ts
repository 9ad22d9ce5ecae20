// Functions that are sent to a page as text: they use nothing but what a page has.

/** The service worker of the page's origin. */
export const workerState = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const { installing, waiting, active } = registration ?? {};
  return {
    isControlled: navigator.serviceWorker.controller !== null,
    installing: installing?.state,
    waiting: waiting?.state,
    active: active?.state,
  };
};

/**
 * Whether all of the build is cached. The rest of it is cached when the page is idle: a screen that is first opened offline
 * needs its files too.
 */
export const hasWholeBuild = async (): Promise<boolean> => {
  const worker = await (await fetch('/sw.js')).text();
  const wanted = [...worker.matchAll(/url"?:\s*["'`](assets\/[^"'`]+\.(?:js|css))["'`]/g)].map(([, url]) => `/${url}`);
  const names = await caches.keys();
  const kept = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
  const paths = new Set(kept.map((request) => new URL(request.url).pathname));
  return wanted.length > 0 && wanted.every((path) => paths.has(path));
};
