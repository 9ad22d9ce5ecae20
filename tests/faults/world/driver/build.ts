import path from 'node:path';
import { build } from 'vite';

/** A page on the app's origin that is not the app; the service worker does not handle this path. */
export const DESK_PATH = '/dev/faults/desk';
export const DRIVER_PATH = '/dev/faults/driver.js';

const built = new Map<string, Promise<string>>();

/** The driver as one script, bundled once per process. */
export const buildDriver = (): Promise<string> => bundle('driver.ts');
/** The script of the unattended page (alone.ts), bundled once per process. */
export const buildAlone = (): Promise<string> => bundle('alone.ts');
/** The script that shifts a context's clock (clock.ts); it must run before any other script of the context. */
export const buildClock = async (shiftMs: number): Promise<string> =>
  `globalThis.faultsClockMs = ${shiftMs};\n{ ${await bundle('clock.ts')} }\n`;

const bundle = (name: string): Promise<string> => {
  const cached = built.get(name);
  if (cached) return cached;
  const bundling = (async () => {
    const result = await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2023',
        minify: false,
        modulePreload: false,
        rolldownOptions: { input: path.join(import.meta.dirname, name), output: { codeSplitting: false } },
      },
    });
    if (Array.isArray(result) || !('output' in result)) throw new Error(`${name} was not built`);
    return result.output[0].code;
  })();
  built.set(name, bundling);
  return bundling;
};
