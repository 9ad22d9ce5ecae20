import type { Plugin } from 'vite';
import { FIRST_ROUTES, pageModule, type FirstRoute } from './first-routes.ts';
import { matchesNothing, ROOT } from './root.ts';

/**
 * Beside each `import()`, Vite writes the list of all scripts that its file imports, so that the browser asks for them at
 * once. Of some 150 pages and 500 files that is 7 KiB brotli in the entry, on each first load, and a few in others. It
 * helps only before the service worker has installed the build, a few seconds on the first visit; after that each file
 * comes from the device. So only the pages that people open in these seconds (FIRST_ROUTES) keep their list; any other
 * asks for its imports when it has come. Lists of style sheets stay: a page waits for its own.
 *
 * Breaks if Vite names the imported files in another way: then no page has a list.
 *
 * @throws Error if one of these routes is in no file of the build.
 */
export const preloadLists = (root = ROOT, routes: readonly FirstRoute[] = FIRST_ROUTES): Plugin => {
  const listed = new Set<string>();
  return {
    name: 'preload-lists',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (file, imports, { hostType }) =>
            hostType === 'html' || listed.has(file) ? imports : [],
        },
      },
    }),
    // Before Vite writes the lists.
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        listed.clear();
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const { route } of routes) {
          const page = pageModule(root, route);
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(page));
          if (!chunk) throw matchesNothing(`FIRST_ROUTES '${route}'`, 'build/preload-lists.ts', `No file has ${page}.`);
          listed.add(chunk.fileName);
        }
      },
    },
  };
};
