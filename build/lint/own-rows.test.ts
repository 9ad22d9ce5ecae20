import { beforeAll, describe, expect, it } from 'vitest';
import { lintProbes, type Probe } from './probes.fixtures.ts';

const REFUSED: readonly Probe[] = [
  ['src/features/watch/a.ts', `export const use = () => useLive((db) => db.folders.toArray(), []);`],
  [
    'src/features/watch/b.ts',
    `export const use = () => useLive(async (live) => [await live.channels.count()], []) ?? [];`,
  ],
  [
    'src/app/lists/c.ts',
    `export const use = () => useLive(async (db) => { const rows = await db.outbox.toArray(); return db.me.get('x'); }, []);`,
  ],
];

const ALLOWED: readonly Probe[] = [
  ['src/features/watch/ok-a.ts', `export const use = () => useOwnRows((db) => db.folders.toArray(), []);`],
  ['src/features/watch/ok-b.ts', `export const use = () => useLive((db) => db.outbox.count(), []);`],
  ['src/features/watch/ok-c.test.ts', `export const use = () => useLive((db) => db.folders.toArray(), []);`],
];

let linted: Awaited<ReturnType<typeof lintProbes>>;

beforeAll(async () => {
  linted = await lintProbes([...REFUSED, ...ALLOWED], 'own-rows');
}, 60_000);

describe('the lint of own rows', () => {
  it('reads every probe', () => expect(linted.readCount).toBe(REFUSED.length + ALLOWED.length));

  it.each(REFUSED)('refuses in %s: %s', (file) => expect(linted.messagesOf(file)).toHaveLength(1));

  it.each(ALLOWED)('allows in %s: %s', (file) => expect(linted.messagesOf(file)).toEqual([]));
});
