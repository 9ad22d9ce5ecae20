import { Visitor, type Plugin } from 'vite';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/plain-route-tree.ts';
const TREE = 'src/routeTree.gen.ts';
/** What the router's plugin calls the lists of routes. */
const CHILDREN = /RouteChildren$/;

/**
 * The router's plugin writes the routes below a route as an object with a long name for each of them, of which only the
 * values are read: here they become lists. This saves 1 KiB brotli of a first load.
 *
 * Breaks if the router's plugin names these objects in another way, or if the router reads more than their values.
 *
 * @throws Error if no such object was found.
 */
export const plainRouteTree = (root = ROOT): Plugin => {
  let count = 0;
  return {
    name: 'plain-route-tree',
    apply: 'build',
    buildStart() {
      count = 0;
    },
    transform: {
      filter: { id: new RegExp(`/${TREE.replaceAll('.', String.raw`\.`)}$`) },
      handler(code, id) {
        if (id !== `${root}/${TREE}`) return null;
        const lists: { start: number; end: number; text: string }[] = [];
        new Visitor({
          VariableDeclarator({ id: name, init }) {
            if (name.type !== 'Identifier' || !CHILDREN.test(name.name) || init?.type !== 'ObjectExpression') return;
            const values = init.properties.map((each) => (each.type === 'Property' ? each.value : each));
            const text = values.map(({ start, end }) => code.slice(start, end)).join(', ');
            lists.push({ start: init.start, end: init.end, text: `[${text}]` });
          },
        }).visit(this.parse(code));
        count += lists.length;
        const plain = lists.reduceRight(
          (text, { start, end, text: list }) => text.slice(0, start) + list + text.slice(end),
          code,
        );
        return { code: plain, map: null };
      },
    },
    buildEnd(error) {
      if (!error && count === 0) throw matchesNothing(`CHILDREN ${CHILDREN}`, FILE, `${TREE} has none.`);
    },
  };
};
