import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import type { AccountDatabase } from './database.ts';
import { callAs } from './session.ts';

/** An answer and when it was read. */
export interface Cached<C extends Call> {
  answer: OutputOf<C>;
  fetchedAtMs: number;
}

const ANSWERS_MAX = 400;

export const answerKey = (call: Call, input: Record<string, unknown>): string => {
  const sorted = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${call.id}?${JSON.stringify(sorted)}`;
};

/** The kept answer, whatever its age. */
export const readAnswer = async <C extends Call>(db: AccountDatabase, call: C, input: InputOf<C>): Promise<Cached<C> | undefined> => {
  const row = await db.answers.get(answerKey(call, input as Record<string, unknown>));
  return row && { answer: row.answer as OutputOf<C>, fetchedAtMs: row.fetchedAtMs };
};

/**
 * Asks the server and keeps the answer for reading offline.
 *
 * @throws CallError as callAs.
 */
export const fetchAnswer = async <C extends Call>(db: AccountDatabase, userId: string, call: C, input: InputOf<C>, signal?: AbortSignal): Promise<OutputOf<C>> => {
  const { output } = await callAs(userId, call, input, signal ? { signal } : {});
  await db.answers.put({ key: answerKey(call, input as Record<string, unknown>), call: call.id, answer: output, fetchedAtMs: Date.now() });
  if ((await db.answers.count()) > ANSWERS_MAX) {
    await db.answers.bulkDelete(await db.answers.orderBy('fetchedAtMs').limit(ANSWERS_MAX / 8).primaryKeys());
  }
  return output;
};
