import * as Comlink from 'comlink';
import { callById } from '#contract/calls.ts';
import { WAKE_PATH } from '#contract/sync.ts';
import { CallError } from '#store/api.ts';
import { accountDatabase, isConnectionLost, isQuotaError, readActiveUserId } from '#store/door.ts';
import { drain, releaseOffline } from '#store/outbox/drain.ts';
import { readAccessToken, refreshSession } from '#store/session.ts';
import { pullOnce } from '#store/sync/pull.ts';

/** Without any other reason: ask again. */
const PULL_EVERY_MS = 60_000;
/** Longest wait before a broken stream is asked for again; drawn, so that all devices do not come at once. */
const WAKE_AGAIN_MS = 10_000;

let running: Promise<void> | undefined;
let isAskedAgain = false;
/** The wake stream stood before. */
let hasHeard = false;
let nextTimer: ReturnType<typeof setTimeout> | undefined;
let listener: ((state: SyncReport) => void) | undefined;

/** What the page shows of the traffic. */
export interface SyncReport {
  isOnline: boolean;
  needsSignIn: boolean;
  /** What came could not be kept: the device has no room. */
  isFull?: boolean;
}

/** Sends what waits, then takes what is new; whoever asks meanwhile gets one more round. */
const kick = (): Promise<void> => {
  if (running) {
    isAskedAgain = true;
    return running;
  }
  running = runRounds().finally(() => {
    running = undefined;
  });
  return running;
};

const runRounds = async (): Promise<void> => {
  do {
    isAskedAgain = false;
    await runRound();
  } while (isAskedAgain);
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
    // The line stands, and nothing was tried on it yet: what only waited for it goes now.
    if (tried === 0 && nextAttemptAtMs !== null && (await releaseOffline(accountDatabase(userId)))) isAskedAgain = true;
    listener?.({ isOnline: true, needsSignIn });
  } catch (error) {
    if (isConnectionLost(error)) {
      // It is opened anew by whoever comes next.
      waitMs = WAKE_AGAIN_MS;
      return;
    }
    if (isQuotaError(error)) return void listener?.({ isOnline: true, needsSignIn: false, isFull: true });
    if (!(error instanceof CallError)) throw error;
    listener?.({ isOnline: error.kind !== 'offline', needsSignIn: error.status === 401 });
  } finally {
    nextTimer = setTimeout(() => void kick(), waitMs);
  }
};

/** Holds the one event stream of this browser that says "pull now"; the next tab takes over when this one goes. */
const holdWakeStream = (): void => {
  void navigator.locks?.request('sideline-wake', async () => {
    for (;;) {
      await readWakeStream().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAKE_AGAIN_MS));
    }
  });
};

const readWakeStream = async (): Promise<void> => {
  const userId = await readActiveUserId();
  if (!userId) return;
  const token = await readAccessToken(userId);
  const response = await fetch(WAKE_PATH, { headers: { Authorization: `Bearer ${token ?? ''}` }, cache: 'no-store' });
  if (response.status === 401) return void (await refreshSession(userId, token));
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  if (!response.ok || !isStream || !response.body) return;
  // While the stream was broken nothing was heard, and perhaps nothing sent: the line stands again.
  if (hasHeard) void kick();
  hasHeard = true;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.includes('event: wake')) void kick();
    // Signed out or somebody else: this stream is the former person's.
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
