import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

// What payments change in the rows of subscriptions. Every statement writes the row, so that devices hear of it, and only rows
// that change. The caller holds the person's scope (raiseScopes). Source: D-185, D-186.

/** Until when a payment gives access. */
export interface PaidTime {
  subscriptionId: string;
  paidTo: Date;
}

const idsOf = (ids: readonly string[]) => sql`any(${sql.val([...ids])}::uuid[])`;

/**
 * A payment gives access. One that was cancelled runs on until its end. One that was suspended, and paid after its month, has
 * ended: its person subscribes again.
 */
export const activate = async (db: Db, paid: readonly PaidTime[], now: Date): Promise<void> => {
  for (const { subscriptionId, paidTo } of paid) {
    await sql`update subscriptions set type = case when type = 'subscribed' and status = 'suspended' and ${paidTo} <= ${now}::timestamptz
        then 'expired' else 'subscribed' end,
      status = case when type = 'subscribed' and canceled_at is not null then 'cancellation' end,
      canceled_at = case when type = 'subscribed' then canceled_at end,
      paid_to = greatest(paid_to, ${paidTo}::timestamptz), suspended_at = null
      where id = ${subscriptionId} and type <> 'educator'`.execute(db);
  }
};

/** A renewal failed: access goes on while it is tried again. */
export const markFailed = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`update subscriptions set status = 'payment_error'
    where id = ${idsOf(ids)} and type = 'subscribed' and status is null`.execute(db);
};

/** Subscriptions that an unpaid month has closed, by id. */
export interface Closed {
  suspended: string[];
  /** Those that were cancelled. */
  ended: string[];
}

/** All tries of a renewal failed: no access. One that was cancelled meanwhile ends. */
export const suspend = async (db: Db, ids: readonly string[], now: Date): Promise<Closed> => {
  const ended = await sql<{ id: string }>`update subscriptions set type = 'expired', status = null
    where id = ${idsOf(ids)} and type = 'subscribed' and canceled_at is not null returning id`.execute(db);
  const suspended = await sql<{ id: string }>`update subscriptions set status = 'suspended', suspended_at = ${now}
    where id = ${idsOf(ids)} and type = 'subscribed' and status is distinct from 'suspended' returning id`.execute(db);
  return { suspended: suspended.rows.map(({ id }) => id), ended: ended.rows.map(({ id }) => id) };
};

/** The bank holds a payment that is disputed: no access until it has decided. A cancelled one stays cancelled. @returns Ids of those closed now. */
export const holdDisputed = async (db: Db, ids: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`update subscriptions set status = 'suspended', suspended_at = ${now}
    where id = ${idsOf(ids)} and type = 'subscribed' and status is distinct from 'suspended' returning id`.execute(db);
  return rows.map(({ id }) => id);
};

/** A disputed payment was given back to us: what it paid for goes on. @returns Ids of those that were closed until now. */
export const resumeDisputed = async (db: Db, ids: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`update subscriptions set status = case when canceled_at is not null then 'cancellation' end, suspended_at = null
    where id = ${idsOf(ids)} and type = 'subscribed' and status = 'suspended' and paid_to > ${now} returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** @returns Ids of those that were a trial until now. */
export const expireTrials = async (db: Db, ids: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`update subscriptions set type = 'expired'
    where id = ${idsOf(ids)} and type in ('trial', 'trial-free') and trial_to <= ${now} returning id`.execute(db);
  return rows.map(({ id }) => id);
};
