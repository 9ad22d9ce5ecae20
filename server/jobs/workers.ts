import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
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
/** Interval at which workers look for jobs, and turns are chosen. */
const LOOK_EVERY_SECONDS = 0.5;
/** From so many waiting jobs on, a worker takes the next one at once: otherwise it does two jobs a second at most. */
const MANY_WAITING = 20;

interface Queue {
  boss: PgBoss;
  claims: Claims;
  db: Db;
  log: Log;
}

/** Starts the workers of one kind of job; with a gate, whenever it is open. */
export const workOn = async (
  queue: Queue,
  name: JobName,
  work: JobWork<JobName>,
  stopped: AbortSignal,
): Promise<void> => {
  const { boss, log } = queue;
  // Updates the queue of an older version, except its policy, which cannot change.
  await boss.updateQueue(name, {
    retryLimit: RETRIES,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    expireInSeconds: work.expireInSeconds ?? 300,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  });
  let workerIds: string[] = [];
  const start = async () => {
    workerIds = await startWorkers(queue, name, work);
  };
  if (work.turns) void chooseTurns(queue, work.turns, stopped, () => workerIds.forEach((id) => boss.notifyWorker(id)));
  const { gate } = work;
  if (!gate) return start();

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
};

/** Starts one pool of workers for each lane. @returns Ids to notify them by. */
const startWorkers = (
  queue: Queue,
  name: JobName,
  { run, concurrency = 1, turns }: JobWork<JobName>,
): Promise<string[]> => {
  const { boss, claims, log } = queue;
  const lanes = turns?.lanes.map(({ workers, from, to }) => ({
    localConcurrency: workers,
    minPriority: from,
    maxPriority: to,
  })) ?? [{ localConcurrency: concurrency }];
  return Promise.all(
    lanes.map((lane) =>
      boss.work<JobData[JobName]>(
        name,
        {
          ...lane,
          pollingIntervalSeconds: LOOK_EVERY_SECONDS,
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
