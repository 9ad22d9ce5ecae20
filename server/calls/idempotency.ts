import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { Id } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';
import type { Answer, CallRequest } from './context.ts';
import type { Caller } from './admit.ts';
import { markReplay, setVersion, type AnswerHeaders } from './headers.ts';

/** The answer of a first delivery, saved for repeats. */
export interface SavedAnswer {
  status: number;
  body: string | null;
  scopeVersion: number | null;
}

/** One keyed call: a key belongs to its owner, and to one call with one input. */
export interface KeyedCall {
  owner: string;
  key: string;
  call: string;
  bodyHash: string;
}

/** Whether a call's answers are saved under its key: every change of a person, unless the answer is secret or a file. */
export const hasKey = (call: Call, needsSession: boolean): boolean =>
  call.method !== 'GET' && needsSession && !call.secretAnswer && call.body === undefined;

/** For a call that keeps its key itself, and may come without one. @throws Problem `request.key_missing` */
export const checkKey = ({ idempotencyKey: key }: CallRequest): void => {
  if (key !== undefined && !v.is(Id, key)) throw new Problem('request.key_missing');
};

/** @throws Problem `request.key_missing` */
export const readKey = (request: CallRequest, call: Call, { userId, scope }: Caller, input: unknown): KeyedCall => {
  const key = request.idempotencyKey;
  if (!key || !v.is(Id, key)) throw new Problem('request.key_missing');
  return { owner: userId, key, call: call.id, bodyHash: hashInput(call.id, scope, input) };
};

/** Hash of the input, so that a key cannot carry two intents. */
const hashInput = (callId: string, scope: string, input: unknown): string =>
  createHash('sha256')
    .update(`${callId}\n${scope}\n${JSON.stringify(input)}`)
    .digest('base64url');

/**
 * Claims a key inside the call's transaction. A second delivery that arrives meanwhile waits for the first one's
 * commit and then gets its answer; if the first is rolled back, the second one becomes the first.
 *
 * @returns The saved answer of an earlier delivery, or undefined for a first one.
 * @throws Problem `request.key_reused` if the key was used for another call or input.
 */
export const claimKey = async (db: Db, keyed: KeyedCall): Promise<SavedAnswer | undefined> => {
  const { owner, key, call, bodyHash } = keyed;
  const claimed =
    await sql`insert into idempotency_keys (owner, key, call, body_hash) values (${owner}, ${key}, ${call}, ${bodyHash})
    on conflict do nothing returning 1`.execute(db);
  if (claimed.rows.length > 0) return undefined;
  const saved = await readSavedAnswer(db, keyed);
  if (!saved) throw new Problem('request.key_reused');
  return saved;
};

/**
 * The answer of an earlier delivery, without claiming the key.
 *
 * @throws Problem `request.key_reused` if the key was used for another call or input.
 */
export const readSavedAnswer = async (
  db: Db,
  { owner, key, call, bodyHash }: KeyedCall,
): Promise<SavedAnswer | undefined> => {
  const saved = await db
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'status', 'answer', 'scope_version'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!saved) return undefined;
  if (saved.call !== call || saved.body_hash !== bodyHash) throw new Problem('request.key_reused');
  return { status: saved.status ?? 200, body: saved.answer, scopeVersion: saved.scope_version };
};

/**
 * Saves the answer in the same transaction as the effect.
 *
 * @returns The version of the scope that this transaction made, null if it changed nothing there.
 */
export const saveAnswer = async (
  db: Db,
  { owner, key }: KeyedCall,
  scope: string,
  { status, body }: Answer,
): Promise<number | null> => {
  const saved = await sql<{
    scope_version: number | null;
  }>`update idempotency_keys set status = ${status}, answer = ${body},
      scope_version = (select version from scope_versions where scope = ${scope} and raised_by = pg_current_xact_id_if_assigned())
    where owner = ${owner} and key = ${key} returning scope_version`.execute(db);
  return saved.rows[0]?.scope_version ?? null;
};

/**
 * Saves a refusal after the effect was rolled back, so that a repeat gets the same refusal. A refusal that may not last
 * (session, limits, reused key, server trouble) is not saved: a repeat is decided anew.
 */
export const saveRefusal = async (
  db: Db,
  { owner, key, call, bodyHash }: KeyedCall,
  problem: Problem,
): Promise<void> => {
  if (!isLasting(problem)) return;
  const body = JSON.stringify({ errors: [problem.toWire()] });
  await sql`insert into idempotency_keys (owner, key, call, body_hash, status, answer)
    values (${owner}, ${key}, ${call}, ${bodyHash}, ${problem.status}, ${body}) on conflict do nothing`.execute(db);
};

const isLasting = ({ status }: Problem): boolean => status < 500 && status !== 401 && status !== 429 && status !== 422;

/** The answer to a repeat. */
export const replay = (saved: SavedAnswer, headers: AnswerHeaders, scope: string): Answer => {
  setVersion(headers, scope, saved.scopeVersion);
  markReplay(headers);
  return { status: saved.status, body: saved.body, headers };
};
