import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchesNothing } from './root.ts';

/** What the build does for one of the routes that people open first. */
export interface FirstRoute {
  /** The file below src/routes, without `.tsx`. */
  readonly route: string;
  /** The address in the browser; null for a frame around other pages. */
  readonly path: string | null;
  /** A page that is often opened first: it gets its own chunk; modules that two landings share are in the frame's. */
  readonly isLanding: boolean;
  /** The document preloads its files, so that they load in parallel with the packages. */
  readonly isPreloaded: boolean;
  /** Installed with the service worker before the first visit ends, as far as SHELL_MAX_BYTES allows. */
  readonly isInShell: boolean;
}

/** The frame with the tab bar: most pages are inside it. */
export const FRAME = '_tabs';

/** The routes of the first load, in the order in which they are added to the shell (mark-shell.ts). */
export const FIRST_ROUTES: readonly FirstRoute[] = [
  { route: FRAME, path: null, isLanding: false, isPreloaded: true, isInShell: true },
  { route: 'welcome', path: '/welcome', isLanding: false, isPreloaded: true, isInShell: false },
  { route: '_tabs/home', path: '/home', isLanding: true, isPreloaded: true, isInShell: true },
  // Nobody signs in without the network; who has signed in on this device has used its files, which are kept then.
  { route: 'sign-in', path: '/sign-in', isLanding: false, isPreloaded: false, isInShell: false },
  // Opened from the welcome page of a first visit: in the table, so that its files load in parallel (preload-lists.ts).
  { route: 'sign-up', path: '/sign-up', isLanding: false, isPreloaded: false, isInShell: false },
  { route: '_tabs/library.index', path: '/library', isLanding: true, isPreloaded: true, isInShell: true },
  { route: '_tabs/channels.index', path: '/channels', isLanding: true, isPreloaded: true, isInShell: false },
];

/** A page that is preloaded and is not in the frame. */
export const isOutsideFrame = ({ route, path, isPreloaded }: FirstRoute): boolean =>
  isPreloaded && path !== null && !route.startsWith(`${FRAME}/`);

/** The module id of a route's page: the router's plugin splits it from the route's file. `root` is absolute. */
export const pageModule = (root: string, route: string): string =>
  `${root}/src/routes/${route}.tsx?tsr-split=component`;

/**
 * Compares the table with the files in src/routes.
 *
 * @throws Error if a route has no file, no page of its own, or another path than in its file.
 */
export const checkFirstRoutes = (root: string, routes: readonly FirstRoute[]): void => {
  for (const { route, path } of routes) {
    const file = join(root, 'src/routes', `${route}.tsx`);
    if (!existsSync(file)) throw matchesNothing(`FIRST_ROUTES '${route}'`, 'build/first-routes.ts');
    const source = readFileSync(file, 'utf8');
    const id = /createFileRoute\('([^']*)'\)/.exec(source)?.[1];
    if (id === undefined || !/\bcomponent:/.test(source))
      throw matchesNothing(`FIRST_ROUTES '${route}'`, 'build/first-routes.ts', `src/routes/${route}.tsx has no page.`);
    const actualPath = pathOf(id);
    if (path !== null && path !== actualPath)
      throw matchesNothing(
        `FIRST_ROUTES '${path}'`,
        'build/first-routes.ts',
        `The path of ${route} is '${actualPath}'.`,
      );
  }
};

/** The address of a route's id: parts that begin with `_` are frames and not in the address. */
const pathOf = (id: string): string =>
  `/${id
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('_'))
    .join('/')}`;
