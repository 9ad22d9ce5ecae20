import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { brotli } from './brotli-files.ts';
import { FIRST_ROUTES, pageModule, type FirstRoute } from './first-routes.ts';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/mark-shell.ts';
/** Most bytes (brotli) that the service worker installs before anything else. See docs/decisions/0007. */
const SHELL_MAX_BYTES = 300 * 1024;
/** Files of the shell that no module imports. */
const SHELL_FILES: readonly RegExp[] = [
  /^index\.html$/,
  /^(boot|enter|theme)\.js$/,
  /^fonts\/.*\.woff2$/,
  /^assets\/sync\.worker-/,
  /^icons\/favicon\.svg$/,
  /^wordmark\.svg$/,
];
/** Modules that load after the start but are needed offline: to show a toast, to queue a change, to send it, to sign out. */
const SHELL_MODULES: readonly string[] = [
  'src/ui/overlays/toast-view.tsx',
  'workers/sync.ts',
  'store/outbox/enqueue.ts',
  'workers/upload.ts',
  'store/sign-out.ts',
];

export interface MarkShellOptions {
  root?: string;
  routes?: readonly FirstRoute[];
  files?: readonly RegExp[];
  modules?: readonly string[];
  maxBytes?: number;
}

export interface ShellMarker {
  /** Records which file of the build contains each module. */
  plugin: Plugin;
  /** Marks the shell in the service worker's list of files (sw/precache.ts). `folder` has the files. */
  mark<E extends { url: string }>(entries: E[], folder: string): Promise<{ manifest: E[]; warnings: string[] }>;
}

/**
 * Marks the files that the app needs to open offline, at most 300 KiB brotli: the listed files, the entry with its
 * imports, then as many of the first routes and of SHELL_MODULES as fit, in their order. The rest of the build is
 * fetched when a page is idle. See docs/decisions/0007.
 *
 * Breaks if a file that is part of the shell gets another name, or a module moves.
 *
 * @throws Error if a pattern, module or route is in no file, or if the required files exceed 300 KiB.
 */
export const markShell = ({
  root = ROOT,
  routes = FIRST_ROUTES,
  files = SHELL_FILES,
  modules = SHELL_MODULES,
  maxBytes = SHELL_MAX_BYTES,
}: MarkShellOptions = {}): ShellMarker => {
  let chunks: readonly Rolldown.OutputChunk[] | undefined;
  const wanted: readonly Wanted[] = [
    ...routes
      .filter(({ isInShell }) => isInShell)
      .map(({ route }) => ({ name: `FIRST_ROUTES '${route}'`, module: pageModule(root, route) })),
    ...modules.map((module) => ({ name: `SHELL_MODULES '${module}'`, module: `${root}/${module}` })),
  ];
  return {
    plugin: {
      name: 'mark-shell',
      apply: 'build',
      buildStart() {
        chunks = undefined;
      },
      // Just before writing, Vite removes files from the bundle that contain only an import of a style sheet.
      writeBundle(_options, bundle) {
        chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      },
    },
    async mark(entries, folder) {
      // The service worker is also built after a failed build, whose error must not be hidden by one here.
      if (!chunks) return { manifest: entries, warnings: [] };
      const urls = entries.map(({ url }) => url);
      for (const pattern of files)
        if (!urls.some((url) => pattern.test(url))) throw matchesNothing(`SHELL_FILES ${pattern}`, FILE);
      const sizeOf = async (url: string) => (await brotli(await readFile(join(folder, url)))).length;
      const sizesOf = async (some: string[]) => (await Promise.all(some.map(sizeOf))).reduce((a, b) => a + b, 0);
      const shell = new Set(urls.filter((url) => files.some((pattern) => pattern.test(url))));
      const reached = (chunk: Rolldown.OutputChunk) => [...filesOf(chunk, chunks ?? [])];
      for (const file of chunks.filter(({ isEntry }) => isEntry).flatMap(reached)) shell.add(file);
      let bytes = await sizesOf([...shell]);
      const warnings: string[] = [];
      for (const { name, module } of wanted) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (!chunk) throw matchesNothing(name, FILE);
        const more = reached(chunk).filter((file) => !shell.has(file));
        const moreBytes = await sizesOf(more);
        if (bytes + moreBytes > maxBytes) {
          warnings.push(`${name} is not in the shell: ${kib(moreBytes)} more would exceed ${kib(maxBytes)} (${FILE}).`);
          continue;
        }
        bytes += moreBytes;
        for (const file of more) shell.add(file);
      }
      if (bytes > maxBytes)
        throw new Error(`The shell has ${kib(bytes)} on the wire, more than ${kib(maxBytes)} (${FILE}).`);
      return {
        manifest: entries.map((entry) => (shell.has(entry.url) ? { ...entry, isShell: true } : entry)),
        warnings,
      };
    },
  };
};

interface Wanted {
  /** Its name in build/, for error messages. */
  name: string;
  /** Module id. */
  module: string;
}

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** A file with its style sheets and all static imports. */
const filesOf = (
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  files = new Set<string>(),
): Set<string> => {
  if (files.has(chunk.fileName)) return files;
  for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) files.add(file);
  for (const each of chunks) if (chunk.imports.includes(each.fileName)) filesOf(each, chunks, files);
  return files;
};
