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
import { storePictures } from './fill-pictures.ts';
import { EVERYBODY } from './fill-people.ts';
import { DEMO_ACCOUNTS, fillRows } from './index.ts';
import { DEMO_ITEMS } from './items.ts';
import { makeOriginal } from './originals.ts';

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

  test('before any file is prepared, each sport of a Member has contents, and each has a picture of its own', async () => {
    const { body } = await server.call('POST /auth/login', DEMO_ACCOUNTS[0]);
    const headers = { Authorization: `Bearer ${body.access}` };
    const home = (await server.call('GET /home', undefined, { headers })).body as {
      sections: { sport: { name: string }; contents: { coverImage: string | null }[] }[];
    };
    expect(home.sections.map(({ sport }) => sport.name)).toEqual(['Soccer', 'Swimming', 'Tennis']);
    for (const { sport, contents } of home.sections)
      expect([sport.name, contents.length > 1]).toEqual([sport.name, true]);
    const covers = home.sections.flatMap(({ contents }) => contents.map(({ coverImage }) => coverImage));
    expect(covers).not.toContain(null);
    expect(new Set(covers).size).toBe(covers.length);
  });

  test('no two pictures are the same, and all that rows show are stored once, also by a second start', async () => {
    const { db } = server.services.database;
    const files = await db.selectFrom('files').select(['sha256', 'picture']).execute();
    expect(files.length).toBeGreaterThan(50);
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(files.length);
    const never = new AbortController().signal;
    await storePictures(server.services, never);
    const stored = () => Promise.all(files.map(({ picture }) => server.services.objects.stat(picture.slice(1))));
    const first = await stored();
    for (const facts of first) expect(facts?.contentType).toBe('image/svg+xml');
    await storePictures(server.services, never);
    expect(await stored()).toEqual(first);
  });

  test('a picture that its owner has replaced stays replaced, and the former one is not stored again', async () => {
    const { db } = server.services.database;
    const face = await db
      .updateTable('users')
      .set({ user_photo: '/pictures/a-photo-of-her-own-choice.jpg' })
      .where('username', '=', 'ana')
      .returning((e) => e.selectFrom('users').select('user_photo').where('username', '=', 'ana').as('former'))
      .executeTakeFirstOrThrow();
    await server.services.objects.delete(face.former!.slice(1));
    await fillRows(server.services);
    await storePictures(server.services, new AbortController().signal);
    expect(await server.services.objects.stat(face.former!.slice(1))).toBeNull();
    const { user_photo } = await db
      .selectFrom('users')
      .select('user_photo')
      .where('username', '=', 'ana')
      .executeTakeFirstOrThrow();
    expect(user_photo).toBe('/pictures/a-photo-of-her-own-choice.jpg');
  });

  test('comments are liked by others who watched the same, and name people whom the page can link', async () => {
    const { rows } = await server.services.database.pool.query(
      `select (select count(*) from comment_likes)::int as likes,
         (select count(*) from comment_likes l where l.user_id = l.author_id or not may_watch(l.user_id, l.publication_id))::int as odd,
         (select sum(likes) from comment_like_counts)::int as counted,
         (select count(*) from ratings where comment ~ '@')::int as naming,
         (select count(distinct (publication_id, author_id)) from comment_mentions)::int as mentioning,
         (select count(*) from ratings where comment ~ '[{}]')::int as unfilled`,
    );
    const { likes, odd, counted, naming, mentioning, unfilled } = rows[0];
    expect([likes > 50, counted, naming > 3, mentioning, odd, unfilled]).toEqual([true, likes, true, naming, 0, 0]);
  });

  test('something happened within the last hours, days and weeks', async () => {
    const { rows } = await server.services.database.pool.query(
      `select extract(epoch from now() - published_at) / 3600 as hours from publications`,
    );
    const hours = rows.map((row) => Number(row.hours));
    for (const [from, to] of [
      [0, 6],
      [6, 48],
      [48, 24 * 7],
      [24 * 7, 24 * 60],
    ] as const)
      expect(
        hours.some((each) => each > from && each <= to),
        `${from} to ${to} hours ago`,
      ).toBe(true);
    const followers = await server.services.database.pool.query(
      'select count(*)::int as n from follows group by channel_id order by n desc',
    );
    expect(followers.rows[0].n).toBeGreaterThan(20);
  });
});

