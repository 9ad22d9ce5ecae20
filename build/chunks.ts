import type { Plugin } from 'vite';
import { checkFirstRoutes, FIRST_ROUTES, FRAME, isOutsideFrame, pageModule, type FirstRoute } from './first-routes.ts';
import { iconsOf, type ModuleGraph } from './icons.ts';
import { below, matchesNothing, ROOT } from './root.ts';

const FILE = 'build/chunks.ts';
/** Exported by the router's index, but used only by forms that ask before navigation. */
const LATER = /\/react-router\/dist\/esm\/useBlocker\.js$/;
const SCHEMA_PACKAGE = /\/node_modules\/valibot\//;

/** The name of the chunk of a first route's page. */
const chunkOf = (route: string): string => (route === FRAME ? 'frame' : route.replaceAll(/\W/g, '-'));

/** The name of the chunk of what a landing shares with later pages. */
const sharedChunkOf = (route: string): string => `${chunkOf(route)}-shared`;

/**
 * Landings of which many later pages use parts: what SHARERS of these use has a chunk of its own, or each of them would
 * load the landing's page with it. The other landings stay whole: a second file costs each of them 0.4 KiB.
 */
const SPLIT: readonly string[] = ['_tabs/library.index'];
const SHARERS = 6;

/** The modules that the grouping depends on. */
const modulesIn = (root: string) => ({
  iconList: `${root}/src/ui/icons.ts`,
  iconMaker: `${root}/src/ui/create-icon.ts`,
  callMaker: `${root}/contract/call.ts`,
  contract: below(`${root}/contract`),
  /** Loaded soon after the start of every page. */
  afterStart: `${root}/src/app/navigation/places.ts`,
});

/**
 * Decides which modules share a chunk. Small files compress badly, and each costs a request: without the groups a first
 * load has about 80 files instead of 9. A group contains all that its modules import, unless an earlier group has it, so
 * that chunks do not import each other in a circle. What later pages share with a landing is not in its page's chunk, and
 * what the welcome page and every start share with the frame is not in the frame's.
 * Packages change rarely and have a chunk of their own.
 *
 * Breaks, with a circle that no-circular-chunks.ts reports, if a group takes modules that earlier groups need.
 *
 * @throws Error if a first route, a module named here or a group has nothing in the build.
 */
export const chunks = (root = ROOT, routes: readonly FirstRoute[] = FIRST_ROUTES, split = SPLIT): Plugin => {
  const landings = routes.filter(({ isLanding }) => isLanding).map(({ route }) => route);
  const modules = modulesIn(root);
  const { isBase, isFrame, isShared, reachOf, icons, later, clear } = sharing(root, routes, modules);
  const groups = [
    // With the replacements of the router's own parts (plain-router.ts), which it imports.
    {
      name: 'vendor',
      tags: ['$initial' as const],
      test: /\/node_modules\/(?!valibot\/)|\/app\/navigation\/no-router-/,
    },
    {
      name: (id: string, graph: ModuleGraph) => (isSchema(id, graph, modules) ? null : 'start'),
      debugName: 'start',
      tags: ['$initial' as const],
    },
    { name: 'start', test: (id: string) => id === modules.iconMaker },
    { name: (id: string, graph: ModuleGraph) => (isBase(id, graph) ? 'base' : null), debugName: 'base' },
    { name: (id: string, graph: ModuleGraph) => (isFrame(id, graph) ? 'frame' : null), debugName: 'frame' },
    ...landings.map((route) => ({
      name: (id: string, graph: ModuleGraph) => {
        if (!reachOf(route, graph).has(id)) return null;
        return split.includes(route) && isShared(id, graph) ? sharedChunkOf(route) : chunkOf(route);
      },
      debugName: chunkOf(route),
    })),
  ];
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } } },
    }),
    buildStart() {
      checkFirstRoutes(root, routes);
    },
    renderStart() {
      clear();
      for (const id of iconFiles(modules.iconList, this)) icons.add(id);
      const ids = [...this.getModuleIds()];
      for (const id of ids) for (const each of this.getModuleInfo(id)?.dynamicallyImportedIds ?? []) later.add(each);
      for (const route of [FRAME, ...landings]) later.delete(pageModule(root, route));
      const expected = expectedModules(this, modules, root, routes);
      for (const [what, isIt] of expected) if (!ids.some(isIt)) throw matchesNothing(what, FILE);
    },
    generateBundle(_options, bundle) {
      const names = new Set(Object.values(bundle).map((file) => (file.type === 'chunk' ? file.name : '')));
      for (const name of ['vendor', 'start', 'base', 'frame', ...landings.map(chunkOf), ...split.map(sharedChunkOf)])
        if (!names.has(name)) throw matchesNothing(`The group '${name}'`, FILE);
    },
  };
};

