import { defineConfig, type Plugin } from 'vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import babel from '@rolldown/plugin-babel';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { VitePWA } from 'vite-plugin-pwa';
import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
      for (const entry of await readdir('dist', { recursive: true })) {
        if (!TEXT_FILE.test(entry)) continue;
        const path = join('dist', entry);
        const body = await readFile(path);
        const packed = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        if (packed.length < body.length) await writeFile(`${path}.br`, packed);
      }
    },
  },
});

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(pkg.version) },
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
        globPatterns: ['**/*.{js,css,html,woff2}', 'art/empty-*.svg', 'art/default.svg', 'icons/favicon.svg', 'wordmark.svg'],
        globIgnores: ['**/*latin-ext*'],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    brotliFiles(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
  },
});
