import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss, QueueResult } from 'pg-boss';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { jobsDone } from '../calls/metrics.ts';
import type { Claims } from './claims.ts';
import type { JobData, JobName, JobWork } from './jobs.ts';

/** Whether jobs of a kind may be taken by this process at all. */
export interface Gate {
  isOpen(): boolean;
  /** Calls back when it opens or closes. @returns Unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** Jobs that wait until they are chosen: they are sent with priority 0, and a worker takes only what has a higher one. */
export interface Turns {
  /** So many workers, for jobs of these priorities. */
  readonly lanes: readonly { workers: number; from: number; to: number }[];
  /** Chooses who is next. @returns Whether somebody may be taken now that could not before. */
  choose(tx: Db): Promise<boolean>;
}

/**
 * Detects the jobs of a machine that disappeared without closing its connections; those of a killed server: claims.ts.
 * Long enough that a server that is only slow (a load of 50 on 2 cores) is not mistaken for one.
 */
export const HEARTBEAT_SECONDS = 60;
/** Many, because each stop of a server uses one: an encoding of hours outlives many deployments. */
const RETRIES = 30;
const RETRY_DELAY_MAX_SECONDS = 120;
/** Interval at which the process looks for jobs, and turns are chosen. */
const LOOK_EVERY_SECONDS = 0.5;
/** Interval at which a worker looks for itself, should the process's look hang. */
const WORKER_LOOKS_EVERY_SECONDS = 30;
/** From so many waiting jobs on, a worker takes the next one at once: otherwise it does two jobs a second at most. */
const MANY_WAITING = 20;

interface Queue {
  boss: PgBoss;
  claims: Claims;
  db: Db;
  log: Log;
  /** As they were when the server started; new ones are not among them. */
  known: ReadonlyMap<string, QueueResult>;
}

/** Wakes the workers of one kind of job. */
export type Wake = () => void;

/** Starts the workers of one kind of job; with a gate, whenever it is open. They take jobs when they are woken. */
export const workOn = async (
  queue: Queue,
  name: JobName,
  work: JobWork<JobName>,
  stopped: AbortSignal,
): Promise<Wake> => {
  const { boss, log } = queue;
  await setUp(queue, name, work);
  let workerIds: string[] = [];
  const start = async () => {
    workerIds = await startWorkers(queue, name, work);
  };
  const wake = () => workerIds.forEach((id) => boss.notifyWorker(id));
  if (work.turns) void chooseTurns(queue, work.turns, stopped, wake);
  const { gate } = work;
  if (!gate) {
    await start();
    return wake;
  }

  let isOn = false;
  const follow = async (): Promise<void> => {
    if (gate.isOpen() === isOn || stopped.aborted) return;
    isOn = !isOn;
    if (isOn) await start();
    else await boss.offWork(name, { wait: false });
  };
  // One change after the other.
  let last = follow();
  const off = gate.onChange(() => {
    last = last.then(follow).catch((error: unknown) => log.error({ err: error, job: name }, 'workers not changed'));
  });
  stopped.addEventListener('abort', off, { once: true });
  await last;
  return wake;
};

/** Updates a new queue, or that of an older version, except its policy, which cannot change. */
const setUp = async ({ boss, known }: Queue, name: JobName, work: JobWork<JobName>): Promise<void> => {
  const wanted = {
    retryLimit: RETRIES,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    expireInSeconds: work.expireInSeconds ?? 300,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  };
  const is = known.get(name);
  const isSame = (Object.keys(wanted) as (keyof typeof wanted)[]).every((key) => is?.[key] === wanted[key]);
  if (!isSame) await boss.updateQueue(name, wanted);
};

/**
 * Wakes the workers of each kind of which jobs wait, until the server stops: one question for all kinds. Each worker's own
 * question every half second kept a tenth of a core busy in a server that had nothing to do.
 */
export const wakeWorkers = async (
  { boss, log }: Pick<Queue, 'boss' | 'log'>,
  workers: ReadonlyMap<JobName, Wake>,
  stopped: AbortSignal,
): Promise<void> => {
  const sql = `select name from unnest($1::text[]) name where exists
    (select from jobs.job where job.name = name.name and state < 'active' and not blocked and start_after <= now())`;
  const names = [...workers.keys()];
  while (!stopped.aborted) {
    try {
      const { rows } = (await boss.getDb().executeSql(sql, [names])) as { rows: { name: JobName }[] };
      for (const { name } of rows) workers.get(name)!();
    } catch (error) {
      if (!stopped.aborted) log.warn({ err: error }, 'looking for jobs failed; it is tried again');
    }
    await wait(LOOK_EVERY_SECONDS * 1000, undefined, { signal: stopped, ref: false }).catch(() => {});
  }
};

/** Starts the workers of each lane. @returns Ids to notify them by. */
const startWorkers = (
  queue: Queue,
  name: JobName,
  { run, concurrency = 1, turns }: JobWork<JobName>,
): Promise<string[]> => {
  const { boss, claims, log } = queue;
  // Each alone: pg-boss names only the first of several, and only what has a name can be woken.
  const each = turns
    ? turns.lanes.flatMap(({ workers, from, to }) =>
        Array.from({ length: workers }, () => ({ minPriority: from, maxPriority: to })),
      )
    : Array.from({ length: concurrency }, () => ({}));
  return Promise.all(
    each.map((lane) =>
      boss.work<JobData[JobName]>(
        name,
        {
          ...lane,
          pollingIntervalSeconds: WORKER_LOOKS_EVERY_SECONDS,
          batchSize: 1,
          ...(turns ? {} : { burstWhenReadyExceeds: MANY_WAITING }),
        } as never,
        async ([job]) => {
          if (!job) return;
          try {
            await claims.during(job.id, async () => {
              await run(job.data, (job as { signal?: AbortSignal }).signal ?? new AbortController().signal);
              // Marked as done under the claim: between the end of the claim and pg-boss's own mark the job would look
              // abandoned. A mark that fails here is made again by pg-boss.
              await boss.complete(name, job).catch(() => {});
            });
            jobsDone.inc({ job: name, result: 'done' });
          } catch (error) {
            jobsDone.inc({ job: name, result: 'failed' });
            log.warn({ err: error, job: name, id: job.id }, 'job failed; it is retried');
            throw error;
          }
        },
      ),
    ),
  );
};

/** Chooses turns until the server stops, and wakes the workers after each that may be taken. */
const chooseTurns = async ({ db, log }: Queue, turns: Turns, stopped: AbortSignal, wake: () => void): Promise<void> => {
  while (!stopped.aborted) {
    try {
      if (await db.transaction().execute((tx) => turns.choose(tx))) wake();
    } catch (error) {
      if (!stopped.aborted) log.warn({ err: error }, 'choosing whose turn it is failed; it is tried again');
    }
    await wait(LOOK_EVERY_SECONDS * 1000, undefined, { signal: stopped, ref: false }).catch(() => {});
  }
};
