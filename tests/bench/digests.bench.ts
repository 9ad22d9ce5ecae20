import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '#server/db/database.ts';
import { makeDigests } from '#server/domains/notifications/index.ts';
import { startJobs, type Jobs, type JobWorks } from '#server/jobs/jobs.ts';
import { digestMailWork, digestPushWork } from '#server/jobs/digest.ts';
import type { Services } from '#server/services.ts';
import { NO_WORKS } from '#tests/support/no-works.ts';
import { state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeSidelineDatabase, type BenchDatabase } from './support/sideline.ts';

const PEOPLE = 100_000;
/** Waiting notifications of each. */
const EACH = 3;
/** How long a push service and a mail server take for one, ms. */
const OUTSIDE_MS = 30;
const NOW = new Date('2031-03-03T08:00:00Z');
const NO_SIGNAL = new AbortController().signal;

const quiet = { info: () => {}, warn: () => {}, error: console.error } as never;

/**
 * How long the digests of 100,000 people at one time take, each with three notifications, a device and an address: until all are made,
 * and until all are sent by one process, to services that answer after 30 ms. Source: decision 0119.
 */
export async function benchDigests({ isQuick }: BenchOptions): Promise<Finding[]> {
  const people = Math.round(PEOPLE * (isQuick ? 0.05 : 1));
  const made = await makeSidelineDatabase();
  await fill(made, people);
  const poolConfig = { connectionString: made.url };
  const database = openDatabase(poolConfig, 16);
  const { jobs, work } = await startJobs(poolConfig, database.db, quiet);
  try {
    const sent = { push: 0, mail: 0 };
    const services = stand(database, jobs, sent);
    const startedAtMs = performance.now();
    await makeDigests(services, NO_SIGNAL);
    const madeS = (performance.now() - startedAtMs) / 1000;
    const works: JobWorks = {
      ...NO_WORKS,
      'digest.push': digestPushWork(services),
      'digest.mail': digestMailWork(services),
    };
    await work(works);
    while (sent.push < people || sent.mail < people) await wait(200);
    const sentS = (performance.now() - startedAtMs) / 1000;
    return [
      state('Digests made', 's', madeS, undefined, `${people} people, ${EACH} notifications each`),
      state('… and sent by push and mail', 's', sentS, { of: 'value', atMost: 600 }),
    ];
  } finally {
    await jobs.stop();
    await database.close();
  }
}

/** What the jobs use; push services and mail servers only take their time. */
const stand = (database: Database, jobs: Jobs, sent: { push: number; mail: number }): Services =>
  ({
    database,
    jobs,
    now: () => NOW,
    log: quiet,
    config: { secret: 'bench', publicUrl: 'https://sideline.example' },
    push: {
      send: async () => {
        await wait(OUTSIDE_MS);
        sent.push += 1;
        return 'sent';
      },
    },
    mail: {
      send: async () => {
        await wait(OUTSIDE_MS);
        sent.mail += 1;
      },
    },
  }) as unknown as Services;

/** Inserts people whose digests of a day are due. */
async function fill({ pool }: BenchDatabase, people: number): Promise<void> {
  const client = await pool.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    // Triggers and keys are left out: they are not measured here.
    await run('set session_replication_role = replica');
    await run(
      `insert into users (id, scope, version, username, email, email_verified_at, phone_number, password_hash, first_name, last_name, communication_method,
         profile_id, is_learner, is_registration_complete, notification_settings)
       select md5('u' || n)::uuid, 'user:' || md5('u' || n)::uuid, 1, 'bench' || n, 'bench' || n || '@example.org', now(), '+1' || (2000000000 + n), '',
         'Ana', 'Bench', 'email', md5('p' || n)::uuid, true, true, '{"frequencies": {"learnerCommunityNewContent": "day_1"}}' from generate_series(1, $1::int) n`,
      [people],
    );
    await run(
      `insert into devices (user_id, registration_id, registration_hash)
       select md5('u' || n)::uuid, 'device' || n, 'hash' || n from generate_series(1, $1::int) n`,
      [people],
    );
    await run(
      `insert into notifications (id, scope, version, user_id, recipient_type, kind, cause, title, text, link, link_title, sent_at)
       select md5('n' || n || '.' || m)::uuid, 'user:' || md5('u' || n)::uuid, 1, md5('u' || n)::uuid, 'learner', 'new_content', 'c' || m, 'New content',
         'Ana added ‘Rondo’.', '/watch-channel', 'Watch', $2::timestamptz - m * interval '1 hour'
       from generate_series(1, $1::int) n, generate_series(1, ${EACH}) m`,
      [people, NOW],
    );
    await run(
      `insert into digest_entries (notification_id, user_id, type) select id, user_id, 'learnerCommunityNewContent' from notifications`,
    );
    await run(`insert into digest_due (user_id, due_at) select distinct user_id, $1::timestamptz from digest_entries`, [
      NOW,
    ]);
    await run('analyze');
  } finally {
    client.release(true);
  }
}
