import { defineConfig, runnerImport, type Plugin } from 'vite';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import babel from '@rolldown/plugin-babel';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { VitePWA } from 'vite-plugin-pwa';
import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKS, packOf } from './vite.packs.ts';
import type * as text from './contract/text/welcome.ts';
import type * as view from '#features/auth/join/welcome-view.tsx';
import pkg from './package.json' with { type: 'json' };

const compress = promisify(brotliCompress);
const TEXT_FILE = /\.(js|css|html|svg|json|webmanifest|map)$/;

/** Writes file.br beside every text file, so that the server never compresses a build file twice. */
const brotliFiles = (): Plugin => ({
  name: 'brotli-files',
  apply: 'build',
  enforce: 'post',
  closeBundle: {
    sequential: true,
    order: 'post',
    async handler() {
      const folder = this.environment.config.build.outDir;
      for (const entry of await readdir(folder, { recursive: true })) {
        if (!TEXT_FILE.test(entry)) continue;
        const path = join(folder, entry);
        const body = await readFile(path);
        const packed = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        if (packed.length < body.length) await writeFile(`${path}.br`, packed);
      }
    },
  },
});

/** What the service worker installs before anything else, on the wire, brotli. Source: performance, shell. */
const SHELL_MAX_BYTES = 300 * 1024;
/** Besides the entry, as many of these as fit, in this order; the rest follows when a page is idle. */
const FIRST_ROUTES = ['_tabs', '_tabs/home', 'index', 'sign-in', '_tabs/library.index'];
/** And of these: fetched after the start, and needed offline all the same. What happens is said by a toast, what is done is kept and sent. */
const SHELL_CHUNKS = [
  /^src\/ui\/toast-view\.tsx$/,
  /^_sync-[\w-]+\.js$/,
  /^_enqueue-[\w-]+\.js$/,
  /^workers\/upload\.ts$/,
];
const SHELL_FILES = [
  /^index\.html$/,
  /^(boot|enter)\.js$/,
  /^fonts\/.*\.woff2$/,
  /^assets\/sync\.worker-/,
  /^icons\/favicon\.svg$/,
  /^wordmark\.svg$/,
];

type BuildManifest = Record<
  string,
  { file: string; name?: string; css?: string[]; imports?: string[]; isEntry?: boolean }
>;

/** A chunk with everything it imports at once. */
const filesOf = (
  manifest: BuildManifest,
  key: string,
  found = new Set<string>(),
  seen = new Set<string>(),
): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return found;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const each of chunk.imports ?? []) filesOf(manifest, each, found, seen);
  return found;
};

/** Marks the shell in the service worker's list of files (sw/precache.ts). */
const markShell = async <E extends { url: string }>(entries: E[]) => {
  const manifest = JSON.parse(await readFile('dist/.vite/manifest.json', 'utf8')) as BuildManifest;
  const sizeOf = async (url: string) => (await compress(await readFile(join('dist', url)))).length;
  const shell = new Set(entries.map(({ url }) => url).filter((url) => SHELL_FILES.some((file) => file.test(url))));
  for (const [key, chunk] of Object.entries(manifest))
    if (chunk.isEntry) for (const file of filesOf(manifest, key)) shell.add(file);
  let bytes = 0;
  for (const url of shell) bytes += await sizeOf(url);
  const routes = FIRST_ROUTES.map((route) =>
    Object.keys(manifest).filter(
      (key) => key.split('?')[0] === `src/routes/${route}.tsx` || manifest[key]!.name === packOf(route),
    ),
  );
  const chunks = SHELL_CHUNKS.map((chunk) => Object.keys(manifest).filter((key) => chunk.test(key)));
  for (const keys of [...routes, ...chunks]) {
    const more = keys.flatMap((key) => [...filesOf(manifest, key)]).filter((file) => !shell.has(file));
    const moreBytes = (await Promise.all(more.map(sizeOf))).reduce((sum, size) => sum + size, 0);
    if (bytes + moreBytes > SHELL_MAX_BYTES) continue;
    bytes += moreBytes;
    for (const file of more) shell.add(file);
  }
  if (bytes > SHELL_MAX_BYTES)
    throw new Error(`The shell has ${Math.round(bytes / 1024)} KiB on the wire, more than ${SHELL_MAX_BYTES / 1024}.`);
  return {
    manifest: entries.map((entry) => (shell.has(entry.url) ? { ...entry, isShell: true } : entry)),
    warnings: [],
  };
};

