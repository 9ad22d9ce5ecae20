import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { ProviderProblem, type ProviderEvent, type ProviderMovement } from '../provider.ts';

/** What the sandbox does later, by a job: it delivers an event, a refund fails after it had succeeded, a payout arrives or fails. */
export type SandboxWork = { eventId: string } | { refundId: string } | { payoutId: string };

export interface SandboxParts {
  /** A pool of its own, so that a call that holds a connection never waits for another of the same pool. */
  db: Db;
  /** Signs events, and makes fingerprints of card numbers. */
  secret: string;
  now(): Date;
  /** Sends a job in the transaction of what it tells of. */
  later(tx: Tx, work: SandboxWork, afterSeconds?: number): Promise<void>;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** An id in Stripe's form: `pm_` and 24 letters and digits. */
export const makeId = (prefix: string): string =>
  `${prefix}_${Array.from(randomBytes(24), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
export const makeSecret = (id: string): string => `${id}_${makeId('secret')}`;

export const refused = (code: string, message: string): ProviderProblem =>
  new ProviderProblem('refused', message, code);
/** The row; a missing one is what Stripe answers as `resource_missing`. */
export const known = <T>(row: T | undefined, id: string): T => {
  if (row === undefined) throw new ProviderProblem('not_found', `No such object: '${id}'`, 'resource_missing');
  return row;
};

/**
 * A change of the sandbox. One after the other, in all processes: the order of movements and events is the order of their
 * commits, so that no cursor skips one.
 */
export const change = <T>(parts: SandboxParts, work: (tx: Tx) => Promise<T>): Promise<T> =>
  parts.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('payments sandbox', 0))`.execute(tx);
    return work(tx);
  });

/** JSON with sorted keys: what is compared when a key comes again. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
const revive = (key: string, value: unknown): unknown =>
  key === 'createdAt' && typeof value === 'string' ? new Date(value) : value;

/**
 * A change under an idempotency key, as Stripe has them: the same key with the same parameters gets the first answer again,
 * other parameters are refused. A refused change keeps no key.
 */
export const once = <T>(
  parts: SandboxParts,
  key: string,
  params: readonly unknown[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  change(parts, async (tx) => {
    const hash = createHash('sha256').update(stable(params)).digest('base64url');
    const saved = await tx.selectFrom('sandbox_keys').selectAll().where('key', '=', key).executeTakeFirst();
    if (saved && saved.params_hash !== hash)
      throw refused(
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    if (saved) return JSON.parse(saved.answer, revive) as T;
    const answer = await work(tx);
    await tx
      .insertInto('sandbox_keys')
      .values({ key, params_hash: hash, answer: JSON.stringify(answer), created_at: parts.now() })
      .execute();
    return answer;
  });

/** Tells of a change, in its transaction. */
export const tell = async (
  parts: SandboxParts,
  tx: Tx,
  event: Pick<ProviderEvent, 'type' | 'objectId' | 'objectKind'> & { paymentId?: string },
): Promise<void> => {
  const id = makeId('evt');
  await tx
    .insertInto('sandbox_events')
    .values({
      id,
      type: event.type,
      object_id: event.objectId,
      object_kind: event.objectKind,
      payment_id: event.paymentId ?? null,
      created_at: parts.now(),
    })
    .execute();
  await parts.later(tx, { eventId: id });
};

/** Books money that moved. */
export const book = async (
  parts: SandboxParts,
  tx: Tx,
  movement: Pick<ProviderMovement, 'kind' | 'amount' | 'fee' | 'currency' | 'paymentId'> & { sourceId: string },
): Promise<ProviderMovement> => {
  const row = await tx
    .insertInto('sandbox_movements')
    .values({
      id: makeId('txn'),
      kind: movement.kind,
      amount: movement.amount,
      fee: movement.fee,
      currency: movement.currency,
      source_id: movement.sourceId,
      payment_id: movement.paymentId,
      created_at: parts.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toMovement(row);
};

interface MovementRow {
  id: string;
  kind: string;
  amount: number;
  fee: number;
  currency: string;
  source_id: string;
  payment_id: string | null;
  created_at: Date;
}
export const toMovement = (row: MovementRow): ProviderMovement => ({
  id: row.id,
  kind: row.kind as ProviderMovement['kind'],
  amount: row.amount,
  fee: row.fee,
  net: row.amount - row.fee,
  currency: row.currency,
  sourceId: row.source_id,
  paymentId: row.payment_id,
  createdAt: row.created_at,
});

export const readMovements = async (db: Db, sourceId: string): Promise<ProviderMovement[]> =>
  (await db.selectFrom('sandbox_movements').selectAll().where('source_id', '=', sourceId).orderBy('seq').execute()).map(
    toMovement,
  );

export const readCardRow = async (db: Db, id: string) =>
  known(await db.selectFrom('sandbox_cards').selectAll().where('id', '=', id).executeTakeFirst(), id);
export const readPaymentRow = async (db: Db, id: string) =>
  known(await db.selectFrom('sandbox_payments').selectAll().where('id', '=', id).executeTakeFirst(), id);
