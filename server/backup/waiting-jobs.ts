import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import * as v from 'valibot';
import { openDatabase, type Db } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { JOB_NAMES, startJobs, type JobName } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { readLines } from './files.ts';
import { JobLine } from './format.ts';
import { BackupProblem } from './problem.ts';

/**
 * The queue is not copied as tables: they belong to pg-boss, whose newer versions change them, and hold mostly jobs
 * that are done. What must not be lost is what waits or is in work; at the restore it is sent again. All jobs are safe
 * to run twice. Housekeeping and the erasure of accounts are scheduled anew by every start.
 *
 * A place without the queue's schema has no jobs.
 */
export async function* waitingJobs(client: pg.ClientBase): AsyncGenerator<JobLine> {
  const there = await client.query(`select 1 where to_regclass('jobs.job') is not null`);
  if (there.rowCount === 0) return;
  const names = JOB_NAMES.filter((name) => name !== 'housekeeping' && name !== 'account.erase');
  await client.query(
    `declare waiting no scroll cursor for
     select name, data, singleton_key as key, greatest(0, ceil(extract(epoch from start_after - now())))::int as "afterSeconds"
     from jobs.job where state in ('created', 'retry', 'active') and name = any($1) order by created_on`,
    [names],
  );
  for (;;) {
    const { rows } = await client.query<JobLine>('fetch 500 from waiting');
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('close waiting');
}

/** Makes the queue in an empty database, so that jobs can be sent. */
export const openQueue = async (
  poolConfig: pg.PoolConfig,
  log: Log,
): Promise<{
  resend(client: pg.ClientBase, file: string): Promise<number>;
  sendErase(client: pg.ClientBase): Promise<void>;
  stop(): Promise<void>;
}> => {
  const database = openDatabase(poolConfig, 2);
  const { jobs } = await startJobs(poolConfig, database.db, log);
  return {
    async resend(client, file) {
      const db = kyselyOn(client);
      let sent = 0;
      for await (const line of readLines(file)) {
        const job = v.parse(JobLine, line);
        if (!(JOB_NAMES as readonly string[]).includes(job.name))
          throw new BackupProblem(`The backup holds a job of a kind that this version does not know: ${job.name}.`);
        await jobs.send(db, job.name as JobName, job.data as never, {
          ...(job.key === null ? {} : { key: job.key }),
          ...(job.afterSeconds > 0 ? { afterSeconds: job.afterSeconds } : {}),
        });
        sent += 1;
      }
      return sent;
    },
    sendErase: (client) => jobs.send(kyselyOn(client), 'account.erase', {}),
    async stop() {
      await jobs.stop();
      await database.close();
    },
  };
};

/** The query builder on one open connection, inside whatever transaction it is in. */
const kyselyOn = (client: pg.ClientBase): Db => {
  const pool: PostgresPool = {
    connect: async () =>
      ({ query: client.query.bind(client), release: () => {} }) as unknown as Awaited<
        ReturnType<PostgresPool['connect']>
      >,
    end: async () => {},
    options: {},
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
};
