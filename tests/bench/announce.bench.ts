import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '#server/db/database.ts';
import { announceWork } from '#server/jobs/announce.ts';
import { startJobs, type Jobs, type JobWorks } from '#server/jobs/jobs.ts';
import { pushesWork, pushWork } from '#server/jobs/push.ts';
import { sportChangedWork } from '#server/jobs/sport-changed.ts';
import type { Services } from '#server/services.ts';
import { NO_WORKS } from '#tests/support/no-works.ts';
import { state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeSidelineDatabase, type BenchDatabase } from './support/sideline.ts';

const FOLLOWERS = 100_000;
/** Of them, who wait for the sport. */
const WAITING = 10_000;
/** How long a push service takes for one, ms. */
const OUTSIDE_MS = 30;
/** For how long pushes are counted, ms: sending all of them takes far longer, and changes no figure. */
const PUSHES_FOR_MS = 20_000;
/** How often the rows are counted, ms. */
const LOOK_EVERY_MS = 500;

const quiet = { info: () => {}, warn: () => {}, error: console.error } as never;

/**
 * How long it takes to tell the 100,000 followers of a channel of a new content, and the 10,000 people who wait for a sport of its
 * Beta: until all have the notification in the app. Then how many pushes a second one process sends to a service that answers after 30 ms.
 * The call of the publisher sends one job, whatever the number.
 */
export async function benchAnnounce({ isQuick }: BenchOptions): Promise<Finding[]> {
  const share = isQuick ? 0.05 : 1;
  const [followers, waiting] = [Math.round(FOLLOWERS * share), Math.round(WAITING * share)];
  const { sportS, rowsS, pushesPerS, moreMB } = await tellAll({ followers, waiting }, PUSHES_FOR_MS);
  return [
    state('Everybody told of a Beta in the app', 's', sportS, undefined, `${waiting} people`),
    state('Followers told in the app', 's', rowsS, { of: 'value', atMost: 60 }, `${followers} followers`),
    state('Pushes sent after that', '/s', pushesPerS, undefined, 'one process'),
    state('Memory of the process, more than before', 'MB', moreMB),
  ];
}

interface Audience {
  followers: number;
  /** Of the followers, who wait for the sport. */
  waiting: number;
}

/** @param pushesForMs For how long pushes are counted once all have the notification. */
export async function tellAll({ followers, waiting }: Audience, pushesForMs: number) {
  const made = await makeSidelineDatabase();
  await fill(made, { followers, waiting });
  const poolConfig = { connectionString: made.url };
  const database = openDatabase(poolConfig, 16);
  const { jobs, work } = await startJobs(poolConfig, database.db, quiet);
  const ids = await readIds(made);
  const rows = async (kind: string): Promise<number> =>
    (await made.pool.query('select count(*)::int as n from notifications where kind = $1', [kind])).rows[0].n;
  let mostBytes = 0;
  const until = async (isDone: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await isDone())) {
      mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
      await wait(LOOK_EVERY_MS);
    }
  };
  try {
    const sent = { push: 0 };
    const services = stand(database, jobs, sent);
    const works: JobWorks = {
      ...NO_WORKS,
      'publication.announce': announceWork(services),
      'sport.changed': sportChangedWork(services),
      'notification.push': pushWork(services),
      'notification.pushes': pushesWork(services),
    };
    await work(works);
    const beforeBytes = process.memoryUsage().rss;
    let startedAtMs = performance.now();
    const seconds = () => (performance.now() - startedAtMs) / 1000;
    await jobs.send(database.db, 'sport.changed', { actId: ids.act });
    await until(async () => (await rows('sport_beta_started')) === waiting);
    const sportS = seconds();
    startedAtMs = performance.now();
    await jobs.send(database.db, 'publication.announce', { publicationId: ids.publication });
    await until(async () => (await rows('new_content')) === followers);
    const rowsS = seconds();
    const sentBefore = sent.push;
    const countFromMs = performance.now();
    await until(() => performance.now() - countFromMs > pushesForMs || sent.push === followers + waiting);
    const pushesPerS = (sent.push - sentBefore) / ((performance.now() - countFromMs) / 1000);
    return { sportS, rowsS, pushesPerS, moreMB: (mostBytes - beforeBytes) / 1e6 };
  } finally {
    await jobs.stop();
    await database.close();
  }
}

