import type { Plugin, Rolldown } from 'vite';
import { brotli } from './brotli-files.ts';
import { FIRST_ROUTES, FRAME, isOutsideFrame, pageModule, type FirstRoute } from './first-routes.ts';
import { matchesNothing, ROOT } from './root.ts';

const FILE = 'build/size-limits.ts';

/** What the first load of a page may weigh. */
export interface FirstLoad {
  /** Its row in FIRST_ROUTES. */
  readonly route: string;
  /** Most KiB (brotli) of its scripts. */
  readonly maxKib: number;
  /** Modules that are imported a moment later by themselves, on every visit. */
  readonly soon: readonly string[];
}

const EVERYWHERE = ['src/app/navigation/places.ts', 'store/watch-eviction.ts'];
const SIGNED_IN = [...EVERYWHERE, 'src/app/data/kept-notices.ts', 'src/app/device/notices.ts', 'workers/sync.ts'];

/**
 * Some 3 KiB above what was reached on 27 November 2026 (docs/benchmarks.md, whose figures also have boot.js and enter.js).
 * Raise one only for what the first picture of the page needs, and write why into the commit.
 */
const LIMITS: readonly FirstLoad[] = [
  { route: 'welcome', maxKib: 135, soon: EVERYWHERE },
  { route: '_tabs/home', maxKib: 153, soon: SIGNED_IN },
  {
    route: '_tabs/library.index',
    maxKib: 167,
    soon: [...SIGNED_IN, 'src/features/library/library-rows.ts', 'src/features/upload/note-files.ts'],
  },
  { route: '_tabs/channels.index', maxKib: 152, soon: SIGNED_IN },
];

/**
 * Weighs the scripts of a first load: the entry, the page with its frame, what is imported a moment later, and all static
 * imports of these. Without it a landing grows by a few hundred bytes with each feature, and no test fails.
 *
 * Breaks if a page or module moves.
 *
 * @throws Error if a first load exceeds its limit, or if a route or module of the table is in no file.
 */
export const sizeLimits = (
  root = ROOT,
  limits: readonly FirstLoad[] = LIMITS,
  routes: readonly FirstRoute[] = FIRST_ROUTES,
): Plugin => ({
  name: 'size-limits',
  apply: 'build',
  generateBundle: {
    // After Vite has written the lists of preloaded files into the scripts.
    order: 'post',
    async handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const sizes = new Map<string, Promise<number>>();
      const sizeOf = ({ fileName, code }: Rolldown.OutputChunk): Promise<number> => {
        const size = sizes.get(fileName) ?? brotli(Buffer.from(code)).then(({ length }) => length);
        sizes.set(fileName, size);
        return size;
      };
      for (const { route, maxKib, soon } of limits) {
        const row = routes.find((each) => each.route === route);
        if (!row) throw matchesNothing(`LIMITS '${route}'`, FILE, 'FIRST_ROUTES has no such row.');
        const pages = [route, ...(isOutsideFrame(row) ? [] : [FRAME])].map((each) => pageModule(root, each));
        const needed = [...pages, ...soon.map((module) => `${root}/${module}`)].map((module) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
          if (!chunk) throw matchesNothing(`LIMITS '${module.slice(root.length + 1)}'`, FILE, 'No file has it.');
          return chunk;
        });
        const loaded = [...withImports([...chunks.filter(({ isEntry }) => isEntry), ...needed], chunks)];
        const files = await Promise.all(
          loaded.map(async (chunk) => ({ name: chunk.name, bytes: await sizeOf(chunk) })),
        );
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
        if (bytes > maxKib * 1024) throw tooLarge(row, maxKib, bytes, files);
      }
    },
  },
});

const withImports = (
  some: readonly Rolldown.OutputChunk[],
  chunks: readonly Rolldown.OutputChunk[],
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> => {
  for (const chunk of some) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    withImports(
      chunks.filter(({ fileName }) => chunk.imports.includes(fileName)),
      chunks,
      found,
    );
  }
  return found;
};

const kib = (bytes: number): string => (bytes / 1024).toFixed(1);

const tooLarge = (
  { path }: FirstRoute,
  maxKib: number,
  bytes: number,
  files: readonly { name: string; bytes: number }[],
): Error => {
  const list = files
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes: size }) => `${name} ${kib(size)}`)
    .join(', ');
  return new Error(
    `The first load of ${path} has ${kib(bytes)} KiB (brotli), more than ${maxKib} (${FILE}): ${list}. Load what its ` +
      'first picture does not need by import() (lazyPart, lazyOverlay), and look in chunks.ts at what shares a file with it.',
  );
};
