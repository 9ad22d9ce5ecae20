import { fromPromise } from 'xstate';
import { ACTIVE_POLL_MS, ENCODING_POLL_MS, ERROR_DELAY_MS, REVIEW_POLL_MS } from '#contract/limits.ts';
import { activeStatus, readContent, reviewStatus } from '#contract/library.ts';
import { ENCODING, type LibraryContent } from '#contract/rows.ts';
import { readEncoding } from '#contract/upload.ts';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { backoffMs } from '../outbox/backoff.ts';
import type { AccountDatabase } from '../database.ts';
import { callAs } from '../session.ts';
import { CallError } from '../api.ts';
import { REJECTED, WAITS_FOR_ROOM, WAITS_FOR_WIFI, type StoredUploadJob } from './job.ts';
import type { SendDeps } from './send-deps.ts';
import { sendFile } from './send-file.ts';
import { makeRecord } from './send-text.ts';
import { pingServer, classify, UploadFailure } from './failure.ts';
import { sleep } from '../sleep.ts';
import { waitForRoom } from './wait-for-room.ts';
import { checkWifi, isHeldForWifi } from './wifi-only.ts';
import { waitForRow } from './wait-for-row.ts';
import type { JobInput, PauseInput, Verdict } from './upload-job.machine.ts';

/** After this a job in review leaves the list, ms: a person reviews it, and a notification follows. Source: D-114. */
const REVIEW_LEAVES_AFTER_MS = 5 * 60_000;

/**
 * Sends a call as the job's owner.
 *
 * @throws UploadFailure; `cancel` if the content was deleted.
 */
const ask = async <C extends Call>(
  job: StoredUploadJob,
  call: C,
  input: InputOf<C>,
  signal: AbortSignal,
): Promise<OutputOf<C>> => {
  try {
    return (await callAs(job.owner, call, input, { scope: job.scope, signal })).output;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new UploadFailure('cancel', { cause: error });
    throw await classify(error, signal);
  }
};

/** Why the server rejected a file, for its owner; null if it gives no reason. Source: D-114. */
const reasonOf = async (job: StoredUploadJob, signal: AbortSignal): Promise<string | null> =>
  (await ask(job, reviewStatus, { id: job.id }, signal)).reason ?? null;

/** A file that the server has refused; with a reason, no retry of the same file can help. */
const refusal = (reason: string | null, otherwise: string | null = null): UploadFailure =>
  new UploadFailure('fail', {
    errorKind: 'SomethingIsWrong',
    code: reason === null ? null : REJECTED,
    userMessage: reason ?? otherwise,
  });

const isEncoded = (row: LibraryContent): boolean => row.encodingStatus === ENCODING.done || row.encodingStatus < 0;
const isDecided = (row: LibraryContent): boolean => row.reviewStatus === 'approved' || row.reviewStatus === 'rejected';

