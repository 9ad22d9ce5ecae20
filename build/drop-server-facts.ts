import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { normalizePath, Visitor, type ESTree, type Plugin, type Rolldown } from 'vite';
import type { Call } from '#contract/call.ts';
import { below, matchesNothing, ROOT } from './root.ts';

/**
 * Facts of a call that only the server and the API documents read, or that pages load separately (queued-facts.ts). Pages
 * do not validate calls; a form imports the schemas of its fields by name. To let pages read a fact, remove it here, as
 * `may` was: pages hide a button if the person may not make its call (src/app/data/may.tsx).
 */
const SERVER_FACTS: readonly (keyof Call)[] = ['input', 'output', 'problems', 'queued', 'summary'];
/** Facts that workers do not need: they show no buttons, so not `may` either. */
export const WORKER_SERVER_FACTS: readonly (keyof Call)[] = [...SERVER_FACTS, 'may'];

const FILE = 'build/drop-server-facts.ts';
/** The function that declares a call. */
const CALL_MAKER = 'defineCall';
/** Its functions only create schemas: unused ones can be dropped. */
const SCHEMA_PACKAGE = 'valibot';
const MARK = '@__NO_SIDE_EFFECTS__';
const MARKED_EXPORT = /\/\* @__NO_SIDE_EFFECTS__ \*\/\s*export (?:const|function) (\w+)/g;
const PURE = '/* @__PURE__ */ ';
const CALL_ID = /^\w+\.\w+$/;

/** Modules of the contract, without tests. They have no side effects. */
export const contractModules = (root = ROOT): RegExp => below(`${root}/contract`, String.raw`(?!.*\.test\.ts$).*\.ts$`);

export interface DropServerFactsOptions {
  root?: string;
  facts?: readonly string[];
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Removes the server's part of the contract (schemas, permissions, problems, summaries) from the client, and annotates
 * each call of the contract's pure functions, because the bundler loses such annotations between modules. Together they
 * save 7 to 9 KiB brotli of a first load, the annotations 5 of them. The service worker is built without this plugin: it
 * validates old entries of the outbox with the schemas.
 *
 * Breaks if calls are declared by anything but `defineCall({…})` with an object literal, or if a pure helper of the
 * contract loses its annotation.
 *
 * @throws Error if a fact is in no call, if no helper is annotated, if a call is not an object literal, or if any file of
 * the build contains a server fact of a call.
 */
export const dropServerFacts = ({ root = ROOT, facts = SERVER_FACTS }: DropServerFactsOptions = {}): Plugin => {
  const marked = new Set<string>();
  const dropped = new Set<string>();
  let isWorker = false;
  return {
    name: 'drop-server-facts',
    apply: 'build',
    configResolved(config) {
      ({ isWorker } = config);
    },
    buildStart() {
      dropped.clear();
      marked.clear();
      for (const name of markedFunctions(`${root}/contract`)) marked.add(name);
    },
    transform: {
      filter: { id: contractModules(root) },
      handler(code, id) {
        const program = this.parse(code);
        const names = importedNames(program, id, root, marked);
        for (const [, name] of code.matchAll(MARKED_EXPORT)) names.pure.add(name!);
        const cuts: Edit[] = [];
        const marks: Edit[] = [];
        new Visitor({
          CallExpression(node) {
            if (isPure(node.callee, names)) marks.push({ start: node.start, end: node.start, text: PURE });
            if (node.callee.type !== 'Identifier' || !names.callMakers.has(node.callee.name)) return;
            for (const { fact, start, end } of factsOf(node, facts, id)) {
              dropped.add(fact);
              cuts.push({ start, end, text: '' });
            }
          },
        }).visit(program);
        const isCut = ({ start }: Edit) => cuts.some((cut) => start > cut.start && start < cut.end);
        const edits = [...cuts, ...marks.filter((mark) => !isCut(mark))].toSorted((a, b) => a.start - b.start);
        return { code: applied(code, edits), map: null };
      },
    },
    // A worker contains only the calls that it uses, so some facts may be missing.
    buildEnd(error) {
      if (error || isWorker) return;
      for (const fact of facts)
        if (!dropped.has(fact))
          throw matchesNothing(`SERVER_FACTS '${fact}'`, FILE, `No ${CALL_MAKER}({…}) below contract/ has it.`);
    },
    generateBundle(_options, bundle) {
      let count = 0;
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          for (const call of callsIn(chunk, (code) => this.parse(code))) {
            count += 1;
            const fact = facts.find((each) => call.keys.has(each));
            if (fact)
              throw new Error(
                `${chunk.fileName} has '${fact}' of the call '${call.id}', which only the server reads. ` +
                  `Declare the call as ${CALL_MAKER}({…}) below contract/, or take '${fact}' out of SERVER_FACTS (${FILE}).`,
              );
          }
      if (count === 0 && !isWorker)
        throw matchesNothing('The check for server facts', FILE, 'No file of the build has a call: { id, path, … }.');
    },
  };
};

/**
 * Names of the contract's functions that are annotated as pure.
 *
 * @throws Error if there is none, or if an annotation is not before `export const` or `export function`.
 */
const markedFunctions = (folder: string): string[] => {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const names = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(`${folder}/${file}`, 'utf8');
      const exported = Array.from(source.matchAll(MARKED_EXPORT), ([, name]) => name!);
      if (source.split(MARK).length - 1 !== exported.length)
        throw new Error(
          `contract/${file} has a mark ${MARK} that the build cannot read. Write it as /* ${MARK} */ on the line ` +
            `before an exported const or function (${FILE}).`,
        );
      return exported;
    });
  if (names.length === 0) throw matchesNothing(`The mark ${MARK} in contract/`, FILE);
  return names;
};

