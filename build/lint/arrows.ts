// The allowed imports between areas of the code (the arrows of the architecture), by path below the repository root.

/** One area of the code. A file belongs to the first area that matches its path. */
interface Area {
  /** Paths of its files; see `matcherOf`. */
  readonly files: string;
  /** What they may import, besides packages. `$1` is the name that the `*` of `files` matches. */
  readonly imports: readonly string[];
}

const CONTRACT = 'contract/';
const LOG = ['server/log.ts', 'server/log-lines.ts'];
const CONFIG = [
  'server/config.ts',
  'server/config-keys.ts',
  'server/config-objects.ts',
  'server/config-payments.ts',
  'server/config-proxies.ts',
  'server/config-settings.ts',
];
const ADAPTER_DOORS = ['server/adapters/*.ts', 'server/adapters/*/index.ts'];
const DOMAIN_DOORS = ['server/domains/*/index.ts'];
/** Files that the build reads: the public first page, which it prerenders, calls, which it strips, and their facts. */
const BUILD = [
  'build/',
  'package.json',
  'contract/call.ts',
  'contract/queued.ts',
  'contract/queued-calls.ts',
  'contract/queued-table.ts',
  'contract/text/welcome.ts',
  'src/features/auth/join/welcome-view.tsx',
];

/** Imports that are not in this table are refused, and so are files outside of all areas. */
const AREAS: readonly Area[] = [
  { files: 'contract/', imports: [CONTRACT] },
  { files: 'store/', imports: [CONTRACT, 'store/'] },
  { files: 'workers/', imports: [CONTRACT, 'store/', 'workers/'] },
  { files: 'sw/', imports: [CONTRACT, 'store/', 'sw/'] },

  { files: 'src/ui/', imports: ['contract/text/', 'src/ui/'] },
  { files: 'src/app/', imports: [CONTRACT, 'store/', 'workers/', 'src/ui/', 'src/app/'] },
  {
    files: 'src/features/*/',
    imports: [CONTRACT, 'store/', 'workers/', 'src/ui/', 'src/app/', 'src/features/$1/'],
  },
  { files: 'src/routes/', imports: [CONTRACT, 'store/', 'workers/', 'src/'] },
  { files: 'src/*', imports: [CONTRACT, 'store/', 'workers/', 'src/'] },

  {
    files: 'server/domains/*/',
    imports: [
      CONTRACT,
      'server/domains/$1/',
      ...DOMAIN_DOORS,
      'server/calls/',
      'server/db/',
      ...ADAPTER_DOORS,
      'server/services.ts',
      ...CONFIG,
      ...LOG,
      'package.json',
    ],
  },
  {
    files: 'server/calls/',
    imports: [CONTRACT, 'server/calls/', 'server/db/', ...ADAPTER_DOORS, 'server/services.ts', ...CONFIG, ...LOG],
  },
  { files: 'server/adapters/', imports: [CONTRACT, 'server/adapters/', 'server/db/', ...CONFIG, ...LOG] },
  { files: 'server/db/', imports: [CONTRACT, 'server/db/', ...LOG] },
  {
    files: 'server/http/',
    imports: [
      CONTRACT,
      'server/http/',
      'server/calls/',
      'server/db/',
      ...ADAPTER_DOORS,
      ...DOMAIN_DOORS,
      'server/handlers.ts',
      'server/services.ts',
      ...CONFIG,
      ...LOG,
    ],
  },
  {
    files: 'server/jobs/',
    imports: [
      CONTRACT,
      'server/jobs/',
      'server/calls/',
      'server/db/',
      ...ADAPTER_DOORS,
      ...DOMAIN_DOORS,
      'server/services.ts',
      ...CONFIG,
      ...LOG,
    ],
  },
  {
    files: 'server/backup/',
    imports: ['server/backup/', 'server/db/', 'server/jobs/jobs.ts', ...ADAPTER_DOORS, ...DOMAIN_DOORS, ...LOG],
  },
  {
    files: 'server/seeds/',
    imports: [CONTRACT, 'server/seeds/', 'server/db/', ...ADAPTER_DOORS, ...DOMAIN_DOORS, 'server/services.ts', ...LOG],
  },
  {
    files: 'server/services.ts',
    imports: ['server/calls/', 'server/db/', 'server/jobs/jobs.ts', ...ADAPTER_DOORS, ...CONFIG, ...LOG],
  },
  { files: 'server/handlers.ts', imports: [CONTRACT, 'server/calls/', ...DOMAIN_DOORS] },
  ...[...LOG, ...CONFIG].map((files) => ({ files, imports: [CONTRACT, ...CONFIG, ...LOG] })),
  // Wiring: the starter, main.ts, create-services.ts.
  { files: 'server/launch/', imports: [CONTRACT, 'server/', 'package.json'] },
  { files: 'server/*', imports: [CONTRACT, 'server/', 'package.json'] },

  { files: 'build/', imports: BUILD },
  { files: '*', imports: BUILD },
];

/**
 * Existing imports that the table refuses. Do not add any; delete each with its import. `from` and `to` as in
 * `Area.files`.
 */
const EXCEPTIONS: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [];

/** Code that only tests run: it may import everything, and only tests may import it. */
export const isTest = (file: string): boolean =>
  /^tests\/|\.(test|spec|fixtures)\.|^(vitest|playwright)\.config\.ts$/.test(file);

/**
 * @param pattern A file, or a folder with everything below it if it ends in `/`. `*` is one name, or a part of one.
 */
const matcherOf = (pattern: string): RegExp => {
  const source = pattern.replaceAll(/[.$^+()[\]{}|\\]/g, String.raw`\$&`).replaceAll('*', '([^/]+)');
  return new RegExp(`^${source}${pattern.endsWith('/') ? '' : '$'}`);
};

const areas = AREAS.map((area) => ({ ...area, matcher: matcherOf(area.files) }));
const exceptions = EXCEPTIONS.map(({ from, to }) => ({ from: matcherOf(from), to: matcherOf(to) }));

/**
 * Whether one file may import another.
 *
 * @param from The importing file, below the root: `src/app/links.ts`.
 * @param to The imported file, below the root; `../x` is outside of it.
 * @returns The reason if it may not, as a sentence; `null` if it may.
 */
export const refusalOf = (from: string, to: string): string | null => {
  if (isTest(from)) return null;
  if (isTest(to)) return `${to} is for tests only.`;
  const area = areas.find(({ matcher }) => matcher.test(from));
  const match = area?.matcher.exec(from);
  if (!area || !match) return `${from} is in no area of build/lint/arrows.ts: add one.`;
  const allowed = area.imports.map((pattern) => pattern.replace('$1', match[1] ?? ''));
  if (allowed.some((pattern) => matcherOf(pattern).test(to))) return null;
  if (exceptions.some((exception) => exception.from.test(from) && exception.to.test(to))) return null;
  return `${from} may not import ${to}: see what ${area.files} may import in build/lint/arrows.ts.`;
};
