import 'fake-indexeddb/auto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import { joinMarks, THIS_BUILD } from '#contract/tables.ts';
import { DATABASE_VERSION, openAccountDatabase, STORES } from './database.ts';
import { accountDatabase } from './door.ts';
import { drain } from './outbox/drain.ts';
import { ModelServer } from './outbox/model-server.fixtures.ts';
import { storeSession, readAccessToken } from './session.ts';
import { makeFixture, readRows, storeFixture, type StoredDatabase } from './stored-database.fixtures.ts';
import { pullOnce } from './sync/pull.ts';
import { countUnsent } from './unsent.ts';

const FOLDER = new URL('./fixtures/', import.meta.url);
const HOW_TO_MAKE = `
The local database changed. Devices have the version that was shipped: raise DATABASE_VERSION (database.ts), with an
upgrade where rows that are there must change, make its fixture and commit it:
FIXTURE=make npm run unit -- store/database.test.ts`;
const fileOf = (version: number): URL => new URL(`v${version}.json`, FOLDER);
const readFixture = (name: string): StoredDatabase =>
  JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as StoredDatabase;
const listFixtures = (): string[] => readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** Tables that the server does not have, or whose rows the person would miss. */
const KEPT = ['outbox', 'uploadJobs', 'uploadFiles', 'files', 'drafts', 'savedMedia'] as const;

afterEach(() => void vi.unstubAllGlobals());

describe('the local database', () => {
  it('has a fixture of its version, with its stores: a shipped version is never changed', async () => {
    if (process.env['FIXTURE'] === 'make' && !existsSync(fileOf(DATABASE_VERSION))) {
      const userId = newId();
      const made = await makeFixture(openAccountDatabase(userId), userId);
      writeFileSync(fileOf(DATABASE_VERSION), `${JSON.stringify(made, null, 2)}\n`);
    }
    expect(existsSync(fileOf(DATABASE_VERSION)), HOW_TO_MAKE).toBe(true);
    expect(readFixture(`v${DATABASE_VERSION}.json`).stores, HOW_TO_MAKE).toEqual(STORES);
    expect(listFixtures().toSorted()).toEqual(
      Array.from({ length: DATABASE_VERSION }, (_, index) => `v${index + 1}.json`).toSorted(),
    );
  });

  for (const name of listFixtures()) {
    it(`of ${name} opens in today’s build with all unsent work, and sends it`, async () => {
      const fixture = readFixture(name);
      await storeFixture(fixture);
      const db = accountDatabase(fixture.userId);
      const rows = await readRows(db);
      for (const store of KEPT) {
        expect(fixture.rows[store]!.length, store).toBeGreaterThan(0);
        expect(rows[store]!.map((row) => keyOf(row)).toSorted(), store).toEqual(
          fixture.rows[store]!.map((row) => keyOf(row)).toSorted(),
        );
      }
      expect(rows['uploadFiles']).toEqual(fixture.rows['uploadFiles']);
      expect(rows['files']).toEqual(fixture.rows['files']);
      const unsent = await countUnsent(db);
      expect(unsent).toEqual({ changes: 4, uploads: 3 });
      await storeSession(fixture.userId, (await readAccessToken(fixture.userId))!);

      const server = new ModelServer();
      for (const folder of fixture.rows['base'] as {
        row: Parameters<ModelServer['change']>[0] | null;
        table: string;
      }[])
        if (folder.table === 'folders' && folder.row) server.change(folder.row);
      const asked: URLSearchParams[] = [];
      vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
        asked.push(new URL(url, 'http://x').searchParams);
        return server.fetch(url, init);
      });
      await drain(
        (id) => callById.get(id),
        () => Date.UTC(2026, 10, 21),
      );
      expect(server.applied.map(({ line }) => line.split(' ')[0])).toEqual(['POST', 'PUT']);
      expect([...server.folders.values()].map(({ title }) => title)).toEqual(
        expect.arrayContaining(['Made here', 'Renamed here']),
      );
      asked.length = 0;
      await pullOnce(fixture.userId);
      // The rows were stored by a build that did not record which tables it holds.
      expect(asked.map((search) => search.get('tables'))).toEqual([joinMarks(THIS_BUILD)]);
      expect(
        (await db.outbox.where('state').equals('refused').toArray()).map(({ problem }) => problem?.code),
      ).toContain('library.folder_taken');
    });
  }
});

it('copies saved before version 7 get a lease, once: a later version leaves the lease as it is', async () => {
  const openedFrom = async (version: number, lease: unknown): Promise<unknown> => {
    const fixture = readFixture(`v${version}.json`);
    const [saved] = fixture.rows['savedMedia'] as { id: string }[];
    fixture.rows['savedMedia'] = [{ ...saved, id: newId(), ...(lease !== undefined && { lease }) }];
    fixture.userId = newId();
    await storeFixture(fixture);
    const [kept] = await accountDatabase(fixture.userId).savedMedia.toArray();
    return kept?.lease;
  };
  expect(await openedFrom(6, undefined)).toMatchObject({ endsAtMs: null });
  const ends = { checkedAtMs: 1, endsAtMs: 2, seenAtMs: 3, deviceAtMs: 4 };
  for (const version of [7, 8, 9]) expect(await openedFrom(version, ends), `from ${version}`).toEqual(ends);
});

const keyOf = (row: unknown): string => {
  const { id, key, sha256 } = row as { id?: string; key?: string; sha256?: string };
  return String(id ?? key ?? sha256);
};
