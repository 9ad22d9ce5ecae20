import type { Plugin, Rolldown } from 'vite';
import { FIRST_ROUTES, isOutsideFrame, pageModule, type FirstRoute } from './first-routes.ts';
import { matchesNothing, ROOT } from './root.ts';

type Chunk = Rolldown.OutputChunk;

/** The name of the row for all pages that have none of their own. */
const OTHERS = '*';

/**
 * Lists the files of the first pages in the document, so that they load in parallel with the packages, which saves a
 * round trip. The document itself preloads what all of them need; public/boot.js preloads the files of the requested page,
 * or of the frame for any other, which it reads from `<meta name="route-files">`.
 *
 * Breaks if a route has no page of its own, or if the router's plugin names the split page in another way.
 *
 * @throws Error if a preloaded route has no file in the build.
 */
export const preloadRoutes = (root = ROOT, routes: readonly FirstRoute[] = FIRST_ROUTES): Plugin => ({
  name: 'preload-routes',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const filesOf = ({ route }: FirstRoute): string[] =>
        filesOfPage(pageModule(root, route), route, chunks).filter((file) => !html.includes(file));
      const preloaded = routes.filter(({ isPreloaded }) => isPreloaded);
      const frame = preloaded.filter(({ path }) => path === null).flatMap(filesOf);
      const rows = preloaded
        .filter(({ path }) => path !== null)
        .map((each) => ({ path: each.path, files: [...(isOutsideFrame(each) ? [] : frame), ...filesOf(each)] }));
      const ofAll = frame.filter((file) => rows.every(({ files }) => files.includes(file)));
      const content = [...rows, { path: OTHERS, files: frame }]
        .map(({ path, files }) => [path, ...new Set(files.filter((file) => !ofAll.includes(file)))].join(' '))
        .join(';');
      return [...ofAll.map(toTag), { tag: 'meta', attrs: { name: 'route-files', content } }].map((tag) => ({
        ...tag,
        injectTo: 'head' as const,
      }));
    },
  },
});

/** URLs of the file with a page, of its imports, and of their style sheets. */
const filesOfPage = (page: string, route: string, chunks: readonly Chunk[]): string[] => {
  const pageChunk = chunks.find((chunk) => chunk.moduleIds.includes(page));
  if (!pageChunk) throw matchesNothing(`FIRST_ROUTES '${route}'`, 'build/preload-routes.ts', `No file has ${page}.`);
  const imported = pageChunk.imports.flatMap((file) =>
    chunks.filter((chunk) => chunk.fileName === file && !chunk.isEntry),
  );
  return [pageChunk, ...imported]
    .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
    .map((file) => `/${file}`);
};

const toTag = (file: string) => ({
  tag: 'link',
  attrs: {
    rel: 'preload',
    ...(file.endsWith('.css') ? { as: 'style' } : { as: 'script', fetchpriority: 'low' }),
    crossorigin: '',
    href: file,
  },
});
