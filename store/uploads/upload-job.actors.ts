import { fromPromise } from 'xstate';
import { ACTIVE_POLL_MS, ENCODING_POLL_MS, ERROR_DELAY_MS, REVIEW_POLL_MS } from '#contract/limits.ts';
import { activeStatus, readContent, reviewStatus } from '#contract/library.ts';
import { ENCODING, type LibraryContent } from '#contract/rows.ts';
import { readEncoding } from '#contract/upload.ts';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { backoffMs } from '../outbox/backoff.ts';
import { callAs } from '../session.ts';
import { CallError } from '../api.ts';
import type { StoredUploadJob } from './job.ts';
import type { SendDeps } from './send-deps.ts';
import { sendFile } from './send-file.ts';
import { makeRecord } from './send-text.ts';
import { pingServer, toTrouble, UploadTrouble } from './trouble.ts';
import { sleep } from './wait.ts';
import { untilRow } from './watch-row.ts';
import type { JobInput, PauseInput, Verdict } from './upload-job.machine.ts';

/** What the server says of a PDF that it could not take. Source: UPL-016. */
export const TEXT_FAILED = 'Failed upload to Mainstreaming. Please, try again';
/** A review that needs a person outlasts the tile; its end comes as a notification. Source: D-114. */
const REVIEW_LEAVES_AFTER_MS = 5 * 60_000;

/** Asks as the job's owner; what goes wrong comes back as an UploadTrouble. A content that is not there any more was deleted. */
const ask = async <C extends Call>(
  job: StoredUploadJob,
  call: C,
  input: InputOf<C>,
  signal: AbortSignal,
): Promise<OutputOf<C>> => {
  try {
    return (await callAs(job.owner, call, input, { scope: job.scope, signal })).output;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new UploadTrouble('gone', { cause: error });
    throw await toTrouble(error, signal);
  }
};

/** Why the server could not use a file, in words for its owner; null if it has none. Source: D-114. */
const reasonOf = async (job: StoredUploadJob, signal: AbortSignal): Promise<string | null> =>
  (await ask(job, reviewStatus, { id: job.id }, signal)).reason ?? null;

const isEncoded = (row: LibraryContent): boolean => row.encodingStatus === ENCODING.done || row.encodingStatus < 0;
const isDecided = (row: LibraryContent): boolean => row.reviewStatus === 'approved' || row.reviewStatus === 'rejected';

/** The work of the chart's steps, over this device's database and our server. */
export const uploadJobActors = (deps: SendDeps) => {
  const { db } = deps;
  const load = async ({ id }: JobInput): Promise<StoredUploadJob> => {
    const job = await db.uploadJobs.get(id);
    if (!job) throw new UploadTrouble('gone');
    return job;
  };
  const step = (work: (job: StoredUploadJob, signal: AbortSignal) => Promise<unknown>) =>
    fromPromise<void, JobInput>(async ({ input, signal }) => void (await work(await load(input), signal)));
  const question = (work: (job: StoredUploadJob, signal: AbortSignal) => Promise<boolean>) =>
    fromPromise<Verdict, JobInput>(async ({ input, signal }) =>
      (await work(await load(input), signal)) ? 'ready' : 'not yet',
    );

  return {
    'send file': step((job, signal) => sendFile(job, deps, signal)),
    'make record': step((job, signal) => makeRecord(job, deps, signal)),
    // The final chunk made the record already; here it is only met.
    'confirm content': step(async (job, signal) => {
      const content = await ask(job, readContent, { id: job.id }, signal);
      await db.uploadJobs.update(job.id, { storedName: content.filename });
    }),
    'ask encoding': question(async (job, signal) => {
      const { data } = await ask(job, readEncoding, { contentId: job.id }, signal);
      const status = data.onDemandEncodingStatus;
      if (status === ENCODING.encodingError) throw new UploadTrouble('fail', { errorKind: 'EncodingError' });
      if (status < 0)
        throw new UploadTrouble('fail', { errorKind: 'SomethingIsWrong', words: await reasonOf(job, signal) });
      return status === ENCODING.done;
    }),
    'wait for encoding': step((job, signal) => untilRow(db, job.id, isEncoded, ENCODING_POLL_MS, signal)),
    'take content': step((job, signal) => ask(job, readContent, { id: job.id }, signal)),
    'ask active': question(async (job, signal) => {
      const { status } = await ask(job, activeStatus, { id: job.id }, signal);
      if (status === 'pending') return false;
      if (status === 'active') return true;
      // Asked before the record goes.
      const reason = await reasonOf(job, signal);
      await deps.giveUp(job);
      throw new UploadTrouble('fail', { errorKind: 'SomethingIsWrong', words: reason ?? status });
    }),
    'wait for active': step((job, signal) => untilRow(db, job.id, (row) => row.active, ACTIVE_POLL_MS, signal)),
    'wait for review': step((job, signal) => untilRow(db, job.id, isDecided, REVIEW_POLL_MS, signal)),
    'ask review': question(async (job, signal) => {
      const { status, reason } = await ask(job, reviewStatus, { id: job.id }, signal);
      if (status === 'rejected')
        throw new UploadTrouble('fail', {
          errorKind: 'SomethingIsWrong',
          code: 'review.rejected',
          words: reason ?? null,
        });
      return status === 'approved' || Math.abs(Date.now() - job.progressAtMs) > REVIEW_LEAVES_AFTER_MS;
    }),
    'wait to go on': fromPromise<void, PauseInput>(({ input, signal }) => waitToGoOn(input, signal)),
    'hold the error': fromPromise<void, void>(({ signal }) => sleep(ERROR_DELAY_MS, signal)),
  };
};

/** Doublings of the wait, at most: the network's return is looked for often, a busy server is left alone. */
const DOUBLINGS = { offline: 4, busy: 8 };

/** Waits longer from pause to pause; without a network it goes on as soon as the server answers again. */
const waitToGoOn = async ({ pauses, trouble }: PauseInput, signal: AbortSignal): Promise<void> => {
  const isOffline = trouble?.errorKind === 'NoInternet';
  for (let tried = Math.max(1, pauses); ; tried += 1) {
    const doublings = Math.min(tried + 1, isOffline ? DOUBLINGS.offline : DOUBLINGS.busy);
    await sleep(backoffMs(doublings, trouble?.retryAfterMs ?? null, 0.5 + Math.random() / 2), signal);
    if (!isOffline || (await pingServer(signal))) return;
  }
};
