import type pg from 'pg';
import type { JobName } from '#server/jobs/jobs.ts';

/** Inserts a job as pg-boss would, with the settings of its queue. */
export const sendJob = (sql: pg.Pool, name: JobName, data: object): Promise<unknown> =>
  sql.query(
    `insert into jobs.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds, policy, singleton_key)
    select name, $2::jsonb, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds, policy, $2::text from jobs.queue where name = $1
    on conflict do nothing`,
    [name, JSON.stringify(data)],
  );
