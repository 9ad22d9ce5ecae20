import path from 'node:path';
import { build } from 'vite';

/** A page of our origin that is not the app; the service worker leaves this path to the network. */
export const DESK_PATH = '/dev/faults/desk';
export const DRIVER_PATH = '/dev/faults/driver.js';

let built: Promise<string> | undefined;

/** The driver as one script, bundled once a process. */
export const buildDriver = (): Promise<string> =>
  (built ??= (async () => {
    const result = await build({
      root: import.meta.dirname, configFile: false, logLevel: 'error',
      build: { write: false, target: 'es2023', minify: false, modulePreload: false, rolldownOptions: { input: path.join(import.meta.dirname, 'driver.ts'), output: { codeSplitting: false } } },
    });
    if (Array.isArray(result) || !('output' in result)) throw new Error('The driver was not built');
    return result.output[0].code;
  })());
