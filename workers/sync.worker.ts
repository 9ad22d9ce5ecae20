import * as Comlink from 'comlink';
import type { ProblemCode } from '#contract/problems.ts';
import { queuedCalls } from '#contract/queued-calls.ts';
import { WAKE_PATH } from '#contract/sync.ts';
import { CallError, type Reach } from '#store/api.ts';
import { accountDatabase, isConnectionLost, isQuotaError, readActiveUserId } from '#store/door.ts';
import { backoffMs } from '#store/outbox/backoff.ts';
import { drain, releaseOffline } from '#store/outbox/drain.ts';
import { readAccessToken, refreshSession } from '#store/session.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { sleep } from '#store/sleep.ts';
import { runInOneContext } from '#store/web-lock.ts';

/** Interval of pulls without any other trigger, ms. */
const PULL_EVERY_MS = 60_000;
/** Shortest wait before a round is repeated that the server did not answer as it should, ms. */
const RETRY_MIN_MS = 1_000;
/** Longest wait before reconnecting a broken stream, ms. Random, so that devices do not reconnect at the same time. */
const RECONNECT_MAX_MS = 10_000;

let running: Promise<void> | undefined;
let isRequestedAgain = false;
/** The wake stream was connected before. */
let hasBeenConnected = false;
let nextTimer: ReturnType<typeof setTimeout> | undefined;
let listener: ((state: SyncReport) => void) | undefined;
let networkChanges = 0;
/** Rounds in a row that the server did not answer as it should. */
let failures = 0;

/** State of the sync for the page to show. */
export interface SyncReport {
  reach: Reach;
  /** How many changes of the network the page had told this worker of when the round started. */
  networkChanges: number;
  needsSignIn: boolean;
  /** The person ended this session on another device. */
  isEnded?: boolean;
  /** Pulled rows could not be stored: the device is full. */
  isFull?: boolean;
}

/** Drains the outbox, then pulls. A request during a round starts one more after it. */
const kick = (): Promise<void> => {
  if (running) {
    isRequestedAgain = true;
    return running;
  }
  running = runRounds().finally(() => {
    running = undefined;
  });
  return running;
};

const runRounds = async (): Promise<void> => {
  do {
    isRequestedAgain = false;
    await runRound();
  } while (isRequestedAgain);
};

const runRound = async (): Promise<void> => {
  clearTimeout(nextTimer);
  const seen = networkChanges;
  const report = (state: Omit<SyncReport, 'networkChanges'>): void => listener?.({ networkChanges: seen, ...state });
  let waitMs = PULL_EVERY_MS;
  try {
    const { tried, nextAttemptAtMs, needsSignIn } = await drain((id) => queuedCalls[id]);
    if (nextAttemptAtMs !== null) waitMs = Math.min(waitMs, Math.max(500, nextAttemptAtMs - Date.now()));
    const userId = await readActiveUserId();
    if (!userId) return;
    await pullOnce(userId);
    // The pull shows that the network is back: send the entries that only waited for it.
    if (tried === 0 && nextAttemptAtMs !== null && (await releaseOffline(accountDatabase(userId))))
      isRequestedAgain = true;
    failures = 0;
    report({ reach: 'online', needsSignIn });
  } catch (error) {
    if (isConnectionLost(error)) {
      // The next use reopens the database.
      waitMs = RECONNECT_MAX_MS;
      return;
    }
    if (isQuotaError(error)) return report({ reach: 'online', needsSignIn: false, isFull: true });
    if (!(error instanceof CallError)) throw error;
    waitMs = Math.min(waitMs, retryWaitMs(error));
    const isEnded = error.code === ('session.ended' satisfies ProblemCode);
    report({ reach: error.reach, needsSignIn: error.status === 401, isEnded });
  } finally {
    nextTimer = setTimeout(() => void kick(), waitMs);
  }
};

/** Wait before the next round after a failed one, ms. Without a network the browser's `online` event starts it. */
const retryWaitMs = ({ reach, isTransient, retryAfterMs }: CallError): number => {
  failures += 1;
  if (!isTransient || reach === 'offline') return PULL_EVERY_MS;
  return Math.max(RETRY_MIN_MS, backoffMs(failures, retryAfterMs));
};

/** Reads the wake stream, one per browser: in the page that the person looks at, else in the one that asked first. */
const readWakeStreams = async (lost: AbortSignal): Promise<void> => {
  let isOver = false;
  while (!lost.aborted) {
    const wasOver = isOver;
    isOver = await readWakeStream(lost).then(
      () => false,
      (error: unknown) => error instanceof CallError && error.status === 401,
    );
    // The session ended while nothing was to be sent: a round reports it, once.
    if (isOver && !wasOver) void kick();
    await sleep(Math.random() * RECONNECT_MAX_MS, lost);
  }
};

/** Reads the server's event stream; each `wake` event requests a round. Returns when the stream ends. */
const readWakeStream = async (lost: AbortSignal): Promise<void> => {
  const userId = await readActiveUserId();
  if (!userId) return;
  const token = await readAccessToken(userId);
  let response = await openWakeStream(token, lost);
  // The server ends a stream with its token: the next one opens without a wait.
  if (response.status === 401) response = await openWakeStream(await refreshSession(userId, token), lost);
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  if (!response.ok || !isStream || !response.body) return;
  // Events may have been missed while the stream was broken.
  if (hasBeenConnected) void kick();
  hasBeenConnected = true;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.includes('event: wake')) void kick();
    // The account has changed: this stream belongs to the previous one.
    if ((await readActiveUserId()) !== userId) return void reader.cancel();
  }
};

const openWakeStream = (token: string | undefined, signal: AbortSignal): Promise<Response> =>
  fetch(WAKE_PATH, { headers: { Authorization: `Bearer ${token ?? ''}` }, cache: 'no-store', signal });

let takeOver: (() => void) | undefined;

const facade = {
  /** @param isShown The person looks at this page. */
  start(report: (state: SyncReport) => void, isShown: boolean): void {
    listener = report;
    takeOver = runInOneContext('sideline-wake', readWakeStreams);
    if (isShown) takeOver();
    void kick();
  },
  /** Reads the wake stream here, whichever page did before: it may be frozen. */
  listenHere(): void {
    takeOver?.();
  },
  kick(changes: number): Promise<void> {
    networkChanges = changes;
    return kick();
  },
};
export type SyncWorker = typeof facade;
Comlink.expose(facade);
