import { sql } from 'kysely';
import type { PlanPeriod } from '#contract/storage.ts';
import type { CallContext } from '#server/calls/context.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { Db } from '#server/db/database.ts';
import { nameOf, sizeOf } from '../storage-states/index.ts';

/** The plan of a scope; a scope without one has Starter. */
export interface PlanRow {
  id: string;
  scope: string;
  /** Who pays. */
  userId: string | null;
  planIndex: number;
  period: PlanPeriod;
  status: 'pending' | 'active' | 'unpaid' | 'ended' | 'void';
  periodStart: Date;
  paidTo: Date;
  unpaidSince: Date | null;
}
export const PLAN = sql`id, scope, user_id as "userId", plan_index as "planIndex", period, status, period_start as "periodStart",
  paid_to as "paidTo", unpaid_since as "unpaidSince"`;

/** The current plan. */
export const readPlan = async (db: Db, scope: string): Promise<PlanRow | undefined> =>
  (
    await sql<PlanRow>`select ${PLAN} from storage_plans where scope = ${scope} and status in ('active', 'unpaid')`.execute(
      db,
    )
  ).rows[0];

export const findPlan = async (db: Db, id: string): Promise<PlanRow | undefined> =>
  (await sql<PlanRow>`select ${PLAN} from storage_plans where id = ${id}`.execute(db)).rows[0];

/** The plan whose first payment is not decided. */
export const findPending = async (db: Db, scope: string): Promise<PlanRow | undefined> =>
  (await sql<PlanRow>`select ${PLAN} from storage_plans where scope = ${scope} and status = 'pending'`.execute(db))
    .rows[0];

/** The plan that a request has begun. */
export const findPlanOfRequest = async (db: Db, scope: string, key: string): Promise<PlanRow | undefined> =>
  (await sql<PlanRow>`select ${PLAN} from storage_plans where scope = ${scope} and request_key = ${key}`.execute(db))
    .rows[0];

/** The newest invoice of a plan that is not void. */
export const findInvoiceOf = async (db: Db, planId: string): Promise<{ id: string; status: string } | undefined> => {
  const { rows } = await sql<{ id: string; status: string }>`select i.id, i.status from invoices i
    where i.id in (select t.invoice_id from invoice_items t where t.subscription_id = ${planId})
    order by i.status in ('open', 'unpaid') desc, i.created_at desc limit 1`.execute(db);
  return rows[0];
};

/** A plan as clients get it. */
export const planOf = (row: PlanRow | undefined) => ({
  index: row?.planIndex ?? 0,
  name: nameOf(row?.planIndex ?? 0),
  storageSize: sizeOf(row?.planIndex ?? 0),
  period: row?.period ?? null,
  status: row?.status === 'unpaid' || row?.status === 'pending' ? row.status : ('active' as const),
  currentPeriodEnd: row?.paidTo.toISOString() ?? null,
});

/** Reads with the rights of the person: the database shows the plans of this scope only (D-279). */
export const ownPlans = <T>({ db, session, scope }: CallContext, read: (own: Db) => Promise<T>): Promise<T> =>
  asPerson(db, session.userId, read, scope);
