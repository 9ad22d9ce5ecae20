import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';

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
