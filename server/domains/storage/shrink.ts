import { sql } from 'kysely';
import { newId, userScope } from '#contract/ids.ts';
import type { PlanPeriod } from '#contract/storage.ts';
import { Problem } from '#contract/problems.ts';
import { storageText } from '#contract/text/storage.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { dayName, makeInvoice, markPaid, readInvoiceRow, voidInvoice } from '../invoices/index.ts';
import { archiveToFit, type ArchiveChoice, type Archived } from '../library/index.ts';
import { nameOf, setRoom, sizeOf, tellStorage } from '../storage-states/index.ts';
import { insertPlan, planItem } from './offer.ts';
import { quoteChange, requireChange, type Quote } from './quote.ts';
import { keepRefunds, refundOfChange } from './refunds.ts';
import { findPending, planOf, readPlan, type PlanRow } from './rows.ts';
import { requireOwnScope } from '../organizations/index.ts';

// A plan is made smaller or ends. Nothing is charged, so all of it is one transaction; the refund is a job. Source: D-157, D-158.

export interface Shrinking {
  action: 'downgrade' | 'cancel';
  planIndex: number;
  period?: PlanPeriod | undefined;
  archiveMode: 'manual' | 'auto_oldest';
  contentIds?: readonly string[] | undefined;
  refundPaymentMethodId?: string | undefined;
}

const choiceOf = ({ archiveMode, contentIds = [] }: Shrinking): ArchiveChoice =>
  archiveMode === 'manual' ? { mode: 'manual', ids: contentIds } : { mode: 'auto_oldest' };

/** Ends the current plan, and takes back a renewal that was not paid. A payment that still comes for it is given back by itself. */
export const endPlan = async (
  db: Db,
  { id, scope }: Pick<PlanRow, 'id' | 'scope'>,
  { cause, now }: { cause: 'call' | 'job'; now: Date },
): Promise<void> => {
  const { rows } = await sql<{
    id: string;
  }>`select i.id from invoices i where i.plan_scope = ${scope} and i.status in ('open', 'unpaid')
    and exists (select 1 from invoice_items t where t.invoice_id = i.id and t.subscription_id = ${id})`.execute(db);
  for (const row of rows) {
    const invoice = (await readInvoiceRow(db, row.id))!;
    await voidInvoice(db, invoice, { cause, now, reason: 'The storage plan ended without this period.' });
  }
  await sql`update storage_plans set status = 'ended', unpaid_since = null, ended_at = ${now}
    where id = ${id} and status in ('active', 'unpaid')`.execute(db);
};

/** Says what was archived, once per change. */
export const tellArchived = async (
  db: Db,
  services: Services,
  scope: string,
  { ids, until }: Archived,
  changeId: string,
): Promise<void> => {
  if (until === null) return;
  const values = { count: storageText.items(ids.length), day: dayName(until) };
  await tellStorage(db, services, scope, { kind: 'content_archived', of: changeId, values });
};

/** Begins the smaller plan, which the unused part of the former one pays for. */
const beginSmaller = async (
  context: CallContext,
  former: PlanRow,
  { planIndex }: Shrinking,
  quote: Quote,
  planId: string,
): Promise<void> => {
  const { db, services, scope, now } = context;
  const { userId, period } = former;
  const wanted = { id: planId, scope, userId: userId!, planIndex, period, requestKey: undefined };
  await insertPlan(db, wanted, quote.period!, quote, now);
  const item = planItem(planId, planIndex, quote.period!, { credit: quote.period!.price, reason: 'first' });
  const invoiceId = await makeInvoice(db, {
    userId: userId!,
    kind: 'first',
    items: [item],
    waiting: [],
    debts: [],
    taxes: [],
    cause: 'call',
    now,
    planScope: scope,
  });
  await markPaid(db, services, (await readInvoiceRow(db, invoiceId))!, now);
};

/** Begins Starter, which needs no row. */
const beginStarter = async ({ db, services, scope }: CallContext, changeId: string): Promise<void> => {
  await setRoom(db, scope, 0);
  await tellStorage(db, services, scope, { kind: 'plan_changed', of: changeId, values: { plan: nameOf(0) } });
};

/**
 * Ends the own plan of a person whose account is deleted; what is left unused is given back. A plan whose payment is not decided runs
 * until the end of its paid time. The caller has raised the scope. Source: D-90, D-20.
 */
export const endPlanOfLeaver = async ({ db, services, session, now }: CallContext): Promise<void> => {
  const { scope, userId } = session;
  const plan = await readPlan(db, scope);
  if (!plan || (await findPending(db, scope))) return;
  const change = { action: 'cancel' as const, planIndex: 0 };
  const quote = await quoteChange(db, plan, { ...change, period: plan.period }, now);
  await archiveToFit(db, scope, sizeOf(0), { choice: { mode: 'auto_oldest' }, now, isForced: true });
  await endPlan(db, plan, { cause: 'call', now });
  await setRoom(db, scope, 0);
  const changeId = newId(now.getTime());
  await keepRefunds(db, services, quote, { scope, userId, changeId, ...change, planId: null, now });
};

/**
 * Makes the plan smaller, or ends it, at once: what does not fit is archived, and what is left unused is given back if it is more
 * than $5.00.
 *
 * @throws Problem `access.denied`, as `requireChange`; `storage.does_not_fit`.
 */
export const shrinkPlan = async (context: CallContext, wanted: Shrinking) => {
  const { db, services, scope, session, now } = context;
  await requireOwnScope(context);
  const payer = (await readPlan(db, scope))?.userId ?? session.userId;
  await raiseScopes(db, [scope, userScope(session.userId), userScope(payer)]);
  if (await findPending(db, scope)) throw new Problem('storage.payment_pending');
  const plan = await readPlan(db, scope);
  const { action, planIndex, refundPaymentMethodId } = wanted;
  requireChange(plan, { action, planIndex, period: wanted.period }, { userId: session.userId, now });
  const former = plan!;
  const { period } = former;
  const quote = await quoteChange(db, former, { action, planIndex, period, refundPaymentMethodId }, now);
  const archived = await archiveToFit(db, scope, sizeOf(planIndex), { choice: choiceOf(wanted), now });
  const changeId = newId(now.getTime());
  await endPlan(db, former, { cause: 'call', now });
  if (planIndex > 0) await beginSmaller(context, former, wanted, quote, changeId);
  else await beginStarter(context, changeId);
  const userId = former.userId ?? session.userId;
  await keepRefunds(db, services, quote, { scope, userId, changeId, action, planIndex, planId: null, now });
  await tellArchived(db, services, scope, archived, changeId);
  context.wake(userScope(userId));
  const refund = await refundOfChange(db, changeId);
  return {
    plan: planOf(await readPlan(db, scope)),
    archivedContentIds: archived.ids,
    archivedUntil: archived.until?.toISOString() ?? null,
    ...(refund ? { refund } : {}),
  };
};
