import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { newId } from '#contract/ids.ts';
import { readVersion } from '#contract/pages.ts';
import { putFile } from '#contract/files.ts';
import { CallError, sendCall } from '../api.ts';
import type { AccountDatabase, OutboxEntry } from '../database.ts';
import { accountDatabase, isConnectionLost, isQuotaError, readActiveUserId } from '../door.ts';
import { writeRows } from '../room.ts';
import { putBytes } from '../put-bytes.ts';
import { callAs } from '../session.ts';
import { sendPendingSignOuts } from '../sign-out.ts';
import { serverNowMs } from '../server-time.ts';
import { backoffMs, isDue } from './backoff.ts';
import { CHANGED_TABLES, rebase } from './enqueue.ts';
import { completeEntries, heldKeys } from './entry-rows.ts';
import { withLease } from './lease.ts';

export interface DrainResult {
  /** Entries that were attempted, with any outcome. */
  tried: number;
  sent: number;
  refused: number;
  /** When to drain next; null if nothing waits. */
  nextAttemptAtMs: number | null;
  /** The session has ended: everything waits for a sign-in. */
  needsSignIn: boolean;
}

const NO_RESULT: DrainResult = { tried: 0, sent: 0, refused: 0, nextAttemptAtMs: null, needsSignIn: false };
/** Older entries need a confirmation: the server may have deleted their idempotency keys. Source: D-11. */
export const STALE_AFTER_MS = 30 * 24 * 3_600_000;
/** Another context holds the drain lease: retry after this, ms, in case it dies. */
const RETRY_LEASE_MS = 2_000;

/** Finds a call by id. The service worker passes the whole table, the page a lazily loaded one. */
export type CallLookup = (id: string) => Call | undefined;

/**
 * Sends the waiting entries in order, one drainer at a time. Every event that could let an entry be sent calls it; a
 * call with nothing to send is cheap. An entry is deleted only after the server has acknowledged it; a refused one
 * blocks only entries that share a row with it.
 */
export const drain = async (lookup: CallLookup, nowMs: () => number = Date.now): Promise<DrainResult> => {
  await sendPendingSignOuts();
  const userId = await readActiveUserId();
  if (!userId) return NO_RESULT;
  const db = accountDatabase(userId);
  const retryLater = () => ({ ...NO_RESULT, nextAttemptAtMs: nowMs() + RETRY_LEASE_MS });
  let result = NO_RESULT;
  try {
    const isMine = await withLease(db, 'drain', async () => {
      result = await drainAccount(db, userId, lookup, nowMs);
    });
    return isMine || (await nextAttemptAt(db, nowMs())) === null ? result : retryLater();
  } catch (error) {
    // The account changed or the browser dropped the connection. Outcomes that were not written are requested again.
    if (!isConnectionLost(error)) throw error;
    return retryLater();
  }
};

const drainAccount = async (
  db: AccountDatabase,
  userId: string,
  lookup: CallLookup,
  nowMs: () => number,
): Promise<DrainResult> => {
  await completeEntries(db).catch(ignoreQuotaError);
  const result = { ...NO_RESULT };
  const held = new Set<string>();
  const hold = (entry: OutboxEntry) => {
    for (const key of entry.state === 'refused' ? heldKeys(entry) : entry.keys) held.add(key);
  };
  let isAnswered = false;
  for (;;) {
    const entry = await nextEntry(db, held, nowMs(), hold);
    if (!entry && isAnswered && (await releaseOffline(db))) {
      isAnswered = false;
      continue;
    }
    if (!entry) break;
    // Signed out, or another account is active: an entry is sent only by its own account.
    if ((await readActiveUserId()) !== userId || entry.owner !== userId) break;
    result.tried += 1;
    const outcome = await sendEntry(db, userId, entry, lookup, nowMs);
    if (outcome === 'discarded') continue;
    isAnswered ||= outcome !== 'offline';
    if (outcome === 'sent') result.sent += 1;
    else hold(outcome === 'refused' ? { ...entry, state: 'refused' } : entry);
    if (outcome === 'refused') result.refused += 1;
    if (outcome === 'needsSignIn') result.needsSignIn = true;
    if (outcome === 'offline') {
      result.nextAttemptAtMs = (await db.outbox.get(entry.id))?.nextAttemptAtMs ?? null;
      return result;
    }
    if (outcome === 'needsSignIn') return result;
  }
  result.nextAttemptAtMs = await nextAttemptAt(db, nowMs());
  return result;
};

/**
 * Ends the backoff of entries whose last attempt failed offline: the network works again. Called only when nothing else
 * can be sent, so that an entry whose request always breaks the connection does not block the others.
 *
 * @returns Whether there were any.
 */
