import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PASSWORD, TAG, USERNAME } from '#contract/patterns.ts';
import { PUBLISHED_TITLE_MAX } from '#contract/limits.ts';
import { ownRows } from '#contract/rows.ts';
import { OWN_TABLES, ownTables } from '#contract/tables.ts';
import { handlers } from '#server/handlers.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { findFfmpeg } from '#server/adapters/media/ffmpeg-path.ts';
import { checkFile } from '#server/adapters/media/index.ts';
import { seedReference } from '../reference.ts';
import { DEMO_ACCOUNTS, fillRows } from './index.ts';
import { DEMO_ITEMS } from './items.ts';
import { makeOriginal } from './originals.ts';
import { DEMO_PEOPLE } from './people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await seedReference(server.services.database.db);
  await fillRows(server.services);
});
afterAll(() => server.close());

const count = async (table: 'users' | 'contents' | 'publications' | 'ratings' | 'notifications' | 'revenue_entries') =>
  (await server.services.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;

describe('the demo', () => {
  test('inserting twice, also at the same time, makes no duplicates', async () => {
    const before = await Promise.all(
      (['users', 'contents', 'publications', 'ratings', 'notifications', 'revenue_entries'] as const).map(count),
    );
    await Promise.all([fillRows(server.services), fillRows(server.services)]);
    expect(
      await Promise.all(
        (['users', 'contents', 'publications', 'ratings', 'notifications', 'revenue_entries'] as const).map(count),
      ),
    ).toEqual(before);
    expect(before.every((n) => n > 0)).toBe(true);
  });

  test('every account signs in with its password', async () => {
    for (const { username, password } of DEMO_ACCOUNTS) {
      const answer = await server.call('POST /auth/login', { username, password });
      expect([username, answer.status]).toEqual([username, 200]);
    }
  });

  test('names, passwords, titles and tags are valid by the rules of the product', () => {
    for (const { username } of DEMO_PEOPLE) expect(username).toMatch(USERNAME);
    for (const { password } of DEMO_ACCOUNTS) expect(password).toMatch(PASSWORD);
    for (const { title, tags = [] } of DEMO_ITEMS) {
      expect(title.length).toBeLessThanOrEqual(PUBLISHED_TITLE_MAX);
      for (const tag of tags) expect(tag).toMatch(TAG);
    }
  });

  test('every own row has the shape that clients expect', async () => {
    for (const name of OWN_TABLES) {
      const { rows } = await server.services.database.pool.query(`select row from ${ownTables[name].view}`);
      // People of the demo sort nothing into folders.
      if (name !== 'folders') expect(rows.length, name).toBeGreaterThan(0);
      for (const { row } of rows)
        expect(
          v.safeParse(ownRows[name], row).issues?.map(({ message, path: at }) => [at?.map(({ key }) => key), message]),
        ).toBeUndefined();
    }
  });

  test('sums of ratings are those of the rows', async () => {
    const { rows } = await server.services.database.pool.query(`select s.publication_id from publication_stats s
      left join (select publication_id, count(*) as n, sum(relevance) as r, sum(helpful) as h, sum(engaging) as e from ratings group by 1) x using (publication_id)
      where (s.ratings, s.relevance, s.helpful, s.engaging) is distinct from (coalesce(x.n, 0), coalesce(x.r, 0), coalesce(x.h, 0), coalesce(x.e, 0))`);
    expect(rows).toEqual([]);
  });

  test('the generated files have the type of their names', async () => {
    const { path: ffmpegPath } = await findFfmpeg();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'demo-'));
    try {
      for (const type of ['video', 'audio', 'text'] as const) {
        const item = DEMO_ITEMS.find((each) => each.type === type)!;
        const file = path.join(folder, item.filename);
        await makeOriginal(ffmpegPath, { ...item, seconds: 1 }, 'soccer', file);
        expect((await checkFile(file, item.filename)).kind).toBe(type);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
