import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/background-script.ts';
/** The variable in which the script leaves what it exports. */
const NAME = 'sidelineBackground';

/** The files that `backgroundScript` writes, as a glob: no page needs them, and the browser keeps them with the service worker. */
export const BACKGROUND_FILES = 'assets/background-*.js';

export interface BackgroundScriptOptions {
  root?: string;
}

/**
 * Replaces sw/load-background.ts in the service worker by a module that runs sw/background.ts as a script of its own, which
 * this plugin writes. The worker then has a tenth of its code to read when it starts, which a page that is opened offline
 * waits for.
 *
 * Breaks if one of the two modules moves, or if the service worker imports the background by another way: then it has it twice.
 *
 * @throws Error if one of the modules is not there, or if the service worker loads the background anyway.
 */
export const backgroundScript = ({ root = ROOT }: BackgroundScriptOptions = {}): Plugin => {
  const [loader, background] = [`${root}/sw/load-background.ts`, `${root}/sw/background.ts`];
  let config: ResolvedConfig;
  return {
    name: 'background-script',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      for (const each of [loader, background]) if (!existsSync(each)) throw matchesNothing(each, FILE);
    },
    async load(id) {
      if (id !== loader) return null;
      const url = await writeScript(background, config);
      return `let loaded;
        export const loadBackground = () => (loaded ??= (importScripts(${JSON.stringify(url)}), self.${NAME}));
        export const loadedBackground = () => loaded;`;
    },
    buildEnd(error) {
      if (!error && this.getModuleInfo(background))
        throw new Error(`The service worker loads ${background} (${FILE}).`);
    },
  };
};

/** @returns Its path on the server. The hash in its name makes a changed script another service worker. */
const writeScript = async (entry: string, { root, base, build: out, define, resolve: { alias } }: ResolvedConfig) => {
  const [result] = (await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    define: define ?? {},
    resolve: { alias },
    build: {
      target: out.target,
      minify: out.minify,
      write: false,
      lib: { entry, name: NAME, formats: ['iife'] },
    },
  })) as Rolldown.RolldownOutput[];
  const { code } = result!.output[0];
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const url = `assets/background-${hash}.js`;
  const file = join(resolve(root, out.outDir), url);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
  return `${base}${url}`;
};