/** Pages whose files the document names, so that they travel beside the packages and not after them (public/boot.js). */
const EARLY_ROUTES: Readonly<Record<string, string>> = {
  '/welcome': 'welcome',
  '/home': '_tabs/home',
  '/library': '_tabs/library.index',
  '/channels': '_tabs/channels.index',
};

/**
 * Looks before code, and code that travels at once, in what the looks leave of the line, but is compiled only when the
 * document is on the screen (public/enter.js).
 */
const enterLater = (html: string): string => {
  const [looks] = /^ *<link rel="stylesheet"[^>]*>\n/m.exec(html) ?? [];
  const [entry, source] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? [];
  if (!looks || !entry)
    throw new Error('The built document has its style sheet or its entry in another form than enterLater expects.');
  return html
    .replace(looks, '')
    .replace(
      entry,
      `${looks.trim()}\n    <script type="module" src="/enter.js" data-entry="${source}"></script>\n    <link rel="modulepreload" crossorigin href="${source}">`,
    )
    .replaceAll(
      '<link rel="modulepreload" crossorigin href',
      '<link rel="preload" as="script" fetchpriority="low" crossorigin href',
    );
};

const preloadRoutes = (): Plugin => ({
  name: 'preload-routes',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const filesOf = (route: string): string[] => {
        const name = packOf(route);
        const first = chunks.find((chunk) => chunk.name === name);
        const reached = new Set(
          first
            ? [
                first,
                ...first.imports.flatMap((file) => chunks.filter((chunk) => chunk.fileName === file && !chunk.isEntry)),
              ]
            : [],
        );
        return [...reached]
          .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
          .map((file) => `/${file}`)
          .filter((file) => !html.includes(file));
      };
      const frame = filesOf('_tabs');
      const content = Object.entries(EARLY_ROUTES)
        .map(([path, route]) => [path, ...filesOf(route).filter((file) => !frame.includes(file))].join(' '))
        .join(';');
      const toTag = (file: string) => ({
        tag: 'link',
        attrs: {
          rel: 'preload',
          ...(file.endsWith('.css') ? { as: 'style' } : { as: 'script', fetchpriority: 'low' }),
          crossorigin: '',
          href: file,
        },
      });
      const tags = [...frame.map(toTag), { tag: 'meta', attrs: { name: 'route-files', content } }].map((tag) => ({
        ...tag,
        injectTo: 'head' as const,
      }));
      return { html: enterLater(html), tags };
    },
  },
});

/** Draws the public first page into the document: a phone on a slow line shows it before the app is there (public/boot.js). */
const drawWelcome = (): Plugin => ({
  name: 'draw-welcome',
  apply: 'build',
  async transformIndexHtml() {
    const withoutStyles: Plugin = {
      name: 'without-styles',
      enforce: 'pre',
      resolveId: { filter: { id: /\.css$/ }, handler: () => '\0no-styles' },
      load: { filter: { id: /^\0no-styles$/ }, handler: () => '' },
    };
    const load = <M>(file: string) =>
      runnerImport<M>(join(import.meta.dirname, file), {
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'error',
        plugins: [withoutStyles],
      }).then(({ module }) => module);
    const { WelcomeView } = await load<typeof view>('src/features/auth/join/welcome-view.tsx');
    const { welcomeText } = await load<typeof text>('contract/text/welcome.ts');
    // React asks for the pictures early; here they are asked for where the page is shown.
    const children = renderToStaticMarkup(createElement(WelcomeView, { lead: welcomeText.lead })).replaceAll(
      /<link rel="preload"[^>]*>/g,
      '',
    );
    return [{ tag: 'template', attrs: { 'data-route': '/welcome' }, children, injectTo: 'body-prepend' }];
  },
});

