import type { Alias, Plugin } from 'vite';
import { below, matchesNothing, ROOT } from './root.ts';

const FILE = 'build/package-aliases.ts';

/** Replaces one file of a package by another. */
export interface PackageAlias {
  readonly find: RegExp;
  readonly replacement: string;
  /** The module id that the built app must import. */
  readonly used: RegExp;
  /** Module ids that the built app must not import. */
  readonly unused: RegExp;
  /** Only imports by these modules count; all, if absent. */
  readonly by?: RegExp;
}

const ICON_MAKER = `${ROOT}/src/ui/create-icon.ts`;

/** Replaces files that packages choose for older browsers by those for current ones. */
const ALIASES: readonly PackageAlias[] = [
  {
    find: /^dexie$/,
    replacement: 'dexie/dist/modern/dexie.mjs',
    used: /\/node_modules\/dexie\/dist\/modern\/dexie\.mjs$/,
    unused: /\/node_modules\/dexie\/(?!dist\/modern\/)/,
  },
  // Icons are drawn by a few lines of this repository: Lucide's maker is twice the code and slower per icon.
  {
    find: /^\.\.\/createLucideIcon\.mjs$/,
    replacement: ICON_MAKER,
    used: below(ICON_MAKER.slice(0, ICON_MAKER.lastIndexOf('/')), String.raw`create-icon\.ts$`),
    unused: /\/node_modules\/lucide-react\/.*\/createLucideIcon\./,
    by: /\/node_modules\/lucide-react\/dist\/esm\/icons\//,
  },
  // The shim adds a hook that every React since 18 has.
  {
    find: /^use-sync-external-store\/shim\/with-selector$/,
    replacement: 'use-sync-external-store/with-selector',
    used: /\/node_modules\/use-sync-external-store\/with-selector\.js$/,
    unused: /\/node_modules\/use-sync-external-store\/shim\/with-selector/,
  },
];

/**
 * Replaces files inside of packages, in the build and in development.
 *
 * Breaks with a version of a package that names its files in another way.
 *
 * @throws Error at the end of a build that does not contain a replacement, or still contains the replaced file.
 */
export const packageAliases = (aliases: readonly PackageAlias[] = ALIASES): Plugin => ({
  name: 'package-aliases',
  config: () => ({
    resolve: { alias: aliases.map(({ find, replacement }): Alias => ({ find, replacement })) },
  }),
  buildEnd(error) {
    if (error || this.environment.config.command !== 'build') return;
    const ids = [...this.getModuleIds()];
    for (const { find, replacement, used, unused, by } of aliases) {
      const hasUser = (id: string) => this.getModuleInfo(id)?.importers.some((user) => by?.test(user) ?? true) ?? false;
      if (!ids.some((id) => used.test(id) && hasUser(id)))
        throw matchesNothing(`The alias ${find}`, FILE, `The built app does not use ${replacement}.`);
      const missed = ids.find((id) => unused.test(id) && hasUser(id));
      if (missed) throw new Error(`The alias ${find} (${FILE}) misses some imports: ${missed} is in the build.`);
    }
  },
});