type Modules = ReturnType<typeof modulesIn>;

/** Answers by which pages a module is used; the caller fills `icons` and `later` when the modules are known. */
const sharing = (root: string, routes: readonly FirstRoute[], modules: Modules) => {
  const landings = routes.filter(({ isLanding }) => isLanding).map(({ route }) => route);
  /** Pages of a first visit that are not in the frame. */
  const outside = routes.filter(isOutsideFrame).map(({ route }) => route);
  const reached = new Map<string, ReadonlySet<string>>();
  const icons = new Set<string>();
  /** What is loaded on demand, except the landings and their frame: other pages and later parts of pages. */
  const later = new Set<string>();
  const reachOfModule = (id: string, graph: ModuleGraph) => {
    const imported = reached.get(id) ?? reach(id, graph, modules);
    reached.set(id, imported);
    return imported;
  };
  const reachOf = (route: string, graph: ModuleGraph) => reachOfModule(pageModule(root, route), graph);
  const usersOf = (id: string, graph: ModuleGraph): number =>
    [FRAME, ...landings].filter((route) => reachOf(route, graph).has(id)).length;
  return {
    icons,
    later,
    reachOf,
    clear: () => [reached, icons, later].forEach((each) => each.clear()),
    /** Apart from the frame, which pages outside of it do not need. */
    isBase: (id: string, graph: ModuleGraph): boolean => {
      const isOutside = outside.some((route) => reachOf(route, graph).has(id));
      return (isOutside || reachOfModule(modules.afterStart, graph).has(id)) && usersOf(id, graph) > 0;
    },
    /** What every page needs sooner or later must not be in the chunk of one page: all of that would be loaded with it. */
    isFrame: (id: string, graph: ModuleGraph): boolean => {
      const users = usersOf(id, graph);
      return users > 1 || (users > 0 && icons.has(id)) || reachOf(FRAME, graph).has(id);
    },
    /** Whatever such a module imports is shared by the same pages, so that its chunk does not import the landing's. */
    isShared: (id: string, graph: ModuleGraph): boolean => {
      let sharers = 0;
      for (const each of later) if (reachOfModule(each, graph).has(id)) sharers += 1;
      return sharers >= SHARERS;
    },
  };
};

/** What must be in the build, with its name in an error message. */
const expectedModules = (
  graph: ModuleGraph,
  modules: Modules,
  root: string,
  routes: readonly FirstRoute[],
): [string, (id: string) => boolean][] => {
  return [
    [`LATER ${LATER}`, (id) => LATER.test(id)],
    [`The list of icons ${modules.iconList}`, (id) => id === modules.iconList],
    [`The icons' maker ${modules.iconMaker}`, (id) => id === modules.iconMaker],
    [`The module that each start loads ${modules.afterStart}`, (id) => id === modules.afterStart],
    [`The calls' maker ${modules.callMaker}`, (id) => id === modules.callMaker],
    ['A module that only declares schemas', (id) => modules.contract.test(id) && isSchema(id, graph, modules)],
    ...routes.map(({ route }): [string, (id: string) => boolean] => {
      const page = pageModule(root, route);
      return [`FIRST_ROUTES '${route}'`, (id) => id === page];
    }),
  ];
};

/**
 * Every module that a page imports statically, without those it does not use: schemas, other icons, and the calls from
 * whose module its own calls take schemas. A page imports each call from the module that declares it.
 */
const reach = (page: string, graph: ModuleGraph, modules: Modules): ReadonlySet<string> => {
  const reached = new Set<string>();
  const waiting = [page];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || LATER.test(id) || id === modules.iconList || isSchema(id, graph, modules)) continue;
    reached.add(id);
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    waiting.push(...(modules.contract.test(id) ? imported.filter((each) => !isCalls(each, graph, modules)) : imported));
    if (imported.includes(modules.iconList)) waiting.push(...iconsOf(id, modules.iconList, graph));
  }
  return reached;
};

/** True for the schema package and for contract modules that declare schemas but no calls: only forms use them. */
const isSchema = (id: string, graph: ModuleGraph, { contract, callMaker }: Modules): boolean => {
  if (SCHEMA_PACKAGE.test(id)) return true;
  if (!contract.test(id)) return false;
  const imported = graph.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((each) => SCHEMA_PACKAGE.test(each)) && !imported.includes(callMaker);
};

/** True for contract modules that declare calls. */
const isCalls = (id: string, graph: ModuleGraph, { contract, callMaker }: Modules): boolean =>
  contract.test(id) && (graph.getModuleInfo(id)?.importedIds ?? []).includes(callMaker);

/** Modules of all icons; some only re-export an icon that was renamed. */
const iconFiles = (list: string, graph: ModuleGraph): string[] => {
  const idsIn = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  return idsIn(list).flatMap((id) => [id, ...idsIn(id)]);
};
