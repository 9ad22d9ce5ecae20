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
import { fetchPack } from './rest-pack.ts';
import { worker } from './worker-global.ts';

/** A file of the build. `isShell` is set by build/mark-shell.ts on the files needed to open the app offline. */
export interface ManifestEntry {
  url: string;
  /** Null if the name has a hash. */
  revision: string | null;
  isShell?: boolean;
  /** Set by build/rest-pack.ts on the file that holds all files which are not in the shell. */
  isPack?: boolean;
}

export interface Precache {
  /** Caches the missing files of the build. Idle pages request it; what one requests while it goes on is the same one. */
  warm(): Promise<void>;
}

/** Paths that are not routes of the app: navigations to them go to the server. */
const SERVER_PATHS = [/^\/api(\/|$)/, /^\/media(\/|$)/, /^\/pictures(\/|$)/, /^\/dev(\/|$)/, /^\/metrics(\/|$)/];
/** Files fetched at the same time by warm(); few, so that the page's own requests are not slowed down. */
const WARM_AT_ONCE = 3;
/** A file that takes longer is left for the next warm(), which would otherwise wait for it too, ms. */
const WARM_FILE_MAX_MS = 60_000;
/** With fewer files missing (an update, or most of them kept by an earlier try) each is fetched by itself. */
const PACK_FROM_SHARE_MISSING = 0.5;

/**
 * Caches the build. The shell is cached when the worker is installed; the rest when a page is idle, or, for an update,
 * before it takes over, so that an installed app is complete offline.
 */
export const setUpPrecache = (manifest: readonly ManifestEntry[]): Precache => {
  const shell = manifest.filter((entry) => entry.isShell);
  const pack = manifest.find((entry) => entry.isPack);
  const keys = new Map(
    manifest
      .filter((entry) => !entry.isShell && !entry.isPack)
      .map((entry) => [new URL(entry.url, worker.location.origin).pathname, cacheKey(entry)]),
  );
  // Null fails the installation; the browser retries it later.
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
    ({ request, url }) => fromBuildCache(request, keys.get(url.pathname)!),
  );
  // Development has no shell to fall back to.
  if (shell.some(({ url }) => url === 'index.html' || url === '/index.html')) {
    registerRoute(new NavigationRoute(openPage(createHandlerBoundToURL('/index.html')), { denylist: SERVER_PATHS }));
  }
  // Fetch the shell again too: the browser may have cleared the caches but kept the worker.
  const shellKeys = shell.map(({ url }) => new URL(getCacheKeyForURL(url) ?? url, worker.location.origin).href);
  const warm = oneAtATime(async () => {
    await fetchMissing(cacheNames.precache, shellKeys);
    if (pack) await unpackMissing(cacheKey(pack), keys);
    await fetchMissing(BUILD_CACHE, [...keys.values()]);
  });
  worker.addEventListener('install', (event) => {
    if (worker.registration.active) event.waitUntil(warm());
  });
  worker.addEventListener('activate', (event) => event.waitUntil(deleteOld(new Set(keys.values()))));
  return { warm };
};

/** Pages that are opened one after the other would each fetch what the first one's fetches have not brought yet. */
const oneAtATime = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
};

const cacheKey = ({ url, revision }: ManifestEntry): string => {
  const key = new URL(url, worker.location.origin);
  if (revision) key.searchParams.set('__WB_REVISION__', revision);
  return key.href;
};

const fromBuildCache = async (request: Request, key: string): Promise<Response> => {
  const cache = await caches.open(BUILD_CACHE);
  const { pathname } = new URL(request.url);
  const cached = await cache.match(key);
  if (cached && looksLikeFile(pathname, cached)) return cached;
  const answer = await fetch(request);
  if (await isBuildFile(pathname, answer)) await put(cache, key, answer.clone());
  return answer;
};

const missingIn = async (cacheName: string, keys: string[]): Promise<{ cache: Cache; missing: string[] }> => {
  const cache = await caches.open(cacheName);
  const cached = new Set((await cache.keys()).map((request) => request.url));
  return { cache, missing: keys.filter((key) => !cached.has(key)) };
};

/** Caches the missing files from the pack, if many are. What does not come is left to `fetchMissing`. */
const unpackMissing = async (packUrl: string, keys: ReadonlyMap<string, string>): Promise<void> => {
  const { cache, missing } = await missingIn(BUILD_CACHE, [...keys.values()]);
  if (missing.length < keys.size * PACK_FROM_SHARE_MISSING) return;
  const wanted = new Set(missing);
  await fetchPack(packUrl, async (pathname, file) => {
    const key = keys.get(pathname);
    if (key && wanted.has(key) && (await isBuildFile(pathname, file))) await put(cache, key, file);
  });
};

/** Caches the missing files. What fails is fetched when it is needed, or by the next warm(). */
const fetchMissing = async (cacheName: string, keys: string[]): Promise<void> => {
  const { cache, missing } = await missingIn(cacheName, keys);
  const fetchSome = async (): Promise<void> => {
    for (let key = missing.shift(); key; key = missing.shift()) {
      const signal = AbortSignal.timeout(WARM_FILE_MAX_MS);
      const answer = await fetch(key, { credentials: 'same-origin', signal }).catch(() => undefined);
      if (!answer) return;
      if (await isBuildFile(new URL(key).pathname, answer)) await put(cache, key, answer);
      // A captive portal answers: it would answer the other requests too.
      else if (answer.ok) return;
    }
  };
  await Promise.all(Array.from({ length: WARM_AT_ONCE }, fetchSome));
};

/** On a full device the file is not cached and comes from the network. */
const put = (cache: Cache, key: string, answer: Response): Promise<void> => cache.put(key, answer).catch(() => {});

const deleteOld = async (wanted: ReadonlySet<string>): Promise<void> => {
  const cache = await caches.open(BUILD_CACHE);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
};
