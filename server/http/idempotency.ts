import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';

/** A kept answer: what the first delivery was told. */
export interface KeptAnswer {
  status: number;
  body: string | null;
  scopeVersion: number | null;
}

export interface KeyedCall {
  owner: string;
  key: string;
  call: string;
  bodyHash: string;
}

/** Hash of what was sent, so that a key cannot carry two intents. */
export const hashInput = (callId: string, scope: string, input: unknown): string =>
  createHash('sha256')
    .update(`${callId}\n${scope}\n${JSON.stringify(input)}`)
    .digest('base64url');

/**
 * Claims a key inside the call's transaction. A second delivery that arrives meanwhile waits for the first one's
 * commit and then gets its answer; if the first is rolled back, the second one becomes the first.
 *
 * @returns The kept answer of an earlier delivery, or undefined for a first one.
 * @throws Problem `request.key_reused` if the key was used for something else.
 */
export const claimKey = async (db: Db, keyed: KeyedCall): Promise<KeptAnswer | undefined> => {
  const { owner, key, call, bodyHash } = keyed;
  const claimed =
    await sql`insert into idempotency_keys (owner, key, call, body_hash) values (${owner}, ${key}, ${call}, ${bodyHash})
    on conflict do nothing returning 1`.execute(db);
  if (claimed.rows.length > 0) return undefined;
  const kept = await readKept(db, keyed);
  if (!kept) throw new Problem('request.key_reused');
  return kept;
};

/**
 * The answer of an earlier delivery, without claiming the key.
 *
 * @throws Problem `request.key_reused` if the key was used for something else.
 */
export const readKept = async (db: Db, { owner, key, call, bodyHash }: KeyedCall): Promise<KeptAnswer | undefined> => {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'status', 'answer', 'scope_version'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!kept) return undefined;
  if (kept.call !== call || kept.body_hash !== bodyHash) throw new Problem('request.key_reused');
  return { status: kept.status ?? 200, body: kept.answer, scopeVersion: kept.scope_version };
};

/**
 * Keeps the answer beside the effect, in the same transaction.
 *
 * @returns The version of the scope that this transaction made, null if it changed nothing there.
 */
export const keepAnswer = async (
  db: Db,
  { owner, key }: KeyedCall,
  scope: string,
  status: number,
  body: string | null,
): Promise<number | null> => {
  const kept = await sql<{
    scope_version: number | null;
  }>`update idempotency_keys set status = ${status}, answer = ${body},
      scope_version = (select version from scope_versions where scope = ${scope} and raised_by = pg_current_xact_id_if_assigned())
    where owner = ${owner} and key = ${key} returning scope_version`.execute(db);
  return kept.rows[0]?.scope_version ?? null;
};

/** Keeps a refusal, after the effect was rolled back, so that a repeat is refused alike. */
export const keepRefusal = async (
  db: Db,
  { owner, key, call, bodyHash }: KeyedCall,
  status: number,
  body: string,
): Promise<void> => {
  await sql`insert into idempotency_keys (owner, key, call, body_hash, status, answer)
    values (${owner}, ${key}, ${call}, ${bodyHash}, ${status}, ${body}) on conflict do nothing`.execute(db);
};
