import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { newId } from '#contract/ids.ts';
import { readVersion } from '#contract/pages.ts';
import { putFile } from '#contract/files.ts';
import { CallError, sendCall, toCallError } from '../api.ts';
import type { AccountDatabase, OutboxEntry } from '../database.ts';
import { accountDatabase, isConnectionLost, isQuotaError, readActiveUserId } from '../door.ts';
import { writeRows } from '../room.ts';
import { callAs, readAccessToken, refreshSession, sendPendingSignOuts } from '../session.ts';
import { serverNowMs } from '../server-time.ts';
import { backoffMs, isDue } from './backoff.ts';
import { CHANGED_TABLES, rebase } from './enqueue.ts';
import { completeEntries } from './entry-rows.ts';
import { withLease } from './lease.ts';

export interface DrainResult {
  /** Entries that were tried, whatever came of it. */
  tried: number;
  sent: number;
  refused: number;
  /** Time of the next try worth making, null if nothing waits. */
  nextAttemptAtMs: number | null;
  /** The session is over: everything waits for a sign-in. */
  needsSignIn: boolean;
}

const NOTHING: DrainResult = { tried: 0, sent: 0, refused: 0, nextAttemptAtMs: null, needsSignIn: false };
/** Entries older than this are not sent without asking: the server may have forgotten their keys. Source: D-11. */
export const STALE_AFTER_MS = 30 * 24 * 3_600_000;
/** Somebody else is sending, and may be ended in the middle of it: look again after that. */
const LOOK_AGAIN_MS = 2_000;

/** Finds a call by id. The service worker passes the whole table, the page a lazily loaded one. */
export type CallLookup = (id: string) => Call | undefined;

/**
 * Sends what waits, in order, one drainer at a time. Called by everything that could mean "now"; calling it for
 * nothing costs nothing. An entry leaves only after a confirmed answer; a refused one holds back only entries that
 * share a row with it.
 */
export const drain = async (lookup: CallLookup, nowMs: () => number = Date.now): Promise<DrainResult> => {
  await sendPendingSignOuts();
  const userId = await readActiveUserId();
  if (!userId) return NOTHING;
  const db = accountDatabase(userId);
  const lookAgain = () => ({ ...NOTHING, nextAttemptAtMs: nowMs() + LOOK_AGAIN_MS });
  let result = NOTHING;
  try {
    const isMine = await withLease(db, 'drain', async () => {
      result = await drainAccount(db, userId, lookup, nowMs);
    });
    return isMine || (await nextAttemptAt(db, nowMs())) === null ? result : lookAgain();
  } catch (error) {
    // Somebody else signed in, or the browser dropped the connection: what was not written down is asked for again.
    if (!isConnectionLost(error)) throw error;
    return lookAgain();
  }
};

const drainAccount = async (
  db: AccountDatabase,
  userId: string,
  lookup: CallLookup,
  nowMs: () => number,
): Promise<DrainResult> => {
  await completeEntries(db).catch(ignoreFull);
  const result = { ...NOTHING };
  const held = new Set<string>();
  const hold = (entry: OutboxEntry) => {
    for (const key of entry.keys) held.add(key);
  };
  let isAnswered = false;
  for (;;) {
    const entry = await nextEntry(db, held, nowMs(), hold);
    if (!entry && isAnswered && (await releaseOffline(db))) {
      isAnswered = false;
      continue;
    }
    if (!entry) break;
    // Signed out, or somebody else is in: this account's work stays with this account.
    if ((await readActiveUserId()) !== userId || entry.owner !== userId) break;
    result.tried += 1;
    const outcome = await sendEntry(db, userId, entry, lookup, nowMs);
    isAnswered ||= outcome !== 'offline';
    if (outcome === 'sent') result.sent += 1;
    else hold(entry);
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
 * The line stands: what only waits because it did not need not wait any longer. Asked when nothing else is left to
 * send, so that one whose request breaks every line holds up nobody.
 *
 * @returns Whether there is any.
 */
export const releaseOffline = async (db: AccountDatabase): Promise<boolean> =>
  (await db.outbox
    .filter((entry) => entry.state === 'waiting' && entry.wasOffline === true)
    .modify({ nextAttemptAtMs: 0, wasOffline: false })) > 0;

/** When the next entry may go; those behind a refused one, or behind an upload, wait for something else than time. */
const nextAttemptAt = async (db: AccountDatabase, now: number): Promise<number | null> => {
  const blocked = new Set<string>();
  let earliest: number | null = null;
  for (const entry of await db.outbox.orderBy('order').toArray()) {
    if (entry.state === 'sent') continue;
    const isFree =
      entry.state === 'waiting' && !entry.keys.some((key) => blocked.has(key)) && (await isReady(db, entry));
    if (isFree) earliest = Math.min(earliest ?? Infinity, isDue(entry, now) ? now : entry.nextAttemptAtMs);
    for (const key of entry.keys) blocked.add(key);
  }
  return earliest;
};

/** The first entry that may go now: nothing before it that shares a row is still waiting or refused. */
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
    for (const key of entry.keys) blocked.add(key);
  }
  return undefined;
};

/** An entry that names an upload waits until the server has the content. */
const isReady = async (db: AccountDatabase, { dependsOn }: OutboxEntry): Promise<boolean> => {
  if (!dependsOn) return true;
  const job = await db.uploadJobs.get(dependsOn);
  return !job || job.contentId !== null;
};

/** A build may leave the schemas out (build/drop-server-facts.ts): then the server alone judges an old entry. */
const fits = (call: Call, input: unknown): boolean =>
  (call.input as Call['input'] | undefined) === undefined || v.is(call.input, input);

