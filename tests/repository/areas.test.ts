import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const filesOf = (folder: string): string[] =>
  readdirSync(`${ROOT}/${folder}`).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

const areaOf = (id: string): string => id.split('.')[0]!;
/** The areas of the product: the first part of a call's id, used in all file and folder names. */
const areas = new Set(allCalls.map(({ id }) => areaOf(id)));

/** Screens that use calls of several areas, or of none. */
const SCREENS = ['community', 'dev-components', 'outbox', 'sync-storage', 'video-editor'];
/** Domains without calls, which other domains use: shared so that two areas need not import each other. */
const DOMAINS_WITHOUT_CALLS = [
  'account-events',
  'admin-invitations',
  'cards',
  'invited-mail',
  'ledger',
  'media',
  'storage-states',
  'subscription-states',
];
/** Texts of all areas, of the frame, of src/ui, and of the welcome page. */
const SHARED_TEXTS = ['periods', 'common', 'frame', 'ui', 'welcome'];

test('each call is an export of the contract file of its area', async () => {
  for (const area of areas) {
    const entries = Object.values((await import(`../../contract/${area}.ts`)) as Record<string, unknown>);
    for (const call of allCalls.filter(({ id }) => areaOf(id) === area)) expect(entries, call.id).toContain(call);
  }
});

test('each file of local effects registers those of the area it is named after', () => {
  const loaded = [...read('store/effects/index.ts').matchAll(/^import '\.\/(\w+)\.ts';$/gm)].map(([, area]) => area!);
  const registered = filesOf('store/effects').flatMap((file) =>
    [...read(`store/effects/${file}`).matchAll(/registerEffects\('(\w+)'/g)].map(([, area]) => [file, `${area}.ts`]),
  );
  expect(registered.length).toBeGreaterThan(0);
  for (const [file, expected] of registered) expect(file).toBe(expected);
  expect(loaded.map((area) => `${area}.ts`).toSorted()).toEqual(registered.map(([file]) => file).toSorted());
});

test('each file of texts is named after an area or a screen, and a part of it', () => {
  const owners = [...areas, ...SCREENS, ...SHARED_TEXTS];
  const belongs = (file: string) => owners.some((owner) => new RegExp(`^${owner}(-[a-z-]+)?\\.ts$`).test(file));
  expect(filesOf('contract/text').filter((file) => !belongs(file))).toEqual([]);
});

test('each folder of features is named after an area, or is a screen of several', () => {
  const folders = readdirSync(`${ROOT}/src/features`, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !areas.has(name) && !SCREENS.includes(name))).toEqual([]);
});

test('each domain of the server is named after an area, or has no calls and is listed', () => {
  const folders = readdirSync(`${ROOT}/server/domains`, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(
    folders
      .map(({ name }) => name)
      .filter((name) => !areas.has(name))
      .toSorted(),
  ).toEqual(DOMAINS_WITHOUT_CALLS);
});

test('what lies beside the rooms of the design system and of the fault tests is for all of them', () => {
  const beside = (folder: string): string[] =>
    readdirSync(`${ROOT}/${folder}`, { withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => name);
  expect(beside('src/ui').toSorted()).toEqual([
    'after-frame.ts',
    'class-names.ts',
    'create-icon.ts',
    'frames.fixtures.ts',
    'icons.ts',
    'merge-refs.ts',
    'missing-file.ts',
    'time.tsx',
    'use-media-query.ts',
  ]);
  expect(beside('tests/faults').toSorted()).toEqual(['scenarios.ts', 'soak.ts']);
});
