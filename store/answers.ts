import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { CallError } from './api.ts';
import type { AccountDatabase, CachedAnswer } from './database.ts';
import { isQuotaError, reportStorageTrouble } from './door.ts';
import { writeRows } from './room.ts';
import { callAs } from './session.ts';

/** An answer and when it was read. */
export interface Cached<C extends Call> {
  answer: OutputOf<C>;
  fetchedAtMs: number;
}

const ANSWERS_MAX = 400;

export const answerKey = (call: Call, input: Record<string, unknown>): string => {
  const sorted = Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `${call.id}?${JSON.stringify(sorted)}`;
};

/** The kept answer, whatever its age. */
export const readAnswer = async <C extends Call>(
  db: AccountDatabase,
  call: C,
  input: InputOf<C>,
): Promise<Cached<C> | undefined> => {
  const row = await db.answers.get(answerKey(call, input as Record<string, unknown>));
  return row && { answer: row.answer as OutputOf<C>, fetchedAtMs: row.fetchedAtMs };
};

/**
 * Asks the server and keeps the answer for reading offline.
 *
 * @throws CallError as callAs.
 */
export const fetchAnswer = async <C extends Call>(
  db: AccountDatabase,
  userId: string,
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<OutputOf<C>> => {
  const { output } = await callAs(userId, call, input, signal ? { signal } : {});
  const kept: CachedAnswer = {
    key: answerKey(call, input as Record<string, unknown>),
    call: call.id,
    answer: output,
    fetchedAtMs: Date.now(),
  };
  try {
    await writeRows(db, () => db.answers.put(kept));
  } catch (cause) {
    // Screens read what is kept: one that could not be is said, not waited for.
    reportStorageTrouble(isQuotaError(cause) ? 'full' : 'lost');
    throw new CallError('refused', { code: 'storage.failed', cause });
  }
  if ((await db.answers.count()) > ANSWERS_MAX) {
    await dropOldest(db, ANSWERS_MAX / 8, kept);
  }
  return output;
};

/** An answer of the future was read before the clock was set back: how old it is nobody knows, so it goes first. */
const dropOldest = async (db: AccountDatabase, count: number, { key, fetchedAtMs }: CachedAnswer): Promise<void> => {
  const ofFuture = await db.answers.where('fetchedAtMs').above(fetchedAtMs).limit(count).primaryKeys();
  const oldest = await db.answers
    .orderBy('fetchedAtMs')
    .limit(count - ofFuture.length)
    .primaryKeys();
  await db.answers.bulkDelete([...ofFuture, ...oldest].filter((each) => each !== key));
};