/** What the jobs use; the push service only takes its time. */
const stand = (database: Database, jobs: Jobs, sent: { push: number }): Services =>
  ({
    database,
    jobs,
    now: () => new Date(),
    log: quiet,
    config: { secret: 'bench', publicUrl: 'https://sideline.example' },
    push: {
      send: async () => {
        await wait(OUTSIDE_MS);
        sent.push += 1;
        return 'sent';
      },
    },
  }) as unknown as Services;

const readIds = async ({ pool }: BenchDatabase): Promise<{ act: string; publication: string }> => {
  const { rows } = await pool.query(`select md5('act')::uuid as act, md5('publication')::uuid as publication`);
  return rows[0];
};

/** Inserts a Creator with a channel, a content on it and its followers, of whom some wait for the sport. */
async function fill({ pool }: BenchDatabase, { followers, waiting }: Audience) {
  const client = await pool.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    // Triggers and keys are left out: they are not measured here.
    await run('set session_replication_role = replica');
    await run(
      `insert into users (id, scope, version, username, email, email_verified_at, phone_number, password_hash, first_name, last_name, communication_method,
         profile_id, is_learner, is_registration_complete)
       select md5('u' || n)::uuid, 'user:' || md5('u' || n)::uuid, 1, 'bench' || n, 'bench' || n || '@example.org', now(), '+1' || (2000000000 + n), '',
         'Ana', 'Bench', 'email', md5('p' || n)::uuid, true, true from generate_series(0, $1::int) n`,
      [followers],
    );
    await run(
      `insert into sessions (id, user_id, expires_at)
       select md5('s' || n)::uuid, md5('u' || n)::uuid, now() + interval '1 year' from generate_series(1, $1::int) n`,
      [followers],
    );
    await run(
      `insert into devices (user_id, session_id, registration_id, registration_hash)
       select md5('u' || n)::uuid, md5('s' || n)::uuid, 'device' || n, 'hash' || n from generate_series(1, $1::int) n`,
      [followers],
    );
    await run(
      `insert into channels (id, scope, version, community_id, sport_id, name, author_id)
       select md5('channel')::uuid, scope, 1, md5('community')::uuid, 'soccer', 'Channel', id from users where username = 'bench0'`,
    );
    await run(
      `insert into contents (id, scope, version, title, filename, type, duration, origin_file_size, created_by)
       select md5('content')::uuid, scope, 1, 'Item', 'item.mp4', 'video', 600, 1, id from users where username = 'bench0'`,
    );
    await run(
      `insert into publications (id, scope, version, content_id, channel_id, title, pricing, is_live, published_by, sport_id)
       select md5('publication')::uuid, scope, 1, md5('content')::uuid, md5('channel')::uuid, 'Item', 'free', true, id, 'soccer'
       from users where username = 'bench0'`,
    );
    await run(
      `insert into follows (user_id, channel_id, scope, version)
       select id, md5('channel')::uuid, scope, 1 from users where username <> 'bench0'`,
    );
    await run(
      `insert into subscriptions (id, scope, version, user_id, sport_id, type)
       select gen_random_uuid(), scope, 1, id, 'soccer', 'waitlist' from users where username <> 'bench0' order by id limit $1`,
      [waiting],
    );
    await run(
      `insert into operator_acts (id, actor_id, act, subject_kind, subject_id, reason, done_at)
       select md5('act')::uuid, id, 'sport.beta_started', 'sport', 'soccer', 'Enough people.', now() from users where username = 'bench0'`,
    );
    await run('analyze');
  } finally {
    client.release(true);
  }
}
