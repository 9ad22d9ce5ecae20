import { defineConfig } from 'vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import babel from '@rolldown/plugin-babel';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { brotliFiles } from './build/brotli-files.ts';
import { chunks } from './build/chunks.ts';
import { drawWelcome } from './build/draw-welcome.ts';
import { contractModules, dropServerFacts, WORKER_SERVER_FACTS } from './build/drop-server-facts.ts';
import { enterLater } from './build/enter-later.ts';
import { sizeLimits } from './build/size-limits.ts';
import { noCircularChunks } from './build/no-circular-chunks.ts';
import { packageAliases } from './build/package-aliases.ts';
import { plainFileRoutes } from './build/plain-file-routes.ts';
import { plainRouter } from './build/plain-router.ts';
import { plainRouteTree } from './build/plain-route-tree.ts';
import { preloadLists } from './build/preload-lists.ts';
import { preloadRoutes } from './build/preload-routes.ts';
import { queuedCalls } from './build/queued-calls.ts';
import { queuedFacts, WORKER_FACTS } from './build/queued-facts.ts';
import { serviceWorker } from './build/service-worker.ts';
import pkg from './package.json' with { type: 'json' };

// The order of the plugins matters: see build/README.md.
export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(pkg.version) },
  plugins: [
    packageAliases(),
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
    serviceWorker(),
    dropServerFacts(),
    queuedFacts(),
    plainRouter(),
    plainRouteTree(),
    plainFileRoutes(),
    chunks(),
    noCircularChunks(),
    preloadLists(),
    sizeLimits(),
    enterLater(),
    preloadRoutes(),
    drawWelcome(),
    brotliFiles(),
  ],
  worker: {
    format: 'es',
    plugins: () => [
      dropServerFacts({ facts: WORKER_SERVER_FACTS }),
      queuedFacts({ facts: WORKER_FACTS }),
      queuedCalls(),
    ],
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // The compiler has read its directives before the bundler sees them.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      // Declarations only: nothing happens where one is imported.
      treeshake: {
        moduleSideEffects: [{ test: contractModules(), sideEffects: false }],
        propertyReadSideEffects: false,
      },
    },
  },
});
