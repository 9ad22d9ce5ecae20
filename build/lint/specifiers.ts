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

/** `new URL('./x', import.meta.url)`, also inside `new Worker(…)`. */
export const ofUrl = ({ callee, arguments: [file, base] = [] }: Node): Specifier[] => {
  if (callee?.name !== 'URL' || !file || !isImportMeta(base, 'url')) return [];
  const text = textOf(file);
  return text?.startsWith('.') ? [{ text, takesAlias: false, node: file }] : [];
};

/** `import.meta.glob('./x/*.ts')`, with one pattern or a list. */
export const ofGlob = ({ callee, arguments: [patterns] = [] }: Node): Specifier[] => {
  if (!isImportMeta(callee, 'glob') || !patterns) return [];
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
