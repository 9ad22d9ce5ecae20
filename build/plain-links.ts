import type { Plugin } from 'vite';
import { matchesNothing, ROOT } from './root.ts';

/** The replacement of the router's own link. */
const REPLACEMENT = `${ROOT}/src/app/navigation/no-router-link.ts`;
const ROUTER = '/@tanstack/react-router/';

/**
 * Removes the router's own link component from the build. The app uses plain links (src/app/navigation/links.ts), but
 * the router's index exports its link, which would add 1.5 KiB brotli to every first load.
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
