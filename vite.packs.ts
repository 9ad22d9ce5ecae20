import { join } from 'node:path';

/** What the bundler tells of a module. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Schemas, named in every first module: only forms use them, and they declare nothing but themselves. */
const SCHEMAS = /node_modules\/valibot|\/contract\/(forms|ids|patterns|rows)\.ts/;
/** Of the router: named in its index, used by the forms that ask before they are left. */
const LATER = /react-router\/dist\/esm\/useBlocker\.js$/;
const ICON_LIST = /\/src\/ui\/icons\.ts$/;
/** Icons that the first pages draw. */
const FIRST_ICONS =
  /lucide-react\/dist\/esm\/icons\/(arrow-left|arrow-up-down|bell|check|chevron-down|chevron-right|circle-alert|circle-check|circle-exclamation-point|clock|cloud-off|ellipsis-vertical|file-text|headphones|house|info|layers|library|list-filter|lock|menu|play|refresh-cw|search|triangle-exclamation-point|upload|users|video|wifi-off|x)\.mjs$/;

const componentOf = (route: string): string => join(import.meta.dirname, `src/routes/${route}.tsx?tsr-split=component`);

const reached = new Map<string, Set<string>>();

/** Every module that a route's page imports at once. */
const reachOf = (route: string, graph: ModuleGraph): Set<string> => {
  const known = reached.get(route);
  if (known) return known;
  const found = new Set<string>();
  const waiting = [componentOf(route)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || SCHEMAS.test(id) || LATER.test(id) || ICON_LIST.test(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  reached.set(route, found);
  return found;
};

/** Pages a person lands on; what two of them need is in the frame of all. */
const LANDINGS: readonly string[] = ['_tabs/home', '_tabs/library.index', '_tabs/channels.index'];

/** The name of the pack that a route's page lies in. */
export const packOf = (route: string): string => (route === '_tabs' ? 'frame' : route.replaceAll(/\W/g, '-'));

const isFrame = (id: string, graph: ModuleGraph): boolean =>
  FIRST_ICONS.test(id) ||
  reachOf('_tabs', graph).has(id) ||
  LANDINGS.filter((route) => reachOf(route, graph).has(id)).length > 1;

/**
 * Small files pack badly, and each costs a request. A pack holds all that its modules import, or that lies in a pack
 * before it: so no file waits for one that waits for it. Packages change rarely and are a file of their own.
 */
export const PACKS = [
  { name: 'vendor', tags: ['$initial' as const], test: /node_modules\/(?!valibot)/ },
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !SCHEMAS.test(id) },
  { name: 'start', test: /\/src\/ui\/create-icon\.ts$/ },
  { name: (id: string, graph: ModuleGraph) => (isFrame(id, graph) ? 'frame' : null), debugName: 'frame' },
  ...LANDINGS.map((route) => ({
    name: (id: string, graph: ModuleGraph) => (reachOf(route, graph).has(id) ? packOf(route) : null),
    debugName: packOf(route),
  })),
];
