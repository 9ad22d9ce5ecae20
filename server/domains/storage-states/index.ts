import { sql } from 'kysely';
import { STORAGE_PLANS, BYTES_PER_GB, UNPAID_DAYS } from '#contract/storage.ts';
import { notificationKinds, notificationLinks, type NotificationKind } from '#contract/text/notifications.ts';
import type { storageKinds } from '#contract/text/notifications-storage.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { notifyAll } from '../notifications/index.ts';

// What payments change in storage plans. A domain of its own, because invoices and plans would otherwise import each other. The caller
// holds the scope of the person who pays. Source: D-155…D-160, decision 0101.

/** The part of an invoice item that plans need. */
interface PaidItem {
  subscriptionId: string;
  sportId: string | null;
  periodStart: Date;
  periodEnd: Date;
}

/** Bytes of a plan. Source: D-338. */
export const sizeOf = (planIndex: number): number => STORAGE_PLANS[planIndex]!.storageSize * BYTES_PER_GB;
/** As people know it. */
export const nameOf = (planIndex: number): string => STORAGE_PLANS[planIndex]!.name;

/** The room of a scope follows its plan at once. */
export const setRoom = async (db: Db, scope: string, planIndex: number): Promise<void> => {
  const size = sizeOf(planIndex);
  await sql`insert into storage_accounts (scope, size) values (${scope}, ${size})
    on conflict (scope) do update set size = ${size}, is_unpaid = false`.execute(db);
};

/** The people who look after a scope: its person, or the administrators of an organization. */
const peopleOf = async (db: Db, scope: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select u.id from users u where u.scope = ${scope}
    union select a.user_id from organization_admins a where 'org:' || a.organization_id = ${scope}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Notifies the people of a scope of something about its plan or its archive, once per kind and `of`. Source: D-341. */
export const tellStorage = async (
  db: Db,
  services: Services,
  scope: string,
  { kind, of, values }: { kind: keyof typeof storageKinds; of: string; values: Readonly<Record<string, string>> },
): Promise<void> => {
  const { title, text, linkTitle }: NotificationKind = notificationKinds[kind];
  const isAboutContent = kind === 'content_archived' || kind === 'archive_deletion';
  await notifyAll(db, services, await peopleOf(db, scope), {
    recipientType: 'educator',
    kind,
    cause: `${kind}:${of}`,
    title: title(values),
    text: text(values),
    link: notificationLinks[isAboutContent ? 'archived' : 'storagePlans']({ scope }),
    linkTitle,
  });
};

interface Begun {
  id: string;
  scope: string;
  planIndex: number;
  status: string;
}

/** A first payment succeeded: the plan before it ends, the room grows, and what it gives back is due. */
const begin = async (db: Db, services: Services, { id, scope, planIndex }: Begun, now: Date): Promise<void> => {
  await sql`update storage_plans set status = 'ended', unpaid_since = null, ended_at = ${now}
    where scope = ${scope} and status in ('active', 'unpaid')`.execute(db);
  await sql`update storage_plans set status = 'active' where id = ${id}`.execute(db);
  await setRoom(db, scope, planIndex);
  const due = await sql<{ changeId: string }>`update storage_refunds set state = 'due'
    where plan_id = ${id} and state = 'planned' returning change_id as "changeId"`.execute(db);
  for (const changeId of new Set(due.rows.map((row) => row.changeId)))
    await services.jobs.send(db, 'storage.refund', { changeId });
  await tellStorage(db, services, scope, { kind: 'plan_changed', of: id, values: { plan: nameOf(planIndex) } });
};

/** Invoice items were paid: their plans begin or go on. One that has ended stays so. */
export const activatePlans = async (
  db: Db,
  services: Services,
  items: readonly PaidItem[],
  now: Date,
): Promise<void> => {
  for (const { subscriptionId, periodStart, periodEnd } of items.filter(({ sportId }) => sportId === null)) {
    const { rows } = await sql<Begun>`select id, scope, plan_index as "planIndex", status from storage_plans
      where id = ${subscriptionId} for update`.execute(db);
    const [plan] = rows;
    if (plan?.status === 'pending') await begin(db, services, plan, now);
    if (plan?.status !== 'active' && plan?.status !== 'unpaid') continue;
    const longer = await sql`update storage_plans set period_start = ${periodStart}, paid_to = ${periodEnd}
      where id = ${plan.id} and paid_to < ${periodEnd} returning id`.execute(db);
    // What the plan before it paid for was used up in the first period.
    if (longer.rows.length > 0) await sql`delete from storage_credits where plan_id = ${plan.id}`.execute(db);
    await resume(db, [plan.id]);
  }
};

const resume = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`with paid as (update storage_plans set status = 'active', unpaid_since = null
      where id = any(${sql.val([...ids])}::uuid[]) and status = 'unpaid' returning scope)
    update storage_accounts a set is_unpaid = false from paid where a.scope = paid.scope`.execute(db);
};

/** A renewal failed, or the bank holds its payment: uploads are refused until it is paid. Source: D-160. */
export const markPlansUnpaid = async (
  db: Db,
  services: Services,
  ids: readonly string[],
  since: Date,
): Promise<void> => {
  const { rows } = await sql<Begun>`update storage_plans set status = 'unpaid', unpaid_since = ${since}
    where id = any(${sql.val([...ids])}::uuid[]) and status = 'active' returning id, scope, plan_index as "planIndex"`.execute(
    db,
  );
  const falls = new Date(since.getTime() + UNPAID_DAYS * 86_400_000);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(falls);
  for (const { id, scope, planIndex } of rows) {
    await sql`update storage_accounts set is_unpaid = true where scope = ${scope}`.execute(db);
    const values = { plan: nameOf(planIndex), day };
    await tellStorage(db, services, scope, { kind: 'plan_unpaid', of: `${id}:${since.toISOString()}`, values });
  }
};

/** The bank gave a disputed payment back to us. */
export const resumePlans = resume;

/** First payments failed: their plans never began. */
export const voidPlans = async (db: Db, ids: readonly string[], now: Date): Promise<void> => {
  const gone = await sql<{ id: string }>`update storage_plans set status = 'void', ended_at = ${now}
    where id = any(${sql.val([...ids])}::uuid[]) and status = 'pending' returning id`.execute(db);
  const voided = sql`any(${sql.val(gone.rows.map(({ id }) => id))}::uuid[])`;
  await sql`delete from storage_refunds where plan_id = ${voided} and state = 'planned'`.execute(db);
  await sql`delete from storage_credits where plan_id = ${voided}`.execute(db);
};
