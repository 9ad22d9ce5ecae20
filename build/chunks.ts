import type { Plugin } from 'vite';
import { checkFirstRoutes, FIRST_ROUTES, FRAME, pageModule, type FirstRoute } from './first-routes.ts';
import { iconsOf, type ModuleGraph } from './icons.ts';
import { below, matchesNothing, ROOT } from './root.ts';

const FILE = 'build/chunks.ts';
/** Exported by the router's index, but used only by forms that ask before navigation. */
const LATER = /\/react-router\/dist\/esm\/useBlocker\.js$/;
const SCHEMA_PACKAGE = /\/node_modules\/valibot\//;

/** The name of the chunk of a first route's page. */
export const chunkOf = (route: string): string => (route === FRAME ? 'frame' : route.replaceAll(/\W/g, '-'));

/** The modules that the grouping depends on. */
const modulesIn = (root: string) => ({
  iconList: `${root}/src/ui/icons.ts`,
  iconMaker: `${root}/src/ui/create-icon.ts`,
  callMaker: `${root}/contract/call.ts`,
  contract: below(`${root}/contract`),
});

/**
 * Decides which modules share a chunk. Small files compress badly, and each costs a request: without the groups a first
 * load has about 80 files instead of 9. A group contains all that its modules import, unless an earlier group has it, so
 * that chunks do not import each other in a circle. Packages change rarely and have a chunk of their own.
 *
 * Breaks, with a circle that no-circular-chunks.ts reports, if a group takes modules that earlier groups need.
 *
 * @throws Error if a first route, a module named here or a group has nothing in the build.
 */
export const chunks = (root = ROOT, routes: readonly FirstRoute[] = FIRST_ROUTES): Plugin => {
  const landings = routes.filter(({ isLanding }) => isLanding).map(({ route }) => route);
  const modules = modulesIn(root);
  const reached = new Map<string, ReadonlySet<string>>();
  const icons = new Set<string>();
  const reachOf = (route: string, graph: ModuleGraph) => {
    const imported = reached.get(route) ?? reach(pageModule(root, route), graph, modules);
    reached.set(route, imported);
    return imported;
  };
  const isFrame = (id: string, graph: ModuleGraph): boolean => {
    const users = landings.filter((route) => reachOf(route, graph).has(id)).length;
    return users > 1 || (users > 0 && icons.has(id)) || reachOf(FRAME, graph).has(id);
  };
  const groups = [
    { name: 'vendor', tags: ['$initial' as const], test: /\/node_modules\/(?!valibot\/)/ },
    {
      name: (id: string, graph: ModuleGraph) => (isSchema(id, graph, modules) ? null : 'start'),
      debugName: 'start',
      tags: ['$initial' as const],
    },
    { name: 'start', test: (id: string) => id === modules.iconMaker },
    { name: (id: string, graph: ModuleGraph) => (isFrame(id, graph) ? 'frame' : null), debugName: 'frame' },
    ...landings.map((route) => ({
      name: (id: string, graph: ModuleGraph) => (reachOf(route, graph).has(id) ? chunkOf(route) : null),
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
      reached.clear();
      icons.clear();
      for (const id of iconFiles(modules.iconList, this)) icons.add(id);
      const ids = [...this.getModuleIds()];
      const expected: [string, (id: string) => boolean][] = [
        [`LATER ${LATER}`, (id) => LATER.test(id)],
        [`The list of icons ${modules.iconList}`, (id) => id === modules.iconList],
        [`The icons' maker ${modules.iconMaker}`, (id) => id === modules.iconMaker],
        [`The calls' maker ${modules.callMaker}`, (id) => id === modules.callMaker],
        ['A module that only declares schemas', (id) => modules.contract.test(id) && isSchema(id, this, modules)],
        ...routes.map(({ route }): [string, (id: string) => boolean] => {
          const page = pageModule(root, route);
          return [`FIRST_ROUTES '${route}'`, (id) => id === page];
        }),
      ];
      for (const [what, isIt] of expected) if (!ids.some(isIt)) throw matchesNothing(what, FILE);
    },
    generateBundle(_options, bundle) {
      const names = new Set(Object.values(bundle).map((file) => (file.type === 'chunk' ? file.name : '')));
      for (const name of ['vendor', 'start', 'frame', ...landings.map(chunkOf)])
        if (!names.has(name)) throw matchesNothing(`The group '${name}'`, FILE);
    },
  };
};

type Modules = ReturnType<typeof modulesIn>;

/** Every module that a page imports statically, without those it does not use: schemas and other icons. */
const reach = (page: string, graph: ModuleGraph, modules: Modules): ReadonlySet<string> => {
  const reached = new Set<string>();
  const waiting = [page];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || LATER.test(id) || id === modules.iconList || isSchema(id, graph, modules)) continue;
    reached.add(id);
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    waiting.push(...imported);
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

/** Modules of all icons; some only re-export an icon that was renamed. */
const iconFiles = (list: string, graph: ModuleGraph): string[] => {
  const idsIn = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  return idsIn(list).flatMap((id) => [id, ...idsIn(id)]);
};
