import { registerRoute } from 'workbox-routing';

/** Signing out deletes every cache of this name (store/session.ts). */
export const PICTURES_CACHE = 'pictures';
/** Source: D-359. */
export const PICTURES_MAX = 200;
const PICTURE_PATHS = ['/pictures/', '/art/'];

/** Pictures are shown from the cache at once and refreshed behind; the ones not seen for longest go first. */
export const setUpPictures = (): void => {
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && request.method === 'GET' && PICTURE_PATHS.some((path) => url.pathname.startsWith(path)),
    ({ request, event }) => staleWhileRevalidate(request, event),
  );
};

const staleWhileRevalidate = async (request: Request, event: ExtendableEvent): Promise<Response> => {
  const cache = await caches.open(PICTURES_CACHE);
  const known = await cache.match(request.url);
  const fresh = refresh(cache, request);
  if (!known) return fresh;
  event.waitUntil(fresh.catch(() => {}));
  return known;
};

const refresh = async (cache: Cache, request: Request): Promise<Response> => {
  const answer = await fetch(request);
  // Only whole pictures: a part of one, or somebody's page in its place, must not stay.
  if (answer.status === 200 && answer.headers.get('Content-Type')?.startsWith('image/')) {
    const copy = answer.clone();
    try {
      // Put anew, an entry becomes the newest.
      await cache.delete(request.url);
      await cache.put(request.url, copy);
      await trim(cache);
    } catch {
      // No room: the picture is shown all the same.
    }
  }
  return answer;
};

const trim = async (cache: Cache): Promise<void> => {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - PICTURES_MAX))) await cache.delete(key);
};
