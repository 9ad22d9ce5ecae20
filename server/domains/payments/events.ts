import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import {
  isProviderProblem,
  type PaymentProvider,
  type ProviderCard,
  type ProviderEvent,
} from '#server/adapters/payments/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { applyDispute, applyPayment, applyRefund } from '../invoices/index.ts';
import { applyAccount, applyPayout } from '../wallet/index.ts';
import { lockCards } from './customers.ts';
import { makeDefault, ownCards } from './methods.ts';
import { providerOf } from './provider.ts';
import { keepCard } from './setup.ts';

/** Stores an event with its job, once. @returns False for one that was stored before. */
export const storeEvent = async (
  { jobs, now }: Services,
  tx: Db,
  event: ProviderEvent,
  source: 'webhook' | 'reconcile',
): Promise<boolean> => {
  const stored = await tx
    .insertInto('payment_events')
    .values({
      id: event.id,
      type: event.type,
      object_id: event.objectId,
      object_kind: event.objectKind,
      payment_id: event.paymentId,
      created_at: event.createdAt,
      received_at: now(),
      source,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored) await jobs.send(tx, 'payments.event', { eventId: event.id });
  return stored !== undefined;
};

/**
 * Takes an event of the provider: checks its signature and stores it with its job, so that it can be answered at once.
 *
 * @throws Problem `request.invalid` for a wrong or an old signature.
 */
export const receiveEvent = async (services: Services, body: string, signature: string): Promise<void> => {
  const event = readSigned(providerOf(services), body, signature);
  await services.database.db.transaction().execute((tx) => storeEvent(services, tx, event, 'webhook'));
};

const readSigned = (provider: PaymentProvider, body: string, signature: string): ProviderEvent => {
  try {
    return provider.readEvent(body, signature);
  } catch (error) {
    if (isProviderProblem(error, 'signature'))
      throw new Problem('request.invalid', { message: 'The signature is not valid.' }, { cause: error });
    throw error;
  }
};

/**
 * Handles a stored event, once: reads the object that it names as it is now, and applies that. The event itself is not
 * applied, because it may be old, doubled, or older than one that was handled before.
 */
export const handleEvent = async (services: Services, eventId: string): Promise<void> => {
  const { db } = services.database;
  await db.transaction().execute(async (tx) => {
    const event = await tx.selectFrom('payment_events').selectAll().where('id', '=', eventId).executeTakeFirst();
    if (!event) return;
    const about = event.payment_id ?? event.object_id;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`payment event:${about}`}, 0))`.execute(tx);
    const { handled_at: handledAt } = await tx
      .selectFrom('payment_events')
      .select('handled_at')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    if (handledAt) return;
    const kind = event.object_kind as ProviderEvent['objectKind'];
    const isApplied = await applyObject(services, kind, event.object_id).catch((error: unknown) => {
      if (!isProviderProblem(error, 'not_found')) throw error;
      services.log.warn({ eventId, type: event.type, objectId: event.object_id }, 'an event names what is not there');
      return false;
    });
    await tx
      .updateTable('payment_events')
      .set({ handled_at: services.now(), outcome: isApplied ? 'applied' : 'ignored' })
      .where('id', '=', eventId)
      .execute();
  });
};

/** Reads an object from the provider and brings our rows up to date with it. @returns False if it does not concern us. */
export const applyObject = async (
  services: Services,
  kind: ProviderEvent['objectKind'],
  id: string,
): Promise<boolean> => {
  const provider = providerOf(services);
  if (kind === 'payment') await applyPayment(services, await provider.readPayment(id));
  else if (kind === 'refund') await applyRefund(services, await provider.readRefund(id));
  else if (kind === 'dispute') await applyDispute(services, await provider.readDispute(id));
  else if (kind === 'setup') return applySetup(services, provider, id);
  else if (kind === 'card') return applyCard(services, await provider.readCard(id));
  else if (kind === 'account') return applyAccount(services, await provider.readAccount(id));
  else if (kind === 'payout') return applyPayout(services, await provider.readPayout(id), 'webhook');
  else return false;
  return true;
};

/** Keeps the card of a setup whose page was closed before it could say so. */
const applySetup = async (services: Services, provider: PaymentProvider, id: string): Promise<boolean> => {
  const begun = await services.database.db
    .selectFrom('payment_setups')
    .select(['user_id', 'replaces'])
    .where('id', '=', id)
    .executeTakeFirst();
  const setup = await provider.readSetup(id);
  if (!begun || setup.status !== 'succeeded' || setup.cardId === null) return false;
  const card = await provider.readCard(setup.cardId);
  try {
    await keepCard(services, { userId: begun.user_id, card, replaces: begun.replaces, isPreferred: false });
    return true;
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof Problem && error.code === 'access.not_found') return false;
    throw error;
  }
};

/** The bank has renewed a card, or it was detached at the provider. */
const applyCard = async (services: Services, card: ProviderCard): Promise<boolean> =>
  services.database.db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('payment_methods')
      .select('user_id as userId')
      .where('id', '=', card.id)
      .executeTakeFirst();
    if (!known) return false;
    const { userId } = known;
    await lockCards(tx, userId);
    const row = await ownCards(tx, userId).where('id', '=', card.id).executeTakeFirst();
    if (!row) return false;
    const isGone = card.customerId === null;
    await tx
      .updateTable('payment_methods')
      .set({
        exp_month: card.expMonth,
        exp_year: card.expYear,
        last4: card.last4,
        address: card.address ? JSON.stringify(card.address) : null,
        ...(isGone && { deleted_at: services.now(), is_default: false }),
      })
      .where('id', '=', card.id)
      .execute();
    const next = isGone && row.is_default ? await ownCards(tx, userId).executeTakeFirst() : undefined;
    if (next) await makeDefault(tx, userId, next.id);
    return true;
  });
