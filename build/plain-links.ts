import type { Plugin } from 'vite';
import { matchesNothing, ROOT } from './root.ts';

/** Takes the place of the router's own link. */
const REPLACEMENT = `${ROOT}/src/app/navigation/no-router-link.ts`;
const ROUTER = '/@tanstack/react-router/';

/**
 * Leaves the router's own link component out of the build. Links here are plain ones (src/app/navigation/links.ts), but
 * the router's index names its link, so every first load would carry it: 1.5 KiB brotli.
 *
 * Breaks if a version of the router imports its link by another name than `./link.js`.
 *
 * @throws Error if nothing was replaced.
 */
export const plainLinks = (replacement = REPLACEMENT): Plugin => {
  let isReplaced = false;
  return {
    name: 'plain-links',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      isReplaced = false;
    },
    resolveId: {
      filter: { id: /^\.\/link\.js$/ },
      handler(_id, importer) {
        if (!importer?.includes(ROUTER)) return null;
        isReplaced = true;
        return replacement;
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) throw matchesNothing(`'./link.js' in ${ROUTER}`, 'build/plain-links.ts');
    },
  };
};
