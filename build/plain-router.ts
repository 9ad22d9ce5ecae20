import type { Plugin } from 'vite';
import { matchesNothing, ROOT } from './root.ts';

/** A file of the router that the app replaces by a smaller one. */
export interface RouterPart {
  /** The import, and the package that imports it. */
  id: string;
  by: string;
  replacement: string;
}

/**
 * The router exports or calls these parts itself, so that they would be in every first load:
 * - its link, 1.5 KiB brotli: the app uses plain links (src/app/navigation/links.ts);
 * - its scroll restoration, 1 KiB: the app keeps places itself (src/app/navigation/places.ts, docs/decisions/0022).
 */
const PARTS: readonly RouterPart[] = [
  { id: './link.js', by: '/@tanstack/react-router/', replacement: `${ROOT}/src/app/navigation/no-router-link.ts` },
  {
    id: './scroll-restoration.js',
    by: '/@tanstack/router-core/',
    replacement: `${ROOT}/src/app/navigation/no-router-scroll.ts`,
  },
];

/**
 * Removes parts of the router that the app does without from the build.
 *
 * Breaks if a version of the router imports a part by another name.
 *
 * @throws Error if a part was not replaced.
 */
export const plainRouter = (parts: readonly RouterPart[] = PARTS): Plugin => {
  const replaced = new Set<RouterPart>();
  return {
    name: 'plain-router',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      replaced.clear();
    },
    resolveId: {
      filter: { id: /^\.\/(link|scroll-restoration)\.js$/ },
      handler(id, importer) {
        const part = parts.find((each) => each.id === id && importer?.includes(each.by));
        if (!part) return null;
        replaced.add(part);
        return part.replacement;
      },
    },
    buildEnd(error) {
      const missed = parts.find((part) => !replaced.has(part));
      if (!error && missed) throw matchesNothing(`'${missed.id}' in ${missed.by}`, 'build/plain-router.ts');
    },
  };
};
