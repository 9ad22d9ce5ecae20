import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import type { Scope } from '#contract/ids.ts';
import { CallError } from './api.ts';
import type { AccountDatabase, CachedAnswer } from './database.ts';
import { hasSignedOut, isQuotaError, reportStorageFailure } from './door.ts';
import { writeRows } from './room.ts';
import { callAs } from './session.ts';
import { readStored, SHAPE_MARK } from './stored/stored-answer.ts';

/** A cached answer, and when it was fetched. */
export interface Cached<C extends Call> {
  answer: OutputOf<C>;
  fetchedAtMs: number;
}

/** Cached answers of one account; above it, the oldest eighth is evicted. */
const ANSWERS_MAX = 400;

/** Key of a cached answer: the call, its input independent of the order of fields, and the scope if it depends on one. */
export const answerKey = (call: Call, input: Record<string, unknown>, scope?: Scope): string => {
  const sorted = Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `${call.id}${scope ? `@${scope}` : ''}?${JSON.stringify(sorted)}`;
};

/** Reads the cached answer, of any age. */
export const readAnswer = async <C extends Call>(
  db: AccountDatabase,
  call: C,
  input: InputOf<C>,
  scope?: Scope,
): Promise<Cached<C> | undefined> => {
  const row = await db.answers.get(answerKey(call, input as Record<string, unknown>, scope));
  const answer = row && (await readStored<C>(call, row.answer, row));
  return answer === undefined ? undefined : { answer, fetchedAtMs: row!.fetchedAtMs };
};

/**
 * Asks the server and caches the answer for reading offline.
 *
 * @throws CallError as callAs; `session.over` if the account signed out meanwhile; `storage.failed` if the answer could not
 *   be cached.
 * @param scope Of calls about rows of an organization.
 */
export const fetchAnswer = async <C extends Call>(
  db: AccountDatabase,
  userId: string,
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
  scope?: Scope,
): Promise<OutputOf<C>> => {
  const { output } = await callAs(userId, call, input, { ...(signal && { signal }), ...(scope && { scope }) });
  const fetched: CachedAnswer = {
    key: answerKey(call, input as Record<string, unknown>, scope),
    call: call.id,
    answer: output,
    fetchedAtMs: Date.now(),
    ...SHAPE_MARK,
  };
  try {
    await writeRows(db, () => db.answers.put(fetched));
  } catch (cause) {
    if (hasSignedOut(userId)) throw new CallError('refused', { status: 401, code: 'session.over', cause });
    // Screens show the cached answer: without one they would wait forever, so report the failure.
    reportStorageFailure(isQuotaError(cause) ? 'full' : 'lost');
    throw new CallError('refused', { code: 'storage.failed', cause });
  }
  if ((await db.answers.count()) > ANSWERS_MAX) {
    await evictOldest(db, ANSWERS_MAX / 8, fetched);
  }
  return output;
};

/**
 * Evicts `count` answers, except the one just fetched. Answers dated later than it were fetched before the device's clock
 * was set back: their age is unknown, so they go first.
 */
const evictOldest = async (db: AccountDatabase, count: number, { key, fetchedAtMs }: CachedAnswer): Promise<void> => {
  const inFuture = await db.answers.where('fetchedAtMs').above(fetchedAtMs).limit(count).primaryKeys();
  const oldest = await db.answers
    .orderBy('fetchedAtMs')
    .limit(count - inFuture.length)
    .primaryKeys();
  await db.answers.bulkDelete([...inFuture, ...oldest].filter((each) => each !== key));
};
