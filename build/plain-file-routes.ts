import { Visitor, type Plugin } from 'vite';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/plain-file-routes.ts';
const ROUTES = 'src/routes/';
const CREATE = 'createFileRoute';

/**
 * Each route file names its own path for the router's types and for its plugin; when the app runs nothing reads it, since the
 * route tree places the route. Here it is left out, which saves 0.4 KiB brotli of a first load.
 *
 * Breaks if the router reads the path itself (`FileRoute` in its fileRoute.js).
 *
 * @throws Error if no route file names its path.
 */
export const plainFileRoutes = (root = ROOT): Plugin => {
  let paths = 0;
  return {
    name: 'plain-file-routes',
    apply: 'build',
    buildStart() {
      paths = 0;
    },
    transform: {
      filter: { id: `${root}/${ROUTES}**`, code: CREATE },
      handler(code) {
        const found: { start: number; end: number }[] = [];
        new Visitor({
          CallExpression({ callee, arguments: [path, ...more] }) {
            if (callee.type !== 'Identifier' || callee.name !== CREATE) return;
            if (path?.type === 'Literal' && more.length === 0) found.push(path);
          },
        }).visit(this.parse(code));
        paths += found.length;
        const plain = found
          .toSorted((a, b) => b.start - a.start)
          .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
        return { code: plain, map: null };
      },
    },
    buildEnd(error) {
      if (!error && paths === 0) throw matchesNothing(`CREATE ${CREATE}`, FILE, `No file of ${ROUTES} calls it.`);
    },
  };
};
