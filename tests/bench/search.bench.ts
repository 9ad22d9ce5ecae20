import { openDatabase } from '#server/db/database.ts';
import { ALL, findKinds } from '#server/domains/search/find.ts';
import { state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeSidelineDatabase, type BenchDatabase } from './support/sideline.ts';

const PEOPLE = 200_000;
/** Each has a channel of one sport. */
const CREATORS = 20_000;
const EACH = 50;
/** Contents with captions: ten minutes each, 130 lines of ten words. */
const SPOKEN = 10_000;
/** Different captions; the same are said in ten contents. */
const LESSONS = 1_000;
/** Words of titles: the lower the number, the more frequent. */
const WORDS = 4_000;
const BATCH = 20_000;

const TRAINING = ['serve', 'topspin', 'footwork', 'goalkeeper', 'sprint', 'tactics', 'recovery', 'corner', 'passing'];

/**
 * How long the database takes for a search of all kinds over 1,000,000 publications, 10,000 of them with captions, and 200,000
 * people, with one connection: frequent and rare words, beginnings of words, mistyped ones, and words that only captions have.
 * Source: decision 0124.
 */
export async function benchSearch({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const share = isQuick ? 0.05 : 1;
  const database = await makeSidelineDatabase();
  const seconds = await fill(database, share);
  const spokenSeconds = await fillCaptions(database);
  const { db, close } = openDatabase({ connectionString: database.url }, 1);
  try {
    const user = await database.pool.query<{ id: string }>('select id from users limit 1');
    const asked = await texts(database, 100);
    const times: Record<string, number[]> = {};
    for (let round = 0; round <= rounds; round += 1)
      for (const [kind, q] of asked) {
        const startedAtMs = performance.now();
        await db.transaction().execute((tx) => findKinds(tx, user.rows[0]!.id, ALL, { q, offset: 0, limit: 4 }));
        // The first round fills the database's cache.
        if (round > 0) (times[kind] ??= []).push(performance.now() - startedAtMs);
      }
    const note = `${Math.round(1e6 * share)} publications, inserted in ${seconds.toFixed(0)} s, ${await sizeOfPassages(database)} of captions in ${spokenSeconds.toFixed(0)} s`;
    return [
      state('Search of all kinds, p95', 'ms', p95(Object.values(times).flat()), { of: 'value', atMost: 50 }, note),
      ...Object.entries(times).map(([kind, each]) => state(`Search, ${kind}, p95`, 'ms', p95(each))),
    ];
  } finally {
    await close();
  }
}

const p95 = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!;

/** What people type: by kind, `count` of each. */
const texts = async ({ pool }: BenchDatabase, count: number): Promise<[kind: string, q: string][]> => {
  const { rows } = await pool.query<{ title: string }>(
    "select title from search_documents where kind = 'content' order by md5(id) limit $1",
    [count],
  );
  return rows.flatMap(({ title }, index): [string, string][] => {
    const words = title.split(' ');
    const [first = '', second = '', third = ''] = words;
    return [
      ['a frequent word', TRAINING[index % TRAINING.length]!],
      ['two words', `${first} ${third}`],
      ['the beginning of a word', second.slice(0, 3)],
      ['the whole title', title],
      // No title has the first one; nearly every passage has the second, every third one the third.
      ['a word that is said', `said${index % 50}`],
      ['a rare and a frequent word', `said${index % 50} ${TRAINING[0]}`],
      ['two words that are said', `${TRAINING[0]} ${TRAINING[3]} ${second}`],
      // Two letters the other way round.
      ['mistyped', `${third[1]}${third[0]}${third.slice(2)} ${second}`],
    ];
  });
};

/** Inserts people, channels and publications. @returns How long it took, s. */
async function fill({ pool }: BenchDatabase, share: number): Promise<number> {
  const startedAtMs = performance.now();
  const client = await pool.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    // Triggers and keys are left out: a million of them would take an hour. The documents are written afterwards.
    await run('set session_replication_role = replica');
    await run('select setseed(0.5)');
    await run('create table bench_words (i int primary key, word text not null)');
    await run(
      `insert into bench_words select n, case when n <= 9 then ($1::text[])[n]
         else translate(substr(md5(n::text), 1, 4 + n % 5), '0123456789', 'ghijklmnop') end from generate_series(1, $2::int) n`,
      [TRAINING, WORDS],
    );
    const people = Math.round(PEOPLE * share);
    const creators = Math.round(CREATORS * share);
    await run(
      `insert into users (id, scope, version, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id,
         is_learner, is_educator, is_registration_complete)
       select md5('u' || n)::uuid, 'user:' || md5('u' || n)::uuid, 1, 'bench' || n, 'bench' || n || '@example.org', '+1' || (2000000000 + n), '',
         initcap(a.word), initcap(b.word), 'email', md5('p' || n)::uuid, true, n <= $2, true
       from generate_series(1, $1::int) n join bench_words a on a.i = 1 + n % 3989 join bench_words b on b.i = 1 + n * 7 % 3967`,
      [people, creators],
    );
    await run(
      "insert into profiles (id, scope, version, user_id) select profile_id, scope, 1, id from users where username like 'bench%'",
    );
    await run(
      `insert into communities (id, scope, version, sport_id) select md5('c' || n)::uuid, 'user:' || md5('u' || n)::uuid, 1, s.id
       from generate_series(1, $1::int) n join (select id, row_number() over (order by id) - 1 as i, count(*) over () as all from sports) s on s.i = n % s.all`,
      [creators],
    );
    await run(
      `insert into channels (id, scope, version, community_id, sport_id, name, author_id)
       select md5('h' || n)::uuid, c.scope, 1, c.id, c.sport_id, initcap(a.word) || ' ' || b.word, md5('u' || n)::uuid
       from generate_series(1, $1::int) n join communities c on c.id = md5('c' || n)::uuid
         join bench_words a on a.i = 1 + n % 3989 join bench_words b on b.i = 1 + n * 11 % 3967`,
      [creators],
    );
    for (let from = 0; from < creators * EACH; from += BATCH) {
      const batch = [from + 1, Math.min(from + BATCH, creators * EACH), creators];
      await run(
        `insert into contents (id, scope, version, title, filename, type, origin_file_size, file_size, duration, encoding_status, review_status, created_by, approved)
         select md5('t' || n)::uuid, h.scope, 1, 'File ' || n, 'File ' || n || '.mp4', 'video', 1000, 1000, 60, 4, 'approved', h.author_id, true
         from generate_series($1::int, $2::int) n join channels h on h.id = md5('h' || (1 + n % $3::int))::uuid`,
        batch,
      );
      // The power makes some words a hundred times as frequent as others.
      await run(
        `insert into publications (id, scope, version, content_id, channel_id, title, pricing, is_live, published_by, sport_id)
         select md5('b' || n)::uuid, h.scope, 1, md5('t' || n)::uuid, h.id, initcap(a.word) || ' ' || b.word || ' ' || c.word, 'free', true, h.author_id, h.sport_id
         from (select n, random() x, random() y, random() z from generate_series($1::int, $2::int) n) n
           join channels h on h.id = md5('h' || (1 + n.n % $3::int))::uuid
           join bench_words a on a.i = 1 + floor(${WORDS - 1} * n.x * n.x * n.x)::int join bench_words b on b.i = 1 + floor(${WORDS - 1} * n.y * n.y)::int
           join bench_words c on c.i = 1 + floor(${WORDS - 1} * n.z)::int`,
        batch,
      );
      await run(
        "select search_refresh('content', array(select md5('b' || n)::uuid::text from generate_series($1::int, $2::int) n))",
        batch.slice(0, 2),
      );
    }
    await run(
      "select search_refresh('channel', array(select id::text from channels)), search_refresh('sport', array(select id from sports))",
    );
    await run("select search_refresh('educator', array(select id::text from users where is_educator))");
    await run('select search_refresh_words()');
    await run('vacuum analyze');
  } finally {
    await run('reset session_replication_role').catch(() => {});
    client.release();
  }
  return (performance.now() - startedAtMs) / 1000;
}

