import 'fake-indexeddb/auto';
import path from 'node:path';
import { build } from 'vite';
import type * as context from './context.ts';

export type StoreContext = typeof context;

/**
 * Some tabs and workers of one browser: each has the store's modules, and with them its database handles, to itself;
 * the databases, the locks and the network are one.
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
  // Another text is another module.
  const open = (name: number) =>
    import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(`${code}\n// ${name}`).toString('base64')}`
    ) as Promise<StoreContext>;
  return Promise.all(Array.from({ length: count }, (_, name) => open(name)));
};