/**
 * What of a call only the server and the documents read: a page sends calls and does not check what travels. A form
 * that checks its words imports their schema by name.
 */
const SERVER_FACTS = new Set(['input', 'may', 'output', 'problems', 'summary']);
/** Makers of declarations, which a build may drop where nobody uses what they made. */
const MAKER = /(?<![\w.])(v\.\w+|defineCall|all|any|owns|canWatch|text|integer|listOf|Limit)\(/g;

/** Leaves the server's half of the contract out of the client: a tenth of what a first route would load. */
const dropServerFacts = (): Plugin => ({
  name: 'drop-server-facts',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts$/, code: 'valibot' },
    handler(code) {
      const cuts: [start: number, end: number][] = [];
      for (const statement of this.parse(code).body) {
        const declared =
          statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
            ? statement.declaration.declarations
            : [];
        for (const { init } of declared) {
          if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'defineCall')
            continue;
          const [call] = init.arguments;
          if (call?.type !== 'ObjectExpression') continue;
          call.properties.forEach((property, index) => {
            const isServerFact =
              property.type === 'Property' && property.key.type === 'Identifier' && SERVER_FACTS.has(property.key.name);
            if (isServerFact) cuts.push([property.start, call.properties[index + 1]?.start ?? property.end]);
          });
        }
      }
      const rest = cuts.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
      return { code: rest.replace(MAKER, '/* @__PURE__ */ $&'), map: null };
    },
  },
});

/** A file that waits for one that waits for it finds nothing in it when it runs: such a build stops here, not in a browser. */
const noCircles = (): Plugin => ({
  name: 'no-circles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const done = new Set<string>();
    const follow = (file: string, way: string[]): void => {
      if (way.includes(file))
        throw new Error(
          `Files import each other in a circle: ${[...way.slice(way.indexOf(file)), file].join(' → ')} (vite.packs.ts)`,
        );
      const chunk = bundle[file];
      if (done.has(file) || chunk?.type !== 'chunk') return;
      for (const each of chunk.imports) follow(each, [...way, file]);
      done.add(file);
    };
    for (const file of Object.keys(bundle)) follow(file, []);
  },
});

/** Links are plain ones (src/app/navigation/links.ts): the router's own, which every route brings along, is left out. */
const plainLinks = (): Plugin => ({
  name: 'plain-links',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\/link\.js$/ },
    handler: (_id, importer) =>
      importer?.includes('/@tanstack/react-router/')
        ? join(import.meta.dirname, 'src/app/navigation/no-router-link.ts')
        : null,
  },
});

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(pkg.version) },
  resolve: {
    // The builds for today's browsers: the packages' own choice is for older ones.
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // Icons are drawn by our own few lines.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(import.meta.dirname, 'src/ui/create-icon.ts') },
      // What it mends is in every React of today.
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.(test|css)',
      quoteStyle: 'single',
    }),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: [
          '**/*.{js,css,html,woff2}',
          'art/empty-*.svg',
          'art/default.svg',
          'icons/favicon.svg',
          'wordmark.svg',
        ],
        globIgnores: ['**/*latin-ext*'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [markShell],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    dropServerFacts(),
    plainLinks(),
    noCircles(),
    preloadRoutes(),
    drawWelcome(),
    brotliFiles(),
  ],
  worker: { format: 'es', plugins: () => [dropServerFacts()] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    manifest: true,
    // The compiler has read its directives before the bundler sees them.
    rolldownOptions: {
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      // Declarations only: nothing happens where one is imported.
      treeshake: { moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }], propertyReadSideEffects: false },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: PACKS } },
    },
  },
});
