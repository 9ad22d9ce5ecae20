import { TABLE_MARKS } from '#contract/table-marks.ts';
import type { Node } from './specifiers.ts';

/** A node with everything below it. */
const walk = function* (node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Node;
  for (const [key, below] of Object.entries(node)) if (key !== 'parent') yield* walk(below);
};

/**
 * The synced table that a bare `useLive` reads.
 *
 * @param node A call: `useLive((db) => db.folders.toArray(), [])`.
 * @returns Its name, `folders`; undefined for another call, or one that reads no such table itself.
 */
export const ownTableOf = ({ callee, arguments: [query] = [] }: Node): string | undefined => {
  const database = query?.params?.[0]?.name;
  if (callee?.name !== 'useLive' || database === undefined) return undefined;
  for (const { type, object, property } of walk(query))
    if (type === 'MemberExpression' && object?.name === database && Object.hasOwn(TABLE_MARKS, property?.name ?? ''))
      return property?.name;
  return undefined;
};
