import { readdir } from 'node:fs/promises';
import { matchesGlob, resolve } from 'node:path';
import type { Plugin, PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { BACKGROUND_FILES, backgroundScript } from './background-script.ts';
import { markShell, type MarkShellOptions } from './mark-shell.ts';
import { writeRestPack } from './rest-pack.ts';
import { matchesNothing } from './root.ts';

const FILE = 'build/service-worker.ts';
/** Files of the build that the service worker precaches, as globs. */
const KEPT = ['**/*.{js,css,html,woff2}', 'art/empty-*.svg', 'art/default.svg', 'icons/favicon.svg', 'wordmark.svg'];
/** Exceptions, as globs: few people need the second half of the font; the browser keeps the worker's own scripts. */
const NOT_KEPT = ['**/*latin-ext*', BACKGROUND_FILES];
const FILE_MAX_BYTES = 4 * 1024 * 1024;

export interface ServiceWorkerOptions {
  kept?: string[];
  notKept?: string[];
  shell?: MarkShellOptions;
  /** Plugins of the worker's own build. */
  plugins?: Plugin[];
}

/**
 * Builds sw/sw.ts with the list of files that it precaches, in which the shell is marked (mark-shell.ts), and writes the
 * file that holds all others (rest-pack.ts).
 *
 * @throws Error if a glob matches no file of the build, and all errors of mark-shell.ts.
 */
export const serviceWorker = ({
  kept = KEPT,
  notKept = NOT_KEPT,
  shell,
  plugins = [backgroundScript()],
}: ServiceWorkerOptions = {}): PluginOption[] => {
  const { plugin, mark } = markShell(shell);
  let folder = '';
  // The service worker is built also after the app failed to build. An error of its own would hide that one.
  let isAppBuilt = false;
  const outFolder: Plugin = {
    name: 'service-worker-folder',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    writeBundle() {
      isAppBuilt = true;
    },
  };
  return [
    plugin,
    outFolder,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        buildPlugins: { vite: plugins },
        globPatterns: kept,
        globIgnores: notKept,
        maximumFileSizeToCacheInBytes: FILE_MAX_BYTES,
        manifestTransforms: [
          async (entries) => {
            if (!isAppBuilt) return { manifest: entries };
            const marked = await mark(entries, folder);
            await checkGlobs([...kept, ...notKept], folder);
            return { ...marked, manifest: [...marked.manifest, ...(await writeRestPack(marked.manifest, folder))] };
          },
        ],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
  ];
};

const checkGlobs = async (globs: readonly string[], folder: string): Promise<void> => {
  const files = await readdir(folder, { recursive: true });
  for (const glob of globs)
    if (!files.some((file) => matchesGlob(file, glob))) throw matchesNothing(`The glob '${glob}'`, FILE);
};
