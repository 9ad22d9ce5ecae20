import path from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { isTest, refusalOf } from './arrows.ts';
import { ownTableOf } from './own-rows.ts';
import { packageRefusalOf } from './packages.ts';
import { ofCall, ofNew, ofSource, packageOf, resolve, type Node, type Specifier } from './specifiers.ts';

// The rules of this repository for oxlint (.oxlintrc.json, `jsPlugins`).

/** The part of ESLint's rule interface that is used here. */
interface Context {
  readonly filename: string;
  report(problem: {
    node: Node;
    message: string;
    fix?: (fixer: { replaceTextRange(range: Node['range'], text: string): unknown }) => unknown;
  }): void;
}

/** It loads the bundle of the server, whose name changes with its code. */
const MAY_COMPUTE = 'server/launch/start.ts';
const ROOT = path.resolve(import.meta.dirname, '../..');
const ALIASES: Readonly<Record<string, string>> = pkg.imports;

/** The linted file below the root, with `/` on every system. */
const fileOf = (context: Context): string => path.relative(ROOT, context.filename).split(path.sep).join('/');

const visitSpecifiers = (visit: (specifier: Specifier) => void) => {
  const visitSource = (node: Node) => ofSource(node).forEach(visit);
  return {
    ImportDeclaration: visitSource,
    ExportAllDeclaration: visitSource,
    ExportNamedDeclaration: visitSource,
    ImportExpression: visitSource,
    TSImportType: visitSource,
    NewExpression: (node: Node) => ofNew(node).forEach(visit),
    CallExpression: (node: Node) => ofCall(node).forEach(visit),
  };
};

/** Checks resolved imports against the allowed ones (arrows.ts), and packages (packages.ts). */
const arrows = {
  meta: { type: 'problem', schema: [] },
  create(context: Context) {
    const from = fileOf(context);
    return visitSpecifiers(({ text, node }) => {
      if (text === null) {
        if (!isTest(from) && from !== MAY_COMPUTE)
          context.report({ node, message: 'Import a literal path: this rule cannot check a computed one.' });
        return;
      }
      const to = resolve(text, from, ALIASES);
      const refusal = to === null ? packageRefusalOf(from, packageOf(text)) : refusalOf(from, to);
      if (refusal) context.report({ node, message: refusal });
    });
  },
};

/** The alias whose folder holds a path: its start (`#ui/`) and the folder (`src/ui/`). */
const aliasOf = (file: string) => {
  for (const [alias, target] of Object.entries(ALIASES)) {
    const folder = path.posix.join(target.slice(0, -1));
    if (file.startsWith(folder)) return { start: alias.slice(0, -1), folder };
  }
  return undefined;
};

/**
 * Requires an alias for a relative path that leaves its area, or climbs more than one level inside of it. A target
 * without an alias (src/routes, src/styles, sw) stays relative.
 */
const aliases = {
  meta: { type: 'suggestion', fixable: 'code', schema: [] },
  create(context: Context) {
    const from = fileOf(context);
    return visitSpecifiers(({ text, takesAlias, node }) => {
      if (!takesAlias || !text?.startsWith('..')) return;
      const to = resolve(text, from, ALIASES)!;
      const alias = aliasOf(to);
      if (!alias || (from.startsWith(alias.folder) && !text.startsWith('../../'))) return;
      const better = alias.start + to.slice(alias.folder.length) + text.slice(text.split('?')[0]!.length);
      context.report({
        node,
        message: `Write '${better}' in place of '${text}'.`,
        fix: (fixer) => fixer.replaceTextRange(node.range, `'${better}'`),
      });
    });
  },
};

/**
 * Own rows are read by `useOwnRows` or `useOwnRow`: what a bare `useLive` does not find may not have been pulled yet. Where a page
 * says nothing about rows that are absent, a waiver says so. A query that is a named function is not seen.
 */
const ownRows = {
  meta: { type: 'problem', schema: [] },
  create: (context: Context) => ({
    CallExpression(node: Node) {
      const table = isTest(fileOf(context)) ? undefined : ownTableOf(node);
      if (table === undefined) return;
      const message = `Read '${table}' by useOwnRows or useOwnRow: without a row, useLive does not know whether it is still to come.`;
      context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'sideline' }, rules: { arrows, aliases, 'own-rows': ownRows } };
