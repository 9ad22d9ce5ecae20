import { sql } from 'kysely';
import { STORAGE_PLANS, UNPAID_DAYS } from '#contract/storage.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { sizeOf } from '../storage-states/index.ts';
import { yearlySaving } from './price.ts';
import { quoteChange } from './quote.ts';
import { findLastChange, refundOfChange } from './refunds.ts';
import { findPending, ownPlans, planOf, readPlan, type PlanRow } from './rows.ts';
import { ownsScope, requireOwnScope } from '../organizations/index.ts';

const PLANS = STORAGE_PLANS.map((plan) => ({
  ...plan,
  yearlySaving: plan.index === 0 ? null : yearlySaving(plan.index),
}));

interface Stored {
  used: number;
  reserved: number;
  size: number;
  count: number;
  bytes: number;
  next: Date | null;
}

const readStored = async ({ db, scope }: CallContext): Promise<Stored> => {
  const { rows } =
    await sql<Stored>`select coalesce(a.used, 0)::bigint as used, coalesce(a.reserved, 0)::bigint as reserved,
      coalesce(a.size, ${sizeOf(0)})::bigint as size, c.count, c.bytes, c.next
    from (select count(*)::int as count, coalesce(sum(origin_file_size), 0)::bigint as bytes, min(archived_until) as next
      from contents where scope = ${scope} and archived_until is not null) c
    left join storage_accounts a on a.scope = ${scope}`.execute(db);
  return rows[0]!;
};

/** The invoice that is not paid, or whose payment is not decided: the one that the person can pay. */
const readOpenInvoice = async (
  context: CallContext,
  plan: PlanRow | undefined,
  pending: PlanRow | undefined,
): Promise<string | null> => {
  const wanted = pending ?? (plan?.status === 'unpaid' ? plan : undefined);
  if (!wanted) return null;
  return ownPlans(context, async (own) => {
    const { rows } = await sql<{ id: string }>`select i.id from invoices i join invoice_items t on t.invoice_id = i.id
      where t.subscription_id = ${wanted.id} and i.status in ('open', 'unpaid') order by i.created_at desc limit 1`.execute(
      own,
    );
    return rows[0]?.id ?? null;
  });
};

/** Source: D-153, D-154, STO-003…STO-006. */
export const readPlans: Handler<'storage.plans'> = async (context) => {
  const { db, scope, now } = context;
  const { plan, pending } = await ownPlans(context, async (own) => ({
    plan: await readPlan(own, scope),
    pending: await findPending(own, scope),
  }));
  const stored = await readStored(context);
  const unused = plan
    ? await quoteChange(db, plan, { action: 'cancel', planIndex: 0, period: plan.period }, now)
    : undefined;
  const since = plan?.unpaidSince;
  return {
    plans: PLANS,
    plan: planOf(plan),
    unusedFees: unused?.unused ?? 0,
    mayChange: await ownsScope(context),
    openInvoiceId: await readOpenInvoice(context, plan, pending),
    fallsAt: since ? new Date(since.getTime() + UNPAID_DAYS * 86_400_000).toISOString() : null,
    storageUsed: stored.used,
    storageReserved: stored.reserved,
    storageSize: stored.size,
    archived: { count: stored.count, bytes: stored.bytes, nextDeletionAt: stored.next?.toISOString() ?? null },
  };
};

/**
 * The refund that the last change of a kind has made. The change itself gives the money back, once; this says what became of it.
 *
 * @throws Problem `storage.refund_too_small` if nothing was to be given back.
 */
export const readRefund: Handler<'storage.refund'> = async (context, { action, planIndex }) => {
  const { db, scope } = context;
  await requireOwnScope(context);
  const changeId = await findLastChange(db, scope, { action, planIndex });
  const refund = changeId === undefined ? undefined : await refundOfChange(db, changeId);
  if (!refund) throw new Problem('storage.refund_too_small');
  return refund;
};
