import 'fake-indexeddb/auto';
import path from 'node:path';
import { build } from 'vite';
import type * as context from './context.ts';

export type StoreContext = typeof context;

/**
 * Simulates tabs and workers of one browser: each has its own copy of the store's modules and database handles; the
 * databases, locks and network are shared.
 */
export const openContexts = async (count: number): Promise<StoreContext[]> => {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      lib: { entry: path.join(import.meta.dirname, 'context.ts'), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [built] = Array.isArray(result) ? result : [result];
  if (!built || !('output' in built)) throw new Error('The contexts were not built');
  const { code } = built.output[0];
  // A different source text makes a different module.
  const open = (name: number) =>
    import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(`${code}\n// ${name}`).toString('base64')}`
    ) as Promise<StoreContext>;
  return Promise.all(Array.from({ length: count }, (_, name) => open(name)));
};
