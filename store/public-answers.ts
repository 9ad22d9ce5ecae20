import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { sendCall } from './api.ts';
import { answerKey, type Cached } from './answers.ts';
import { deviceDatabase } from './device.ts';
import { readStored, SHAPE_MARK, type ShapeMark } from './stored/stored-answer.ts';

/** Key of an answer that is the same for all accounts (page texts, legal pages); cached in the device's database. */
const settingKey = (call: Call, input: Record<string, unknown>): string => `answer:${answerKey(call, input)}`;

/** Reads the cached answer, of any age. */
export const readPublicAnswer = async <C extends Call>(call: C, input: InputOf<C>): Promise<Cached<C> | undefined> => {
  const key = settingKey(call, input as Record<string, unknown>);
  const stored = (await deviceDatabase.settings.get(key))?.value as (Cached<C> & ShapeMark) | undefined;
  const answer = stored && (await readStored<C>(call, stored.answer, stored));
  return answer === undefined ? undefined : { answer, fetchedAtMs: stored!.fetchedAtMs };
};

/**
 * Asks the server and caches the answer for reading offline.
 *
 * @throws CallError as sendCall.
 */
export const fetchPublicAnswer = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<OutputOf<C>> => {
  const { output } = await sendCall(call, input, signal ? { signal } : {});
  await deviceDatabase.settings.put({
    key: settingKey(call, input as Record<string, unknown>),
    value: { answer: output, fetchedAtMs: Date.now(), ...SHAPE_MARK },
  });
  return output;
};
