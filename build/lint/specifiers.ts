import path from 'node:path';

/** An import specifier: its text, if it is a literal, and its position. */
export interface Specifier {
  /** `null` for one that is computed when the code runs. */
  readonly text: string | null;
  /** A URL or a glob knows no aliases. */
  readonly takesAlias: boolean;
  readonly node: Node;
}

/** The part of the syntax tree (ESTree) that is used here. */
export interface Node {
  readonly type: string;
  readonly range: readonly [start: number, end: number];
  readonly value?: unknown;
  readonly name?: string;
  readonly source?: Node | null;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly arguments?: readonly Node[];
  readonly params?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
}

const textOf = (node: Node): string | null => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral' && node.quasis?.length === 1) return node.quasis[0]?.value.cooked ?? null;
  return null;
};

const isImportMeta = (node: Node | undefined, property: string): boolean =>
  node?.type === 'MemberExpression' && node.object?.type === 'MetaProperty' && node.property?.name === property;

/** `import … from`, `export … from`, `import()`, and `import()` in a type. */
export const ofSource = (node: Node): Specifier[] =>
  node.source ? [{ text: textOf(node.source), takesAlias: true, node: node.source }] : [];

const LOADERS = ['Worker', 'SharedWorker', 'importScripts'];
const isUrl = (node: Node): boolean => node.type === 'NewExpression' && node.callee?.name === 'URL';

/** `new URL('./x', import.meta.url)`, also inside `new Worker(…)`; `new Worker('/x.ts')`. */
export const ofNew = ({ callee, arguments: [file, base] = [] }: Node): Specifier[] => {
  if (!file) return [];
  const specifier = { text: textOf(file), takesAlias: false, node: file };
  if (LOADERS.includes(callee?.name ?? '')) return isUrl(file) ? [] : [specifier];
  if (callee?.name !== 'URL' || !isImportMeta(base, 'url')) return [];
  return /^[./]/.test(specifier.text ?? '') ? [specifier] : [];
};

/** `import.meta.glob('./x/*.ts')`, with one pattern or a list; `import.meta.resolve('x')`; `importScripts('/x.ts')`. */
export const ofCall = ({ callee, arguments: [patterns] = [] }: Node): Specifier[] => {
  if (!patterns) return [];
  const isLoader = LOADERS.includes(callee?.name ?? '') || isImportMeta(callee, 'resolve');
  if (isLoader) return [{ text: textOf(patterns), takesAlias: false, node: patterns }];
  if (callee?.type === 'MemberExpression' && callee.property?.name === 'getBuiltinModule')
    return [{ text: textOf(patterns), takesAlias: false, node: patterns }];
  if (!isImportMeta(callee, 'glob')) return [];
  const each = patterns.type === 'ArrayExpression' ? (patterns.elements ?? []) : [patterns];
  return each.flatMap((node) =>
    node ? [{ text: textOf(node)?.replace(/^!/, '') ?? null, takesAlias: false, node }] : [],
  );
};

/**
 * Resolves an import specifier to a path.
 *
 * @param text The specifier: `./x.ts`, `#ui/x.ts`, `/x.ts` from the root, or a package.
 * @param from The importing file, below the root.
 * @param aliases "imports" of package.json: `#ui/*` → `./src/ui/*`.
 * @returns Below the root (`../x` outside of it); `null` for a package; the specifier itself for an unknown alias.
 */
export const resolve = (text: string, from: string, aliases: Readonly<Record<string, string>>): string | null => {
  const [plain = ''] = text.split('?');
  if (plain.startsWith('/node_modules/')) return null;
  if (plain.startsWith('/')) return path.posix.normalize(plain.slice(1));
  if (plain.startsWith('.')) return path.posix.join(path.posix.dirname(from), plain);
  if (!plain.startsWith('#')) return null;
  for (const [alias, folder] of Object.entries(aliases)) {
    const start = alias.slice(0, -1);
    if (plain.startsWith(start)) return path.posix.join(folder.slice(0, -1), plain.slice(start.length));
  }
  return plain;
};

/** The package of a specifier that is no path: `@stripe/stripe-js/pure` → `@stripe/stripe-js`. */
export const packageOf = (text: string): string => {
  const [first = '', second = ''] = text.replace(/^\/node_modules\//, '').split(/[/?]/);
  return first.startsWith('@') ? `${first}/${second}` : first;
};