interface Names {
  pure: Set<string>;
  /** Namespaces whose members are all pure functions. */
  namespaces: Set<string>;
  callMakers: Set<string>;
}

/** The local names of the functions that a module imports. */
const importedNames = (program: ESTree.Program, id: string, root: string, marked: ReadonlySet<string>): Names => {
  const names: Names = { pure: new Set(), namespaces: new Set(), callMakers: new Set() };
  const contract = below(`${root}/contract`);
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const source = statement.source.value;
    const isSchemas = source === SCHEMA_PACKAGE;
    const isContract =
      source.startsWith('#contract/') ||
      (source.startsWith('.') && contract.test(normalizePath(resolve(dirname(id), source))));
    if (!isSchemas && !isContract) continue;
    for (const each of statement.specifiers) {
      if (each.type === 'ImportNamespaceSpecifier' && isSchemas) names.namespaces.add(each.local.name);
      if (each.type !== 'ImportSpecifier') continue;
      const imported = each.imported.type === 'Identifier' ? each.imported.name : each.imported.value;
      if (isSchemas || marked.has(imported)) names.pure.add(each.local.name);
      if (isContract && imported === CALL_MAKER) names.callMakers.add(each.local.name);
    }
  }
  return names;
};

const isPure = (callee: ESTree.CallExpression['callee'], { pure, namespaces }: Names): boolean => {
  if (callee.type === 'Identifier') return pure.has(callee.name);
  return (
    callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && namespaces.has(callee.object.name)
  );
};

/** The source ranges of the server's facts of a declared call, each up to the next property. */
const factsOf = (node: ESTree.CallExpression, facts: readonly string[], id: string) => {
  const [call] = node.arguments;
  if (call?.type !== 'ObjectExpression' || call.properties.some((each) => nameOf(each) === undefined))
    throw new Error(
      `${id} calls ${CALL_MAKER} with something else than an object that is written out: the build cannot tell which ` +
        `of its facts are the server's (${FILE}).`,
    );
  return call.properties.flatMap((property, index) => {
    const fact = nameOf(property)!;
    const end = call.properties[index + 1]?.start ?? property.end;
    return facts.includes(fact) ? [{ fact, start: property.start, end }] : [];
  });
};

/** A property's name; undefined for a spread or a computed name. */
const nameOf = (property: ESTree.ObjectExpression['properties'][number]): string | undefined => {
  if (property.type !== 'Property' || property.computed) return undefined;
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'Literal' ? String(property.key.value) : undefined;
};

/** `edits` are in order and do not overlap. */
const applied = (code: string, edits: readonly Edit[]): string => {
  let position = 0;
  let text = '';
  for (const edit of edits) {
    text += code.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return text + code.slice(position);
};

/** The calls that a file of the build declares: objects with a path and an id like `area.verb`. */
const callsIn = ({ code }: Rolldown.OutputChunk, parse: (code: string) => ESTree.Program) => {
  const calls: { id: string; keys: Set<string> }[] = [];
  if (!/\bid:/.test(code) || !/\bpath:/.test(code)) return calls;
  new Visitor({
    ObjectExpression({ properties }) {
      const keys = new Set(properties.map((each) => nameOf(each) ?? ''));
      const id = properties.find((each) => nameOf(each) === 'id');
      if (!keys.has('path') || id?.type !== 'Property') return;
      const value = textOf(id.value);
      if (value !== undefined && CALL_ID.test(value)) calls.push({ id: value, keys });
    },
  }).visit(parse(code));
  return calls;
};

/** The value of a string literal; the minifier writes them as templates. */
const textOf = (node: ESTree.Expression): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
};
