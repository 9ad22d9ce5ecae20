import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { found, type Handler } from '#server/calls/context.ts';
import { takeToken, type Bucket } from '#server/calls/rate-limit.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { preferredCard } from '../cards/index.ts';
import { requireProvider, settleAttempt, settleInvoice } from './charge.ts';
import { SMALLEST_PAYMENT_CENTS, startAttempt } from './make.ts';
import { lockPerson, readAttempt, readInvoiceRow, readLastAttempt, type InvoiceRow } from './rows.ts';

/** Charges that one person may ask for: whoever tries out stolen cards needs many. */
export const CHARGES: Bucket = { capacity: 20, perSeconds: 3_600 };

/** @throws Problem `access.not_found` for an invoice of another person. */
const ownInvoice = async (db: Db, userId: string, id: string): Promise<InvoiceRow> => {
  const invoice = await readInvoiceRow(db, id);
  return found(invoice?.userId === userId ? invoice : undefined);
};

const isPayable = ({ status, carriedTo, total }: InvoiceRow): boolean =>
  (status === 'open' || status === 'unpaid') && carriedTo === null && total >= SMALLEST_PAYMENT_CENTS;

/**
 * Begins a try to charge an invoice, or finds the one that is not decided yet: there is never a second one.
 *
 * @returns Its id.
 * @throws Problem `invoice.not_open`, `subscription.card_needed`.
 */
const beginAttempt = (services: Services, userId: string, invoiceId: string, isOffSession: boolean): Promise<string> =>
  services.database.db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId);
    const invoice = await ownInvoice(tx, userId, invoiceId);
    const last = await readLastAttempt(tx, invoiceId);
    if (last && last.status !== 'succeeded' && last.status !== 'failed') return last.id;
    if (!isPayable(invoice)) throw new Problem('invoice.not_open');
    const card = await preferredCard(tx, userId);
    if (!card) throw new Problem('subscription.card_needed');
    return startAttempt(tx, invoice, card, { isOffSession, now: services.now() });
  });

const pay: Handler<'invoices.pay'> = async ({ services, session: { userId } }, { invoiceId }) => {
  await asPerson(services.database.db, userId, (db) => ownInvoice(db, userId, invoiceId));
  requireProvider(services);
  await takeToken(services.database.counters, `billing:${userId}`, CHARGES);
  await beginAttempt(services, userId, invoiceId, false);
  return settleInvoice(services, invoiceId);
};

const refresh: Handler<'invoices.refresh'> = async ({ services, session: { userId } }, { invoiceId }) => {
  await asPerson(services.database.db, userId, (db) => ownInvoice(db, userId, invoiceId));
  requireProvider(services);
  await takeToken(services.database.counters, `billing-refresh:${userId}`, { capacity: 120, perSeconds: 3_600 });
  return settleInvoice(services, invoiceId);
};

export const payHandlers = { 'invoices.pay': { outside: pay }, 'invoices.refresh': { outside: refresh } };

/** Charges an invoice without its person: by a job. A failure follows its schedule; it is no error. */
export const chargeAlone = async (services: Services, userId: string, invoiceId: string): Promise<void> => {
  const id = await beginAttempt(services, userId, invoiceId, true);
  await settleAttempt(services, (await readAttempt(services.database.db, id))!, 'job');
};

/** Charges what a person owes, after a card was replaced. Source: D-188. */
export const retryOpenInvoice = async (services: Services, userId: string): Promise<void> => {
  const { rows } = await sql<{
    id: string;
  }>`select i.id from invoices i where i.user_id = ${userId} and i.carried_to is null
      and i.total >= ${SMALLEST_PAYMENT_CENTS} and (i.status = 'unpaid' or (i.status = 'open' and i.failed_at is not null))
      and not exists (select 1 from users u where u.id = i.user_id and u.deleted_at is not null)
    order by i.created_at`.execute(services.database.db);
  if (!services.payments) return;
  for (const { id } of rows)
    await chargeAlone(services, userId, id).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      services.log.info({ userId, invoiceId: id, code: error.code }, 'open invoice not charged');
    });
};

/** Whether a card would be charged, as SQL. The table's alias is `m`. */
export const IS_CARD_USED = sql`m.is_default and m.deleted_at is null and (
  exists (select 1 from subscriptions s where s.user_id = m.user_id and s.type = 'subscribed'
    and s.status is distinct from 'cancellation')
  or exists (select 1 from storage_plans p where p.user_id = m.user_id and p.status in ('active', 'unpaid'))
  or exists (select 1 from invoices i where i.user_id = m.user_id and i.status = 'open')
  or (exists (select 1 from subscriptions s where s.user_id = m.user_id and s.type in ('trial', 'trial-free'))
    and exists (select 1 from subscriptions s where s.user_id = m.user_id and s.consented_at is not null)))`;

/**
 * Cards that would be charged: the preferred one, while a subscription is paid or a trial will be. Source: SUB-019, D-189.
 *
 * @returns Ids of cards.
 */
export const findUsedCards = async (db: Db, userId: string): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`select m.id from payment_methods m
    where m.user_id = ${userId} and ${IS_CARD_USED}`.execute(db);
  return new Set(rows.map((row) => row.id));
};

/** Of some movements of the provider, by id, those that the books do not have. */
export const findUnbooked = async (db: Db, movementIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`select m.id from unnest(${sql.val([...movementIds])}::text[]) as m(id)
    where not exists (select 1 from ledger_entries e where e.idempotency_key = 'movement:' || m.id)`.execute(db);
  return new Set(rows.map((row) => row.id));
};
