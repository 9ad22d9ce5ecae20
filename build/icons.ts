import { basename } from 'node:path';
import { parseAst, type ESTree } from 'vite';

/** The part of the bundler's context that gives information about modules. */
export interface ModuleGraph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
}

/**
 * The icon modules that a module uses. All icons are exported by one list (src/ui/icons.ts), so the module graph shows
 * only that a module imports the list; which icons it uses is read from its code.
 *
 * @param list The module id of the list.
 * @throws Error if a module imports the whole list, or a name that is not in it.
 */
export const iconsOf = (id: string, list: string, graph: ModuleGraph): string[] => {
  const names = namedFrom(programOf(id, graph), basename(list));
  const icons = iconModules(list, graph);
  return names.map((name) => {
    const icon = icons.get(name);
    if (!icon) throw new Error(`${id} imports '${name}' from ${list}, which is not an icon by name (build/icons.ts).`);
    return icon;
  });
};

const programOf = (id: string, graph: ModuleGraph): ESTree.Program => parseAst(graph.getModuleInfo(id)?.code ?? '');

const textOf = (name: ESTree.ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name);

/** What a module imports or exports from the list: `*` for all of it. */
const namedFrom = (program: ESTree.Program, file: string): string[] =>
  program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration' && basename(statement.source.value) === file)
      return statement.specifiers.map((each) => (each.type === 'ImportSpecifier' ? textOf(each.imported) : '*'));
    if (statement.type === 'ExportNamedDeclaration' && statement.source && basename(statement.source.value) === file)
      return statement.specifiers.map((each) => textOf(each.local));
    return [];
  });

/** The list's names, each with its icon's module id. */
const iconModules = (list: string, graph: ModuleGraph): ReadonlyMap<string, string> => {
  const ids = new Map(graph.getModuleInfo(list)?.importedIds.map((id) => [basename(id).replace(/\.\w+$/, ''), id]));
  return new Map(
    programOf(list, graph).body.flatMap((statement) => {
      if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return [];
      const id = ids.get(basename(statement.source.value));
      if (!id) throw new Error(`${list} names ${statement.source.value}, which no module answers to (build/icons.ts).`);
      return statement.specifiers.map((each): [string, string] => [textOf(each.exported), id]);
    }),
  );
};