export const releaseOffline = async (db: AccountDatabase): Promise<boolean> =>
  (await db.outbox
    .filter((entry) => entry.state === 'waiting' && entry.wasOffline === true)
    .modify({ nextAttemptAtMs: 0, wasOffline: false })) > 0;

/** When the next entry can be sent; entries behind a refused one or behind an upload do not wait for a time. */
const nextAttemptAt = async (db: AccountDatabase, now: number): Promise<number | null> => {
  const blocked = new Set<string>();
  let earliest: number | null = null;
  for (const entry of await db.outbox.orderBy('order').toArray()) {
    if (entry.state === 'sent') continue;
    const isFree =
      entry.state === 'waiting' && !entry.keys.some((key) => blocked.has(key)) && (await isReady(db, entry));
    if (isFree) earliest = Math.min(earliest ?? Infinity, isDue(entry, now) ? now : entry.nextAttemptAtMs);
    for (const key of heldKeys(entry)) blocked.add(key);
  }
  return earliest;
};

/** The first entry that can be sent now: no earlier entry that shares a row is waiting or refused. */
const nextEntry = async (
  db: AccountDatabase,
  held: Set<string>,
  now: number,
  hold: (entry: OutboxEntry) => void,
): Promise<OutboxEntry | undefined> => {
  const blocked = new Set(held);
  for (const entry of await db.outbox.orderBy('order').toArray()) {
    if (entry.state === 'sent') continue;
    const isBlocked =
      entry.state === 'refused' ||
      !isDue(entry, now) ||
      entry.keys.some((key) => blocked.has(key)) ||
      !(await isReady(db, entry));
    if (!isBlocked) return entry;
    if (entry.state === 'refused') hold(entry);
    for (const key of heldKeys(entry)) blocked.add(key);
  }
  return undefined;
};

/** An entry that depends on an upload waits until the server has the content. */
const isReady = async (db: AccountDatabase, { dependsOn }: OutboxEntry): Promise<boolean> => {
  if (!dependsOn) return true;
  const job = await db.uploadJobs.get(dependsOn);
  return !job || (job.contentId !== null && !job.isGivenUp);
};

/** Builds may omit the schemas (build/drop-server-facts.ts): then only the server validates an old entry. */
const isInputValid = (call: Call, input: unknown): boolean =>
  (call.input as Call['input'] | undefined) === undefined || v.is(call.input, input);

/**
 * True if an entry is too old by both clocks: the device's may be years off, or set since. Only the server's counts if
 * the device shows an earlier time than at queueing; only the device's if no server time was known at queueing.
 *
 * @throws CallError if the server's time is needed and cannot be read.
 */
const isStale = async ({ queuedAtMs, queuedAfterServerMs }: OutboxEntry, nowMs: number): Promise<boolean> => {
  const ageHereMs = nowMs - queuedAtMs;
  if (ageHereMs >= 0 && ageHereMs <= STALE_AFTER_MS) return false;
  const serverMs = typeof queuedAfterServerMs === 'number' ? await fetchServerTime() : null;
  return serverMs === null ? ageHereMs > STALE_AFTER_MS : serverMs - queuedAfterServerMs! > STALE_AFTER_MS;
};

/** A page or worker that has just started knows no server time yet. */
const fetchServerTime = async (): Promise<number | null> => {
  if (serverNowMs() === null) await sendCall(readVersion, {});
  return serverNowMs();
};

type Outcome = 'sent' | 'refused' | 'later' | 'offline' | 'needsSignIn' | 'discarded';

const sendEntry = async (
  db: AccountDatabase,
  userId: string,
  entry: OutboxEntry,
  lookup: CallLookup,
  nowMs: () => number,
): Promise<Outcome> => {
  const call = lookup(entry.call);
  if (!call || !isInputValid(call, entry.input)) {
    return refuse(db, entry, {
      code: 'outbox.outdated',
      message: 'This change was made with an older version and no longer fits. Please make it again.',
    });
  }
  const attempts = entry.attempts + 1;
  const sentBefore = await findSentFiles(db, entry);
  try {
    if (entry.problem?.code !== 'outbox.confirmed' && (await isStale(entry, nowMs()))) {
      return await refuse(db, entry, {
        code: 'outbox.stale',
        message: 'This change is over 30 days old. Send it anyway?',
      });
    }
    // Count before sending, so that an attempt counts even if the worker is killed during the request.
    if (!(await countAttempt(db, entry.id, attempts))) return 'discarded';
    await sendFiles(db, userId, entry);
    const { scopeVersion } = await callAs(userId, call, entry.input as never, { key: entry.id, scope: entry.scope });
    await markSent(db, entry.id, scopeVersion);
    return 'sent';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) return 'needsSignIn';
    if (error.code === 'file.missing' && sentBefore.length > 0) return resendFiles(db, entry, sentBefore);
    // A counted view answers 429, which is no reason to try again. Source: WAT-012.
    if (!error.isTransient || error.code === 'view.counted')
      return refuse(db, entry, { code: error.code, message: error.message });
    const waitingSinceMs = nowMs();
    await db.outbox.update(entry.id, {
      waitingSinceMs,
      nextAttemptAtMs: waitingSinceMs + backoffMs(attempts, error.retryAfterMs),
      wasOffline: error.kind === 'offline',
    });
    return error.kind === 'offline' ? 'offline' : 'later';
  }
};

