import * as v from 'valibot';
import { Id } from '#contract/ids.ts';
import type { CallRequest } from './context.ts';

export const KEY_HEADER = 'Idempotency-Key';
export const SCOPE_HEADER = 'X-Scope';
/** Version of the call's scope that a change made: a pull that reaches it has the change. */
const VERSION_HEADER = 'X-Scope-Version';
/** Marks an answer that an earlier delivery of the same call produced. */
const REPLAY_HEADER = 'Idempotent-Replay';

export type AnswerHeaders = Record<string, string>;

/** The key of a call that saves no answer is sent back as it came. */
export const echoKey = ({ idempotencyKey }: CallRequest): AnswerHeaders =>
  idempotencyKey && v.is(Id, idempotencyKey) ? { [KEY_HEADER]: idempotencyKey } : {};

/** @param version Null if the call changed nothing of the scope. */
export const setVersion = (headers: AnswerHeaders, scope: string, version: number | null): void => {
  if (version !== null) headers[VERSION_HEADER] = `${scope}=${version}`;
};

export const markReplay = (headers: AnswerHeaders): void => {
  headers[REPLAY_HEADER] = 'true';
};
