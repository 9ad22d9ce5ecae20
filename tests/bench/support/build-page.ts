import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import react from '@vitejs/plugin-react';
import { makeFolder } from './processes.ts';

const PAGES = path.resolve(import.meta.dirname, '../pages');

/** Bundles one of the anchors' pages with the project's own builder and libraries. @returns the folder to host. */
export async function buildPage(entry: string, { html = '', css = '' } = {}): Promise<string> {
  const outDir = makeFolder('page');
  await build({
    root: PAGES,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: path.join(PAGES, entry),
        output: { entryFileNames: 'assets/entry.js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
  });
  writeFileSync(
    path.join(outDir, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>bench</title>${css ? `<style>${css}</style>` : ''}</head>
<body>${html}<script type="module" src="/assets/entry.js"></script></body></html>`,
  );
  return outDir;
}
