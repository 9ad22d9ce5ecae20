import { sql } from 'kysely';
import { newId, userScope } from '#contract/ids.ts';
import { UNPAID_DAYS } from '#contract/storage.ts';
import { Problem } from '#contract/problems.ts';
import { storageText } from '#contract/text/storage.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { makeInvoice, markUnpaid, readInvoiceRow, settleInvoice, startAttempt } from '../invoices/index.ts';
import { archiveToFit, deleteExpired, findCritical, findExpiring } from '../library/index.ts';
import { nameOf, setRoom, sizeOf, tellStorage } from '../storage-states/index.ts';
import { isSameOffer, planItem, readOffer, taxesOfOffer } from './offer.ts';
import { nextPeriod } from './price.ts';
import { sendRefunds } from './refunds.ts';
import { PLAN, type PlanRow } from './rows.ts';
import { endPlan, tellArchived } from './shrink.ts';

// What time brings to storage plans: renewals, the fall to Starter of one that is not paid, refunds that are due, and the end of archived
// content. Any process may run it, several at once, and after any time away. Source: D-155, D-158, D-160, decision 0101.

const DAY_MS = 86_400_000;

/** Plans whose paid time is over and that were not billed for the next period. */
const IS_DUE = (now: Date) => sql`p.status = 'active' and p.paid_to <= ${now} and not exists (
  select 1 from invoice_items t where t.subscription_id = p.id and t.period_end > p.paid_to and not t.is_void)`;

const findPlans = async (db: Db, where: ReturnType<typeof IS_DUE>): Promise<PlanRow[]> =>
  (await sql<PlanRow>`select ${PLAN} from storage_plans p where ${where} order by p.id`.execute(db)).rows;

/** The person who pays has left: nothing more is charged. */
const HAS_NO_PAYER = sql`not exists (select 1 from users u where u.id = p.user_id and u.deleted_at is null)`;

const lockPlan = async (db: Db, { scope, userId }: PlanRow): Promise<void> =>
  raiseScopes(db, userId ? [scope, userScope(userId)] : [scope]);

/** Bills the next period of a plan. Until it is paid or has failed, the plan goes on. */
const renewPlan = async (services: Services, plan: PlanRow): Promise<void> => {
  const { db } = services.database;
  if (!services.payments || !plan.userId) return;
  const { userId, scope, planIndex } = plan;
  const now = services.now();
  const period = nextPeriod(planIndex, plan.period, plan.paidTo, now);
  const item = planItem(plan.id, planIndex, period, { credit: 0, reason: 'month' });
  const before = await readOffer(db, userId, item, undefined);
  const taxes = await taxesOfOffer(services, before);
  const invoiceId = await db.transaction().execute(async (tx) => {
    await lockPlan(tx, plan);
    const isStillDue = (await findPlans(tx, sql`p.id = ${plan.id} and ${IS_DUE(now)}`)).length > 0;
    const offer = await readOffer(tx, userId, item, undefined);
    // Something changed meanwhile: the next run sees it.
    if (!isStillDue || !isSameOffer(before, offer)) return undefined;
    const { waiting, card } = offer;
    const made = {
      userId,
      kind: 'month' as const,
      items: [item],
      waiting,
      debts: [],
      taxes,
      cause: 'job' as const,
      now,
    };
    const id = await makeInvoice(tx, { ...made, planScope: scope });
    const invoice = (await readInvoiceRow(tx, id))!;
    if (card) {
      await startAttempt(tx, invoice, card, { isOffSession: true, now });
      return id;
    }
    await markUnpaid(tx, services, invoice, { cause: 'job', now, isOffSession: true, tryId: newId(now.getTime()) });
    return undefined;
  });
  if (invoiceId) await settleInvoice(services, invoiceId, 'job');
};

/** A plan that is not paid, or whose payer has left, becomes Starter; what does not fit is archived, the oldest first. */
const fall = (services: Services, plan: PlanRow, where: ReturnType<typeof IS_DUE>): Promise<void> =>
  services.database.db.transaction().execute(async (tx) => {
    await lockPlan(tx, plan);
    if ((await findPlans(tx, sql`p.id = ${plan.id} and ${where}`)).length === 0) return;
    const now = services.now();
    const { scope, id } = plan;
    await endPlan(tx, plan, { cause: 'job', now });
    const archived = await archiveToFit(tx, scope, sizeOf(0), { choice: { mode: 'auto_oldest' }, now, isForced: true });
    await setRoom(tx, scope, 0);
    const values = { plan: nameOf(0), after: storageText.fellUnpaid(nameOf(plan.planIndex)) };
    await tellStorage(tx, services, scope, { kind: 'plan_changed', of: `${id}:fell`, values });
    await tellArchived(tx, services, scope, archived, `${id}:fell`);
  });

/** Reminders 7 and 1 days before archived content is deleted, then its end. Source: D-158. */
const passArchive = async (services: Services): Promise<void> => {
  const { db } = services.database;
  const now = services.now();
  for (const { scope, until, count } of await findExpiring(db, now, 7)) {
    const isLast = until.getTime() - now.getTime() <= DAY_MS;
    const values = { days: isLast ? '1 day' : '7 days', count: storageText.items(count) };
    await db.transaction().execute((tx) =>
      tellStorage(tx, services, scope, {
        kind: 'archive_deletion',
        of: `${scope}:${until.toISOString()}:${isLast ? 1 : 7}`,
        values,
      }),
    );
  }
  await deleteExpired(services);
};

/** Says once that over 80 % of the storage are used. Source: D-341. */
const tellCritical = (services: Services): Promise<void> =>
  services.database.db.transaction().execute(async (tx) => {
    const at = services.now().toISOString();
    for (const scope of await findCritical(tx))
      await tellStorage(tx, services, scope, { kind: 'storage_critical', of: `${scope}:${at}`, values: {} });
  });

/** All that is due. Every step may be repeated, and stops nothing else when it fails. */
export const runPlans = async (services: Services, signal?: AbortSignal): Promise<void> => {
  const { database, log, wake } = services;
  const failures: unknown[] = [];
  const step = async (about: Record<string, unknown>, work: () => Promise<void>): Promise<void> => {
    signal?.throwIfAborted();
    try {
      await work();
    } catch (error) {
      // A card that was declined, or a provider that is away: the schedule and the next run go on with it.
      if (error instanceof Problem) log.info({ ...about, code: error.code }, 'billing of a storage plan goes on later');
      else failures.push(error);
    }
  };
  const now = services.now();
  const isUnpaid = sql`p.status = 'unpaid' and p.unpaid_since <= ${new Date(now.getTime() - UNPAID_DAYS * DAY_MS)}`;
  const isLeft = sql`p.status in ('active', 'unpaid') and p.paid_to <= ${now} and ${HAS_NO_PAYER}`;
  const isOver = sql`((${isUnpaid}) or (${isLeft}))`;
  for (const plan of await findPlans(database.db, isOver)) {
    await step({ plan: plan.id }, () => fall(services, plan, isOver));
    wake.notify([plan.scope as `user:${string}`]);
  }
  for (const plan of await findPlans(database.db, IS_DUE(now))) {
    await step({ plan: plan.id }, () => renewPlan(services, plan));
    wake.notify([plan.scope as `user:${string}`]);
  }
  await step({}, () => sendRefunds(services));
  await step({}, () => passArchive(services));
  await step({}, () => tellCritical(services));
  if (failures.length > 0) throw new AggregateError(failures, 'Billing of storage plans failed.');
};
