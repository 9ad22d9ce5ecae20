import { Visitor, type Plugin } from 'vite';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/plain-route-tree.ts';
const TREE = 'src/routeTree.gen.ts';
/** What the router's plugin calls the lists of routes. */
const CHILDREN = /RouteChildren$/;

/** Places a route; what most calls have in common is written once. Named so that no route is called the same. */
const PLACE = 'placeRoute_';
const PLACE_CODE = `
function ${PLACE}(route, getParentRoute, id, path = id) { return route.update({ id, path, getParentRoute }); }`;
/** Keys of the object that places a route, as the router's plugin writes them. */
const PLACE_KEYS = 'id path getParentRoute';

/**
 * The router's plugin writes the routes below a route as an object with a long name for each of them, of which only the
 * values are read: here they become lists. It writes the names of three options for each route: here one function has them. This
 * saves 1.3 KiB brotli of a first load.
 *
 * Breaks if the router's plugin names these objects in another way, or if the router reads more than their values.
 *
 * @throws Error if no such object, or no such options, were found.
 */
export const plainRouteTree = (root = ROOT): Plugin => {
  let lists = 0;
  let places = 0;
  return {
    name: 'plain-route-tree',
    apply: 'build',
    buildStart() {
      lists = 0;
      places = 0;
    },
    transform: {
      filter: { id: new RegExp(`/${TREE.replaceAll('.', String.raw`\.`)}$`) },
      handler(code, id) {
        if (id !== `${root}/${TREE}`) return null;
        const changes: { start: number; end: number; text: string }[] = [];
        const textOf = ({ start, end }: { start: number; end: number }) => code.slice(start, end);
        new Visitor({
          VariableDeclarator({ id: name, init }) {
            if (name.type !== 'Identifier' || !CHILDREN.test(name.name) || init?.type !== 'ObjectExpression') return;
            const values = init.properties.map((each) => (each.type === 'Property' ? each.value : each));
            changes.push({ start: init.start, end: init.end, text: `[${values.map(textOf).join(', ')}]` });
            lists += 1;
          },
          CallExpression({ start, end, callee, arguments: [options] }) {
            if (callee.type !== 'MemberExpression' || options?.type !== 'ObjectExpression') return;
            const fields = options.properties.flatMap((each) =>
              each.type === 'Property' && each.key.type === 'Identifier' ? [[each.key.name, textOf(each.value)]] : [],
            );
            // A route without a path keeps its options.
            if (fields.map(([key]) => key).join(' ') !== PLACE_KEYS) return;
            const [[, ownId], [, path], [, parent]] = fields as [string[], string[], string[]];
            const text = [textOf(callee.object), parent, ownId, ...(path === ownId ? [] : [path])].join(', ');
            changes.push({ start, end, text: `${PLACE}(${text})` });
            places += 1;
          },
        }).visit(this.parse(code));
        const plain = changes
          .toSorted((a, b) => b.start - a.start)
          .reduce((text, { start, end, text: changed }) => text.slice(0, start) + changed + text.slice(end), code);
        return { code: plain + PLACE_CODE, map: null };
      },
    },
    buildEnd(error) {
      if (error) return;
      if (lists === 0) throw matchesNothing(`CHILDREN ${CHILDREN}`, FILE, `${TREE} has none.`);
      if (places === 0) throw matchesNothing(`PLACE_KEYS '${PLACE_KEYS}'`, FILE, `${TREE} has none.`);
    },
  };
};
