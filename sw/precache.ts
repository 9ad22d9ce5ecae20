import { cacheNames } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { BUILD_CACHE } from '#store/outdated.ts';
import { isBuildFile, looksLikeFile } from './build-file.ts';
import { openPage } from './page.ts';
import { scope } from './scope.ts';

/** One file of the build. `isShell` is set by the build (build/mark-shell.ts): without these nothing opens offline. */
export interface ManifestEntry {
  url: string;
  /** Null where the name has a hash. */
  revision: string | null;
  isShell?: boolean;
}

export interface Precache {
  /** Fetches what is missing of the build. A page asks for it when it is idle. */
  warm(): Promise<void>;
}

/** Paths that the server answers itself, also as navigations. */
const SERVER_PATHS = [/^\/api(\/|$)/, /^\/media(\/|$)/, /^\/pictures(\/|$)/, /^\/dev(\/|$)/, /^\/metrics(\/|$)/];
/** Files fetched at the same time while warming: the page's own requests go first. */
const WARM_AT_ONCE = 3;

/**
 * The shell is installed with the worker; the rest of the build follows when a page is idle, and with every update
 * before it takes over, so that an installed app is whole offline.
 */
export const setUpPrecache = (manifest: readonly ManifestEntry[]): Precache => {
  const shell = manifest.filter((entry) => entry.isShell);
  const keys = new Map(
    manifest
      .filter((entry) => !entry.isShell)
      .map((entry) => [new URL(entry.url, scope.location.origin).pathname, cacheKey(entry)]),
  );
  // Nothing to keep ends the installation: the browser tries again later.
  addPlugins([
    {
      cacheWillUpdate: async ({ request, response }) =>
        (await isBuildFile(new URL(request.url).pathname, response)) ? response : null,
    },
  ]);
  precacheAndRoute(shell.map(({ url, revision }) => ({ url, revision })));
  cleanupOutdatedCaches();
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && keys.has(url.pathname),
    ({ request, url }) => fromRest(request, keys.get(url.pathname)!),
  );
  // Development has no shell to fall back to.
  if (shell.some(({ url }) => url === 'index.html' || url === '/index.html')) {
    registerRoute(new NavigationRoute(openPage(createHandlerBoundToURL('/index.html')), { denylist: SERVER_PATHS }));
  }
  // The shell is there since the installation, unless the browser cleared its caches meanwhile and kept the worker.
  const shellKeys = shell.map(({ url }) => new URL(getCacheKeyForURL(url) ?? url, scope.location.origin).href);
  const warm = async (): Promise<void> => {
    await fetchMissing(cacheNames.precache, shellKeys);
    await fetchMissing(BUILD_CACHE, [...keys.values()]);
  };
  scope.addEventListener('install', (event) => {
    if (scope.registration.active) event.waitUntil(warm());
  });
  scope.addEventListener('activate', (event) => event.waitUntil(dropOld(new Set(keys.values()))));
  return { warm };
};

const cacheKey = ({ url, revision }: ManifestEntry): string => {
  const key = new URL(url, scope.location.origin);
  if (revision) key.searchParams.set('__WB_REVISION__', revision);
  return key.href;
};

const fromRest = async (request: Request, key: string): Promise<Response> => {
  const cache = await caches.open(BUILD_CACHE);
  const { pathname } = new URL(request.url);
  const known = await cache.match(key);
  if (known && looksLikeFile(pathname, known)) return known;
  const answer = await fetch(request);
  if (await isBuildFile(pathname, answer)) await put(cache, key, answer.clone());
  return answer;
};

/** What cannot be had now is fetched when it is needed, or with the next warming. */
const fetchMissing = async (cacheName: string, keys: string[]): Promise<void> => {
  const cache = await caches.open(cacheName);
  const known = new Set((await cache.keys()).map((request) => request.url));
  const missing = keys.filter((key) => !known.has(key));
  const fetchSome = async (): Promise<void> => {
    for (let key = missing.shift(); key; key = missing.shift()) {
      const answer = await fetch(key, { credentials: 'same-origin' }).catch(() => undefined);
      if (!answer) return;
      if (await isBuildFile(new URL(key).pathname, answer)) await put(cache, key, answer);
      // Somebody in between answers for the server: everything else would be theirs too.
      else if (answer.ok) return;
    }
  };
  await Promise.all(Array.from({ length: WARM_AT_ONCE }, fetchSome));
};

/** A full device keeps fewer files, and works as long as there is a line. */
const put = (cache: Cache, key: string, answer: Response): Promise<void> => cache.put(key, answer).catch(() => {});

const dropOld = async (wanted: ReadonlySet<string>): Promise<void> => {
  const cache = await caches.open(BUILD_CACHE);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
};