/** @returns False if the entry was discarded after it was chosen: then it is not sent. */
const countAttempt = async (db: AccountDatabase, id: string, attempts: number): Promise<boolean> => {
  try {
    return (await writeRows(db, () => db.outbox.update(id, { attempts }))) > 0;
  } catch (error) {
    // A full device still sends, even though it cannot record the attempt.
    ignoreQuotaError(error);
    return true;
  }
};

const ignoreQuotaError = (error: unknown): void => {
  if (!isQuotaError(error)) throw error;
};

/** On a full device a sent entry is deleted at once instead of after the pull that brings its rows: that needs no room. */
const markSent = async (db: AccountDatabase, id: string, coveredBy: number | null): Promise<void> => {
  try {
    await writeRows(db, () => db.outbox.update(id, { state: 'sent', coveredBy, problem: null }));
  } catch (error) {
    ignoreQuotaError(error);
    await db.outbox.delete(id);
  }
};

/** The view is counted already, or the notification is deleted, perhaps on another device: nothing to show. Source: WAT-012, decision 0134. */
const isMoot = ({ call }: OutboxEntry, code: string): boolean =>
  code === 'view.counted' || (call === 'notifications.markRead' && code === 'access.not_found');

/** Keeps the refused entry, so that the user sees it, and reverts its optimistic change. */
const refuse = async (
  db: AccountDatabase,
  entry: OutboxEntry,
  problem: { code: string; message: string },
): Promise<Outcome> => {
  if (isMoot(entry, problem.code)) {
    await db.outbox.delete(entry.id);
    return 'sent';
  }
  await db.transaction('rw', [...CHANGED_TABLES], async () => {
    await db.outbox.update(entry.id, { state: 'refused', problem });
    await rebase(db);
  });
  return 'refused';
};

const findSentFiles = async (db: AccountDatabase, { files }: OutboxEntry): Promise<string[]> =>
  files.length === 0
    ? []
    : (await db.files.bulkGet(files)).flatMap((file) => (file?.isSent === 1 ? [file.sha256] : []));

/** The server has no longer the files (sent long ago, or for another scope): sends them and the call again, under a new key. */
const resendFiles = async (db: AccountDatabase, entry: OutboxEntry, files: readonly string[]): Promise<Outcome> => {
  await db.transaction('rw', ['outbox', 'files'], async () => {
    // The user may have discarded it meanwhile.
    if (!(await db.outbox.get(entry.id))) return;
    for (const sha256 of files) await db.files.update(sha256, { isSent: 0 });
    await db.outbox.delete(entry.id);
    await db.outbox.add({ ...entry, id: newId(), attempts: 0, nextAttemptAtMs: 0 });
  });
  return 'later';
};

/** Sends the files of an entry before the entry. Idempotent: the server stores them by hash. */
const sendFiles = async (db: AccountDatabase, userId: string, { files, scope }: OutboxEntry): Promise<void> => {
  for (const sha256 of files) {
    const stored = await db.files.get(sha256);
    if (!stored || stored.isSent === 1) continue;
    await putBytes(userId, putFile.path.replace('{sha256}', sha256), stored.blob, scope);
    await db.files.update(sha256, { isSent: 1 });
  }
};

/**
 * Retries a refused or waiting entry now, at the user's request. An entry that the server has refused gets a new key:
 * the server replays the refusal under the old one, which changed nothing.
 */
export const retryEntry = async (db: AccountDatabase, id: string): Promise<void> => {
  await db.transaction('rw', [...CHANGED_TABLES], async () => {
    const entry = await db.outbox.get(id);
    if (!entry || entry.state === 'sent') return;
    const problem = entry.problem?.code === 'outbox.stale' ? { code: 'outbox.confirmed', message: '' } : null;
    const isAnswered = entry.state === 'refused' && entry.problem?.code.startsWith('outbox.') === false;
    await db.outbox.delete(id);
    await db.outbox.add({
      ...entry,
      state: 'waiting',
      nextAttemptAtMs: 0,
      problem,
      ...(isAnswered ? { id: newId(), attempts: 0 } : {}),
    });
    await rebase(db);
  });
};