describe('the money of the demo', () => {
  const rowsOf = async (query: string) => (await server.services.database.pool.query(query)).rows;

  test('somebody watched and somebody earned on each of the last 14 days', async () => {
    const days = await rowsOf(`select d.day::date::text as day,
        exists (select 1 from view_periods v where v.period = 'day' and v.starts = d.day and v.views > 0 and v.watched_ms > 0) as watched,
        exists (select 1 from revenue_entries e where e.day = d.day and e.amount_cents > 0) as earned
      from generate_series((now() at time zone 'UTC')::date - 13, (now() at time zone 'UTC')::date - 1, '1 day') as d (day)`);
    expect(days.filter(({ watched, earned }) => !watched || !earned)).toEqual([]);
  });

  test('each amount opens to its calculation, and each day is divided to the cent', async () => {
    const wrong = await rowsOf(`select d.day, d.sport_id from revenue_sport_days d where d.platform + (
        select coalesce(sum(e.amount_cents), 0) from revenue_entries e
        where e.day = d.day and e.sport_id = d.sport_id and e.type in ('content_base', 'views_base')) <> d.received`);
    expect(wrong).toEqual([]);
    const unexplained =
      await rowsOf(`select e.day, e.scope from revenue_entries e where e.type in ('content_base', 'views_base')
      and not exists (select 1 from revenue_channel_days k where k.day = e.day and k.channel_id = e.channel_id)`);
    expect(unexplained).toEqual([]);
    const fees =
      await rowsOf(`select e.day, e.scope from revenue_entries e where e.type like '%_marketing_fee' and e.amount_cents <> (
      select coalesce(sum(f.amount), 0) from revenue_fee_days f
      where f.scope = e.scope and f.day = e.day and f.sport_id = e.sport_id and f.type = e.type)`);
    expect(fees).toEqual([]);
  });

  test('views and their sums are those of the days, and the list of a Creator is what the books owe', async () => {
    const views = await rowsOf(`select s.publication_id from publication_stats s
      where s.views <> (select coalesce(sum(d.counted), 0) from view_days d where d.publication_id = s.publication_id)
        or s.views <> (select coalesce(sum(v.views), 0) from view_periods v where v.publication_id = s.publication_id and v.period = 'year')
        or s.views < (select count(*) from views w where w.publication_id = s.publication_id)`);
    expect(views).toEqual([]);
    const balances = await rowsOf(`select scope, sum(amount_cents)::int as listed,
        (select -balance::int from ledger_accounts a where a.kind = 'creator' and a.creator_scope = e.scope) as owed,
        (select min(balance)::int from (select sum(amount_cents) over (order by day) as balance from revenue_entries d
          where d.scope = e.scope) x) as lowest
      from revenue_entries e group by 1`);
    expect(balances.length).toBeGreaterThan(5);
    for (const { listed, owed, lowest } of balances) {
      expect(listed).toBe(owed);
      expect(lowest).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('the data of the demo', () => {
  test('names, passwords, titles and tags are valid by the rules of the product', () => {
    for (const { username } of EVERYBODY) expect(username).toMatch(USERNAME);
    expect(new Set(EVERYBODY.map(({ username }) => username)).size).toBe(EVERYBODY.length);
    for (const { password } of DEMO_ACCOUNTS) expect(password).toMatch(PASSWORD);
    for (const { title, tags = [] } of DEMO_ITEMS) {
      expect(title.length).toBeLessThanOrEqual(PUBLISHED_TITLE_MAX);
      for (const tag of tags) expect(tag).toMatch(TAG);
    }
  });

  test('every own row has the shape that clients expect', async () => {
    for (const name of OWN_TABLES) {
      const { rows } = await server.services.database.pool.query(`select row from ${ownTables[name].view}`);
      // People of the demo sort nothing into folders, have not searched, and block nobody.
      if (!['folders', 'searchHistory', 'blocks'].includes(name)) expect(rows.length, name).toBeGreaterThan(0);
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
        await makeOriginal(ffmpegPath, { ...item, seconds: 1 }, file);
        expect((await checkFile(file, item.filename)).kind).toBe(type);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
