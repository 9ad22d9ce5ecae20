import * as Comlink from 'comlink';
import { callById } from '#contract/calls.ts';
import { WAKE_PATH } from '#contract/sync.ts';
import { CallError } from '#store/api.ts';
import { accountDatabase, isConnectionLost, isQuotaError, readActiveUserId } from '#store/door.ts';
import { drain, releaseOffline } from '#store/outbox/drain.ts';
import { readAccessToken, refreshSession } from '#store/session.ts';
import { pullOnce } from '#store/sync/pull.ts';

/** Interval of pulls without any other trigger, ms. */
const PULL_EVERY_MS = 60_000;
/** Longest wait before reconnecting a broken stream, ms. Random, so that devices do not reconnect at the same time. */
const RECONNECT_MAX_MS = 10_000;

let running: Promise<void> | undefined;
let isRequestedAgain = false;
/** The wake stream was connected before. */
let hasBeenConnected = false;
let nextTimer: ReturnType<typeof setTimeout> | undefined;
let listener: ((state: SyncReport) => void) | undefined;

/** State of the sync for the page to show. */
export interface SyncReport {
  isOnline: boolean;
  needsSignIn: boolean;
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
  let waitMs = PULL_EVERY_MS;
  try {
    const { tried, nextAttemptAtMs, needsSignIn } = await drain((id) => callById.get(id));
    if (nextAttemptAtMs !== null) waitMs = Math.min(waitMs, Math.max(500, nextAttemptAtMs - Date.now()));
    const userId = await readActiveUserId();
    if (!userId) return;
    await pullOnce(userId);
    // The pull shows that the network is back: send the entries that only waited for it.
    if (tried === 0 && nextAttemptAtMs !== null && (await releaseOffline(accountDatabase(userId))))
      isRequestedAgain = true;
    listener?.({ isOnline: true, needsSignIn });
  } catch (error) {
    if (isConnectionLost(error)) {
      // The next use reopens the database.
      waitMs = RECONNECT_MAX_MS;
      return;
    }
    if (isQuotaError(error)) return void listener?.({ isOnline: true, needsSignIn: false, isFull: true });
    if (!(error instanceof CallError)) throw error;
    listener?.({ isOnline: error.kind !== 'offline', needsSignIn: error.status === 401 });
  } finally {
    nextTimer = setTimeout(() => void kick(), waitMs);
  }
};

/** Holds the wake stream under a lock: one per browser. When this tab closes, the next one takes over. */
const holdWakeStream = (): void => {
  void navigator.locks?.request('sideline-wake', async () => {
    for (;;) {
      await readWakeStream().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, Math.random() * RECONNECT_MAX_MS));
    }
  });
};

/** Reads the server's event stream; each `wake` event requests a round. Returns when the stream ends. */
const readWakeStream = async (): Promise<void> => {
  const userId = await readActiveUserId();
  if (!userId) return;
  const token = await readAccessToken(userId);
  const response = await fetch(WAKE_PATH, { headers: { Authorization: `Bearer ${token ?? ''}` }, cache: 'no-store' });
  if (response.status === 401) return void (await refreshSession(userId, token));
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

const facade = {
  start(report: (state: SyncReport) => void): void {
    listener = report;
    holdWakeStream();
    void kick();
  },
  kick,
};
export type SyncWorker = typeof facade;
Comlink.expose(facade);