/**
 * Both clocks must say so: the device's may be years off, and was perhaps set since. Where it shows less than when the
 * entry was made, the server's alone counts; where the server was not heard before the entry was made, the device's.
 *
 * @throws CallError if the server must be asked for the time and does not answer.
 */
const isStale = async ({ queuedAtMs, queuedAfterServerMs }: OutboxEntry, nowMs: number): Promise<boolean> => {
  const ageHereMs = nowMs - queuedAtMs;
  if (ageHereMs >= 0 && ageHereMs <= STALE_AFTER_MS) return false;
  const serverMs = typeof queuedAfterServerMs === 'number' ? await askServerTime() : null;
  return serverMs === null ? ageHereMs > STALE_AFTER_MS : serverMs - queuedAfterServerMs! > STALE_AFTER_MS;
};

/** A page or worker that was just opened has not heard the server yet. */
const askServerTime = async (): Promise<number | null> => {
  if (serverNowMs() === null) await sendCall(readVersion, {});
  return serverNowMs();
};

type Outcome = 'sent' | 'refused' | 'later' | 'offline' | 'needsSignIn';

const sendEntry = async (
  db: AccountDatabase,
  userId: string,
  entry: OutboxEntry,
  lookup: CallLookup,
  nowMs: () => number,
): Promise<Outcome> => {
  const call = lookup(entry.call);
  if (!call || !fits(call, entry.input)) {
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
    // Counted before sending: a worker killed mid-request must not get a free attempt.
    await writeRows(db, () => db.outbox.update(entry.id, { attempts })).catch(ignoreFull);
    await sendFiles(db, userId, entry);
    const { scopeVersion } = await callAs(userId, call, entry.input as never, { key: entry.id, scope: entry.scope });
    await noteSent(db, entry.id, scopeVersion);
    return 'sent';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) return 'needsSignIn';
    if (error.code === 'file.missing' && sentBefore.length > 0) return sendAgain(db, entry, sentBefore);
    if (!error.isTransient) return refuse(db, entry, { code: error.code, message: error.message });
    const waitingSinceMs = nowMs();
    await db.outbox.update(entry.id, {
      waitingSinceMs,
      nextAttemptAtMs: waitingSinceMs + backoffMs(attempts, error.retryAfterMs),
      wasOffline: error.kind === 'offline',
    });
    return error.kind === 'offline' ? 'offline' : 'later';
  }
};

/** A full device still sends: what it cannot count it does not count. */
const ignoreFull = (error: unknown): void => {
  if (!isQuotaError(error)) throw error;
};

/** On a full device a sent entry leaves at once instead of waiting for the pull that brings its rows: it takes no room. */
const noteSent = async (db: AccountDatabase, id: string, coveredBy: number | null): Promise<void> => {
  try {
    await writeRows(db, () => db.outbox.update(id, { state: 'sent', coveredBy, problem: null }));
  } catch (error) {
    ignoreFull(error);
    await db.outbox.delete(id);
  }
};

/** The refused entry stays for the person to see; what it showed is taken back. */
const refuse = async (
  db: AccountDatabase,
  entry: OutboxEntry,
  problem: { code: string; message: string },
): Promise<Outcome> => {
  // A view counted twice is no news to anybody. Source: WAT-012.
  if (problem.code === 'view.counted') {
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

/** The server no longer has files that were sent long ago, or for another scope: they go again, with the call under a new key. */
const sendAgain = async (db: AccountDatabase, entry: OutboxEntry, files: readonly string[]): Promise<Outcome> => {
  await db.transaction('rw', ['outbox', 'files'], async () => {
    // Discarded meanwhile, it stays away.
    if (!(await db.outbox.get(entry.id))) return;
    for (const sha256 of files) await db.files.update(sha256, { isSent: 0 });
    await db.outbox.delete(entry.id);
    await db.outbox.add({ ...entry, id: newId(), attempts: 0, nextAttemptAtMs: 0 });
  });
  return 'later';
};

/** Small files an entry refers to go first, by hash: the server knows a repeat. */
const sendFiles = async (db: AccountDatabase, userId: string, { files, scope }: OutboxEntry): Promise<void> => {
  for (const sha256 of files) {
    const stored = await db.files.get(sha256);
    if (!stored || stored.isSent === 1) continue;
    const send = async (accessToken: string): Promise<void> => {
      let response: Response;
      let text: string;
      try {
        response = await fetch(`/api${putFile.path.replace('{sha256}', sha256)}`, {
          method: 'PUT',
          body: stored.blob,
          signal: AbortSignal.timeout(120_000),
          credentials: 'same-origin',
          redirect: 'error',
          headers: {
            Authorization: `Bearer ${accessToken}`,
            'X-Scope': scope,
            'Content-Type': 'application/octet-stream',
          },
        });
        text = await response.text();
      } catch (cause) {
        throw new CallError('offline', { cause });
      }
      if (!response.headers.get('Content-Type')?.startsWith('application/json'))
        throw new CallError('offline', { status: response.status });
      if (!response.ok) throw toCallError(response, text);
    };
    const token = await readAccessToken(userId);
    try {
      await send(token ?? (await refreshSession(userId, undefined)));
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      await send(await refreshSession(userId, token));
    }
    await db.files.update(sha256, { isSent: 1 });
  }
};

/**
 * Tries a refused or waiting entry again now, as the person asked. What the server has refused is asked anew, under a
 * new key: to the old one it gives the old answer for ever. Nothing was done under it.
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