/** The actors of the chart. */
export const uploadJobActors = (deps: SendDeps) => {
  const { db } = deps;
  const load = async ({ id }: JobInput): Promise<StoredUploadJob> => {
    const job = await db.uploadJobs.get(id);
    if (!job) throw new UploadFailure('cancel');
    return job;
  };
  const step = (work: (job: StoredUploadJob, signal: AbortSignal) => Promise<unknown>) =>
    fromPromise<void, JobInput>(async ({ input, signal }) => void (await work(await load(input), signal)));
  const question = (work: (job: StoredUploadJob, signal: AbortSignal) => Promise<boolean>) =>
    fromPromise<Verdict, JobInput>(async ({ input, signal }) =>
      (await work(await load(input), signal)) ? 'ready' : 'not yet',
    );

  return {
    'send file': step(async (job, signal) => {
      await checkWifi(job);
      await sendFile(job, deps, signal);
    }),
    'make record': step(async (job, signal) => {
      await checkWifi(job);
      await makeRecord(job, deps, signal);
    }),
    // The server made the record with the final chunk; only its name is read.
    'confirm content': step(async (job, signal) => {
      const content = await ask(job, readContent, { id: job.id }, signal);
      await db.uploadJobs.update(job.id, { storedName: content.filename });
    }),
    'ask encoding': question(async (job, signal) => {
      const { data } = await ask(job, readEncoding, { contentId: job.id }, signal);
      const status = data.onDemandEncodingStatus;
      if (status === ENCODING.encodingError) throw new UploadFailure('fail', { errorKind: 'EncodingError' });
      if (status < 0) throw refusal(await reasonOf(job, signal));
      return status === ENCODING.done;
    }),
    'wait for encoding': step((job, signal) => waitForRow(db, job.id, isEncoded, ENCODING_POLL_MS, signal)),
    'take content': step((job, signal) => ask(job, readContent, { id: job.id }, signal)),
    'ask active': question(async (job, signal) => {
      const { status } = await ask(job, activeStatus, { id: job.id }, signal);
      if (status === 'pending') return false;
      if (status === 'active') return true;
      // Read it first: abandoning the job deletes the record.
      const reason = await reasonOf(job, signal);
      await deps.abandon(job);
      throw refusal(reason, status);
    }),
    'wait for active': step((job, signal) => waitForRow(db, job.id, (row) => row.active, ACTIVE_POLL_MS, signal)),
    'wait for review': step((job, signal) => waitForRow(db, job.id, isDecided, REVIEW_POLL_MS, signal)),
    'ask review': question(async (job, signal) => {
      const { status, reason } = await ask(job, reviewStatus, { id: job.id }, signal);
      if (status === 'rejected') throw refusal(reason ?? null);
      return status === 'approved' || Math.abs(Date.now() - job.progressAtMs) > REVIEW_LEAVES_AFTER_MS;
    }),
    'wait to go on': fromPromise<void, PauseInput>(({ input, signal }) => {
      const { id, pauses, trouble } = input;
      if (trouble?.code === WAITS_FOR_WIFI) return waitForWifi(db, input, signal);
      if (trouble?.code === WAITS_FOR_ROOM) return waitForRoom(db, id, pauses, signal);
      return waitForRetry(input, signal);
    }),
    'hold the error': fromPromise<void, void>(({ signal }) => sleep(ERROR_DELAY_MS, signal)),
  };
};

/** How often the network is looked at while a job waits for Wi-Fi, ms: not every browser reports each change. */
const WIFI_CHECK_MS = 5_000;

const waitForWifi = async (db: AccountDatabase, { id }: JobInput, signal: AbortSignal): Promise<void> => {
  for (;;) {
    await sleep(WIFI_CHECK_MS, signal);
    const job = await db.uploadJobs.get(id);
    if (!job || !(await isHeldForWifi(job))) return;
  }
};

/** Doublings of the wait, at most: poll often for the network, seldom for a busy server. */
const DOUBLINGS = { offline: 4, busy: 8 };
/** While the browser has a network, only the server is away, and mostly for seconds: that often it is asked every second. */
const QUICK_POLLS = 60;

/** Waits before a retry, longer from pause to pause. Offline, it waits until the server answers. */
const waitForRetry = async ({ pauses, trouble }: PauseInput, signal: AbortSignal): Promise<void> => {
  const isOffline = trouble?.errorKind === 'NoInternet';
  for (let [attempt, polls] = [Math.max(1, pauses), 0]; ; attempt += 1, polls += 1) {
    const isServerAway = isOffline && navigator.onLine !== false && polls < QUICK_POLLS;
    const doublings = isServerAway ? 1 : Math.min(attempt + 1, isOffline ? DOUBLINGS.offline : DOUBLINGS.busy);
    await sleep(backoffMs(doublings, trouble?.retryAfterMs ?? null, 0.5 + Math.random() / 2), signal);
    if (!isOffline || (await pingServer(signal))) return;
  }
};
