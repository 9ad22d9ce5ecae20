import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobName } from './jobs.ts';

// Reads the queue's own table: it has no list of what failed across queues.

export interface FailedAsked {
  state: 'waiting' | 'given_up';
  limit: number;
  offset: number;
}
export interface FailedJob {
  id: string;
  job: string;
  state: 'waiting' | 'given_up';
  /** How often it was tried. */
  tries: number;
  since: Date;
  gaveUpAt: Date | null;
  problem: string;
}

/** Of an error's text, characters. */
const PROBLEM_MAX = 300;

/** One line, without the user and password that an address in it may have. */
const inOneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\/\/[^/\s@]*@/g, '//…@')
    .trim()
    .slice(0, PROBLEM_MAX);

export const readFailed = async (db: Db, names: readonly JobName[], { state, limit, offset }: FailedAsked) => {
  const isGivenUp = state === 'given_up';
  const where = sql`state = ${isGivenUp ? 'failed' : 'retry'}::jobs.job_state and name = any(${sql.val([...names])}::text[])`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from jobs.job where ${where}`.execute(db);
  const { rows } = await sql<Omit<FailedJob, 'state'>>`
    select id, name as job, retry_count + 1 as tries, created_on as since,
      ${isGivenUp ? sql`completed_on` : sql`null`}::timestamptz as "gaveUpAt",
      coalesce(output ->> 'message', '') as problem
    from jobs.job where ${where}
    order by ${isGivenUp ? sql`completed_on desc` : sql`start_after`}, id limit ${limit} offset ${offset}`.execute(db);
  const jobs = rows.map((row): FailedJob => ({ ...row, state, problem: inOneLine(row.problem) }));
  return { count: counted.rows[0]!.count, jobs };
};

/** Whether a job of this name waits, runs, or is tried again. */
export const isUnderWay = async (db: Db, name: JobName): Promise<boolean> => {
  const { rows } = await sql`select 1 from jobs.job where name = ${name} and state < 'completed' limit 1`.execute(db);
  return rows.length > 0;
};

/** A job by its id, locked, so that of two operators one starts it again. */
export const findJob = async (
  db: Db,
  names: readonly JobName[],
  id: string,
): Promise<{ name: string; state: string } | undefined> => {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state::text as state from jobs.job where id = ${id} and name = any(${sql.val([...names])}::text[]) for update`.execute(
    db,
  );
  return rows[0];
};
