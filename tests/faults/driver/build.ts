import path from 'node:path';
import { build } from 'vite';

/** A page of our origin that is not the app; the service worker leaves this path to the network. */
export const DESK_PATH = '/dev/faults/desk';
export const DRIVER_PATH = '/dev/faults/driver.js';

const built = new Map<string, Promise<string>>();

/** The driver as one script, bundled once a process. */
export const buildDriver = (): Promise<string> => bundle('driver.ts');
/** The page that does everything by itself (alone.ts), likewise. */
export const buildAlone = (): Promise<string> => bundle('alone.ts');
/** What sets a context's clock wrong (clock.ts), likewise; to be run before all of its own. */
export const buildClock = async (shiftMs: number): Promise<string> =>
  `globalThis.faultsClockMs = ${shiftMs};\n{ ${await bundle('clock.ts')} }\n`;

const bundle = (name: string): Promise<string> => {
  const known = built.get(name);
  if (known) return known;
  const making = (async () => {
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
  built.set(name, making);
  return making;
};
