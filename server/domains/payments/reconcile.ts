import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { isProviderProblem, type ProviderMovement, type ProviderPage } from '#server/adapters/payments/index.ts';
import type { Tx } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { findUnbooked } from '../invoices/index.ts';
import { applyObject, storeEvent } from './events.ts';

/** A movement of the provider that our books do not have. */
export interface Mismatch {
  movementId: string;
  kind: ProviderMovement['kind'];
  amount: number;
  currency: string;
  sourceId: string | null;
  paymentId: string | null;
}

/** What one run of the comparison found. */
export interface Reconciliation {
  events: number;
  /** Events that no webhook has brought. */
  missedEvents: number;
  movements: number;
  mismatches: Mismatch[];
}

/** An event whose job used up its retries gets a new one. After so long, ms. */
const STUCK_AFTER_MS = 10 * 60_000;

/**
 * Compares the provider's history with ours since the last run: stores every event that never came, applies every movement
 * that is not in the books, and reports what even then does not match. A report stays until it is settled.
 */
export const reconcile = async (services: Services): Promise<Reconciliation | undefined> => {
  const { payments: provider, database, log, now } = services;
  if (!provider) return undefined;
  const startedAt = now();
  await resendStuck(services);
  const result: Reconciliation = { events: 0, missedEvents: 0, movements: 0, mismatches: [] };
  await walk(services, 'events', {
    list: (cursor) => provider.listEvents(cursor),
    within: async (tx, entries) => {
      for (const event of entries) {
        result.events += 1;
        if (await storeEvent(services, tx, event, 'reconcile')) result.missedEvents += 1;
      }
    },
  });
  const open = await readOpenMismatches(services);
  await walk(services, 'movements', {
    list: (cursor) => provider.listMovements(cursor),
    before: async (entries) => {
      result.movements += entries.length;
      open.push(...(await bookMissing(services, entries)));
    },
  });
  result.mismatches = await stillUnbooked(services, open);
  await database.db
    .insertInto('payment_reconciliations')
    .values({
      id: newId(now().getTime()),
      started_at: startedAt,
      finished_at: now(),
      events: result.events,
      missed_events: result.missedEvents,
      movements: result.movements,
      mismatches: JSON.stringify(result.mismatches),
    })
    .execute();
  if (result.missedEvents > 0) log.warn({ missed: result.missedEvents }, 'events of the payment provider never came');
  const explained = await readExplained(services, result.mismatches);
  for (const mismatch of result.mismatches)
    if (!explained.has(mismatch.movementId)) log.error(mismatch, 'the books lack a movement of the payment provider');
  return result;
};

/** SQL: an event that came so long ago that its job must have used up its retries, and was not handled. */
export const isStuckSql = (now: Date) =>
  sql<boolean>`handled_at is null and received_at < ${new Date(now.getTime() - STUCK_AFTER_MS)}`;

const resendStuck = async ({ database: { db }, jobs, now }: Services): Promise<void> => {
  const stuck = await db.selectFrom('payment_events').select('id').where(isStuckSql(now())).execute();
  for (const { id } of stuck) await jobs.send(db, 'payments.event', { eventId: id });
};

interface Walk<T> {
  list: (cursor: string | null) => Promise<ProviderPage<T>>;
  /**
   * Done before the transaction that moves the cursor, for what opens transactions of its own: within it each would need
   * another connection, and runs enough to take them all would wait for each other. May be done twice.
   */
  before?: (entries: T[]) => Promise<void>;
  /** Done in the transaction that moves the cursor. */
  within?: (tx: Tx, entries: T[]) => Promise<void>;
}

/** Walks on from the cursor of the last run. The cursor moves once its entries are done. */
const walk = async <T>(
  { database: { db }, now }: Services,
  name: 'events' | 'movements',
  { list, before, within }: Walk<T>,
): Promise<void> => {
  const saved = await db.selectFrom('payment_cursors').select('cursor').where('name', '=', name).executeTakeFirst();
  let cursor = saved?.cursor ?? null;
  for (;;) {
    const page = await list(cursor);
    cursor = page.cursor;
    await before?.(page.entries);
    await db.transaction().execute(async (tx) => {
      await within?.(tx, page.entries);
      if (page.cursor === null) return;
      const values = { cursor: page.cursor, updated_at: now() };
      await tx
        .insertInto('payment_cursors')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute();
    });
    if (!page.hasMore) return;
  }
};

const KINDS = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  transfer: 'payout',
  transfer_reversal: 'payout',
  other: 'other',
} as const;

/** Applies what the books lack. @returns It, because only a second look tells whether they have it now. */
const bookMissing = async (services: Services, movements: ProviderMovement[]): Promise<Mismatch[]> => {
  const unbooked = await findUnbooked(
    services.database.db,
    movements.map(({ id }) => id),
  );
  const missing = movements.filter(({ id }) => unbooked.has(id));
  for (const { kind, sourceId } of missing)
    if (sourceId !== null)
      await applyObject(services, KINDS[kind], sourceId).catch((error: unknown) => {
        // Not of this product: the account may have other uses.
        if (!isProviderProblem(error, 'not_found')) throw error;
      });
  return missing.map(({ id, kind, amount, currency, sourceId, paymentId }) => ({
    movementId: id,
    kind,
    amount,
    currency,
    sourceId,
    paymentId,
  }));
};

const readOpenMismatches = async ({ database: { db } }: Services): Promise<Mismatch[]> => {
  const last = await db
    .selectFrom('payment_reconciliations')
    .select('mismatches')
    .orderBy('finished_at', 'desc')
    .executeTakeFirst();
  return (last?.mismatches ?? []) as Mismatch[];
};

/** Those that an operator has explained are in the report, and nobody needs to be told again (decision 0131). */
const readExplained = async ({ database: { db } }: Services, mismatches: Mismatch[]): Promise<Set<string>> => {
  const ids = mismatches.map(({ movementId }) => movementId);
  const { rows } = await sql<{ id: string }>`select movement_id as id from explained_movements
    where movement_id = any(${sql.val(ids)}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

const stillUnbooked = async ({ database: { db } }: Services, mismatches: Mismatch[]): Promise<Mismatch[]> => {
  const unbooked = await findUnbooked(
    db,
    mismatches.map(({ movementId }) => movementId),
  );
  return mismatches.filter(({ movementId }) => unbooked.has(movementId));
};
