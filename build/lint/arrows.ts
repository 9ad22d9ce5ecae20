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

const within = (folder: string, names: string): string[] => names.split(' ').map((name) => `${folder}/${name}.ts`);
/** The doors of store/ for screens; what is not named is for store/ itself. */
const STORE = [
  'store/*',
  ...within('store/outbox', 'action-journal backoff drain enqueue entry-rows supersede'),
  ...within('store/saved', 'copies jobs lease media-files sets shown start-saves'),
  ...within('store/stored', 'mend mend-rows stored-answer'),
  ...within('store/sync', 'repair'),
  ...within('store/uploads', 'add-jobs file-again job jobs kinds local-copy page-lock pick queue recording'),
  ...within('store/uploads', 'shared-inbox smaller upload-folder wifi-only'),
];
/** The doors for workers and the service worker, which also send and pull. */
const STORE_ENGINES = [
  ...STORE,
  ...within('store/outbox', 'lease'),
  ...within('store/saved', 'run-jobs'),
  ...within('store/search', 'device-documents device-index'),
  ...within('store/sync', 'pull'),
  ...within('store/uploads', 'find-equal opfs recording-file run-jobs send-growing'),
];

/** What each room of src/app may import: above all, and of the other rooms. */
const APP = [CONTRACT, ...STORE, 'workers/', 'src/ui/'];
const appRoom = (room: string, ...imports: readonly string[]): Area => ({
  files: `src/app/${room}/`,
  imports: [...APP, `src/app/${room}/`, ...imports.map((name) => `src/app/${name}`)],
});
/** The rooms that every other one may use. */
const GROUND = ['data/', 'device/', 'format/', 'navigation/'];
/** The rooms that hold what several features show. */
const SHARED = [...GROUND, 'forms/', 'frame/', 'lists/'];
const APP_ROOMS: readonly Area[] = [
  appRoom('data', 'device/', 'format/', 'navigation/entries.ts', 'age/age-gate.ts', 'lists/use-reached-end.ts'),
  appRoom('device', 'data/', 'format/'),
  appRoom('format', 'data/shared-read.ts'),
  appRoom('navigation', 'data/', 'device/', 'format/'),
  appRoom('forms', ...GROUND),
  appRoom('frame', ...GROUND),
  appRoom('lists', ...GROUND, 'forms/', 'frame/'),
  appRoom('comments', ...SHARED, 'blocks/', 'reports/'),
  ...['age', 'applications', 'blocks', 'credentials', 'desk', 'legal', 'payments', 'reports'].map((room) =>
    appRoom(room, ...SHARED),
  ),
];

/** What each room of src/ui may import: words, the files beside the rooms, and of the other rooms. */
const UI = ['contract/text/', 'src/ui/*'];
const uiRoom = (room: string, ...imports: readonly string[]): Area => ({
  files: `src/ui/${room}/`,
  imports: [...UI, `src/ui/${room}/`, ...imports.map((name) => `src/ui/${name}/`)],
});
const UI_ROOMS: readonly Area[] = [
  ...['buttons', 'charts', 'pictures', 'rating'].map((room) => uiRoom(room)),
  uiRoom('states', 'buttons'),
  uiRoom('overlays', 'buttons'),
  uiRoom('forms', 'buttons', 'overlays', 'rating'),
  uiRoom('crop', 'buttons', 'overlays', 'forms'),
  uiRoom('player', 'buttons'),
  uiRoom('pdf', 'buttons', 'overlays', 'player'),
  uiRoom('tiles', 'buttons', 'charts', 'pictures', 'rating'),
  uiRoom('frame', 'buttons', 'pictures', 'tiles'),
  uiRoom('lists', 'buttons', 'overlays', 'tiles'),
  { files: 'src/ui/*', imports: UI },
];

/** Files that the build reads: the public first page, which it prerenders, calls, which it strips, and their facts. */
const BUILD = [
  'build/',
  'package.json',
  'contract/call.ts',
  'contract/queued.ts',
  'contract/queued-calls.ts',
  'contract/queued-table.ts',
  'contract/table-marks.ts',
  'contract/text/welcome.ts',
  'src/features/auth/join/welcome-view.tsx',
];

/** Imports that are not in this table are refused, and so are files outside of all areas. */
const AREAS: readonly Area[] = [
  { files: 'contract/', imports: [CONTRACT] },
  { files: 'store/', imports: [CONTRACT, 'store/'] },
  { files: 'workers/', imports: [CONTRACT, ...STORE_ENGINES, 'workers/'] },
  { files: 'sw/', imports: [CONTRACT, ...STORE_ENGINES, 'sw/'] },

  ...UI_ROOMS,
  ...APP_ROOMS,
  { files: 'src/features/*/', imports: [...APP, 'src/app/', 'src/features/$1/'] },
  { files: 'src/routes/', imports: [...APP, 'src/'] },
  { files: 'src/*', imports: [...APP, 'src/'] },
  // The styles of the shell, with those of the first page.
  { files: 'src/styles/', imports: ['src/styles/', 'src/ui/', 'src/features/auth/join/welcome-page.css'] },

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
      'server/time-zone.ts',
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
export const matcherOf = (pattern: string): RegExp => {
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