/** Gives the first contents captions. @returns How long it took to make their passages, s. */
async function fillCaptions({ pool }: BenchDatabase): Promise<number> {
  const client = await pool.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    await run('set session_replication_role = replica');
    await run('select setseed(0.5)');
    // Frequencies as in speech: the most frequent word is every sixteenth one. One word in a hundred is in no title.
    await run(
      `create temp table lessons as select lesson, jsonb_agg(jsonb_build_object('startMs', line * 4600, 'endMs', line * 4600 + 4000, 'text', said) order by line) as cues
       from (
         select lesson, line, string_agg(case when z < 0.01 then 'said' || floor(5000 * z)::int else w.word end, ' ') as said
         from (select lesson, line, random() x, random() z from generate_series(0, $1::int - 1) lesson, generate_series(0, 129) line, generate_series(1, 10)) n
           join bench_words w on w.i = 1 + floor(${WORDS - 1} * n.x * n.x * n.x)::int
         group by lesson, line) l group by lesson`,
      [LESSONS],
    );
    await run(
      `insert into captions (content_id, language, scope, cues, words, bytes)
       select t.id, 'en', t.scope, l.cues, '', 1 from generate_series(1, $1::int) n join contents t on t.id = md5('t' || n)::uuid join lessons l on l.lesson = n % $2`,
      [SPOKEN, LESSONS],
    );
    const startedAtMs = performance.now();
    for (let from = 1; from <= SPOKEN; from += 1_000)
      await run(
        "select search_refresh_passages(array(select md5('b' || n)::uuid from generate_series($1::int, $1::int + 999) n))",
        [from],
      );
    const seconds = (performance.now() - startedAtMs) / 1000;
    await run('vacuum analyze');
    return seconds;
  } finally {
    await run('reset session_replication_role').catch(() => {});
    client.release();
  }
}

const sizeOfPassages = async ({ pool }: BenchDatabase): Promise<string> => {
  const { rows } = await pool.query<{ passages: number; size: string }>(
    "select count(*)::int as passages, pg_size_pretty(pg_total_relation_size('search_passages')) as size from search_passages",
  );
  return `${rows[0]!.passages} passages (${rows[0]!.size})`;
};
