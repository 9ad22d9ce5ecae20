import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notificationKinds, notificationLinks, type NotificationKindName } from '#contract/text/notifications.ts';
import { contractCells, notificationPages } from './notification-rows.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (pattern: string, exclude: string[] = []): string[] =>
  globSync(pattern, { cwd: ROOT, exclude }).map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'));

const TESTS = read('server/**/*.test.ts');
const SOURCES = read('server/**/*.ts', ['server/**/*.test.ts', 'server/**/*.fixtures.ts', 'server/seeds/**']);

/** Words that are kinds and something else too: what is looked for instead, in a sender and in a test. */
const BY_MORE: Readonly<Record<string, readonly [sent: string, tested: string]>> = {
  welcome: [`kind: 'welcome'`, `kind: 'welcome', recipient_type`],
  security: [`kind: 'security'`, `kind: 'security'`],
};
const names = (texts: readonly string[], words: string): boolean => texts.some((text) => text.includes(words));

test.each(Object.keys(notificationKinds))(
  'D-341: a notification of the kind %s has a sender, and a test of it',
  (kind) => {
    const [sent, tested] = BY_MORE[kind] ?? [`'${kind}'`, `'${kind}'`];
    expect(names(SOURCES, sent), `nothing in server/ sends ${kind}`).toBe(true);
    expect(names(TESTS, tested), `no test in server/ names ${kind}`).toBe(true);
  },
);

/** The routes of the app by the names of their files, as the router reads them. */
const ROUTES = globSync('src/routes/**/*.tsx', { cwd: ROOT })
  .map((file) => file.slice('src/routes/'.length, -'.tsx'.length).replace(/^_tabs\//, ''))
  .filter((name) => name !== '$' && !name.startsWith('_'))
  .map((name) => {
    const segments = name
      .replace(/(^|\.)index$/, '')
      .split('.')
      .map((segment) => segment.replace(/_$/, ''));
    return new RegExp(`^/${segments.map((segment) => (segment.startsWith('$') ? '[^/]+' : segment)).join('/')}$`);
  });
const VALUES = { content: 'a', channelId: 'b', scope: 'user:c', publishedId: 'd', year: '2026', month: '11' };

test.each(Object.entries(notificationLinks))(
  'D-341: the link %s of notifications leads to a page of the app',
  (_, link) => {
    const address = typeof link === 'string' ? link : link({ ...VALUES, sportId: 'e', sport: 'E', invoiceId: 'f' });
    const path = address.split('?')[0]!;
    expect(
      ROUTES.some((route) => route.test(path)),
      path,
    ).toBe(true);
  },
);

/** The rows of docs/notifications.md about kinds, as cells. */
const DOCUMENTED = readFileSync(`${ROOT}/docs/notifications.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(/\s+\|\s+/));

test('D-341: docs/notifications.md has each kind of notification as it is', () => {
  const kinds = Object.keys(notificationKinds) as NotificationKindName[];
  expect(DOCUMENTED.map((cells) => cells.slice(0, -2))).toEqual(kinds.map(contractCells));
  // Of new members the pages of the start, which are no link of a notification elsewhere.
  const pages = new Set([...notificationPages, '/home', '–']);
  const opened = DOCUMENTED.flatMap((cells) => cells.at(-1)!.replaceAll('`', '').split(', '));
  expect(opened.filter((page) => !pages.has(page))).toEqual([]);
});
