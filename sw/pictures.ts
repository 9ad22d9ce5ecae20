import { registerRoute } from 'workbox-routing';

/** Signing out deletes every cache of this name (store/session.ts). */
export const PICTURES_CACHE = 'pictures';
/** Source: D-359. */
export const PICTURES_MAX = 200;
const PICTURE_PATHS = ['/pictures/', '/art/'];

/** Serves pictures stale-while-revalidate; evicts the least recently used ones. */
export const setUpPictures = (): void => {
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && request.method === 'GET' && PICTURE_PATHS.some((path) => url.pathname.startsWith(path)),
    ({ request, event }) => staleWhileRevalidate(request, event),
  );
};

const staleWhileRevalidate = async (request: Request, event: ExtendableEvent): Promise<Response> => {
  const cache = await caches.open(PICTURES_CACHE);
  const cached = await cache.match(request.url);
  const fresh = refresh(cache, request);
  if (!cached) return fresh;
  event.waitUntil(fresh.catch(() => {}));
  return cached;
};

const refresh = async (cache: Cache, request: Request): Promise<Response> => {
  const answer = await fetch(request);
  // Cache only whole pictures: not a partial response, nor the page of a captive portal.
  if (answer.status === 200 && answer.headers.get('Content-Type')?.startsWith('image/')) {
    const copy = answer.clone();
    try {
      // Deleting first makes the entry the newest in the order of keys.
      await cache.delete(request.url);
      await cache.put(request.url, copy);
      await trim(cache);
    } catch {
      // The device is full: the picture is only shown.
    }
  }
  return answer;
};

const trim = async (cache: Cache): Promise<void> => {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - PICTURES_MAX))) await cache.delete(key);
};
