import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { PaymentProvider, ProviderCard } from '#server/adapters/payments/index.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { takeToken, type Bucket } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { findUsedCards } from '../invoices/index.ts';
import { ensureCustomer, lockCards } from './customers.ts';
import { makeDefault, ownCards, toMethod, type Address, type CardRow } from './methods.ts';
import { asked, providerOf } from './provider.ts';

/** Most cards of a person. */
export const METHODS_MAX = 10;
/** Setups of a person: whoever tries out stolen numbers needs many. */
const SETUPS: Bucket = { capacity: 20, perSeconds: 3_600 };

const createSetup: Handler<'payments.createSetupIntent'> = async (context, { updatePaymentMethodId: replaces }) => {
  const { services, db, session, request, now } = context;
  const { userId } = session;
  const provider = providerOf(services);
  const cards = await ownCards(db, userId).execute();
  if (replaces !== undefined) found(cards.find(({ id }) => id === replaces));
  else if (cards.length >= METHODS_MAX) throw new Problem('payment.too_many_methods');
  await takeToken(services.database.counters, `payments:setup:${userId}`, SETUPS);
  const customerId = await ensureCustomer(db, provider, userId);
  const key = `setup:${userId}:${request.idempotencyKey ?? newId(now.getTime())}`;
  const { id, clientSecret } = await asked(provider.createSetup(customerId, key));
  await db
    .insertInto('payment_setups')
    .values({ id, user_id: userId, replaces: replaces ?? null, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return { clientSecret };
};

interface NewCard {
  userId: string;
  card: ProviderCard;
  /** The card that it takes the place of. */
  replaces: string | null;
  isPreferred: boolean;
}

/**
 * Keeps a card whose setup has succeeded; one that is kept already stays as it is. It takes the place of the card that the
 * person replaces, and of one with the same number. The first card is the preferred one.
 *
 * @throws Problem `access.not_found` if the card is another customer's, or was deleted meanwhile.
 */
export const keepCard = (services: Services, { userId, card, replaces, isPreferred }: NewCard): Promise<CardRow> =>
  services.database.db.transaction().execute(async (tx) => {
    const customerId = await lockCards(tx, userId);
    const existing = await tx.selectFrom('payment_methods').selectAll().where('id', '=', card.id).executeTakeFirst();
    if (!existing && card.customerId !== customerId) throw new Problem('access.not_found');
    if (existing && (existing.user_id !== userId || existing.deleted_at)) throw new Problem('access.not_found');
    const former = existing ? [] : await giveWay(services, tx, { userId, card, replaces });
    const { brand, last4, expMonth: exp_month, expYear: exp_year, fingerprint } = card;
    const facts = { brand, last4, exp_month, exp_year, fingerprint, address: addressText(card) };
    await tx
      .insertInto('payment_methods')
      .values({ id: card.id, user_id: userId, ...facts, created_at: services.now() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
      .execute();
    const others = await ownCards(tx, userId).execute();
    const takesOver = former.some((one) => one.is_default) || !others.some((one) => one.is_default);
    if (isPreferred || takesOver) await makeDefault(tx, userId, card.id);
    // The one that was charged in vain was replaced: what is open is charged to this one.
    if (former.some((one) => one.error_code !== null || one.id === replaces))
      await services.jobs.send(tx, 'payments.retry', { userId });
    return tx.selectFrom('payment_methods').selectAll().where('id', '=', card.id).executeTakeFirstOrThrow();
  });

const addressText = ({ address }: ProviderCard): string | null => (address ? JSON.stringify(address) : null);

/** Deletes the cards that a new one takes the place of. @returns What they were. */
const giveWay = async (
  { jobs, now }: Services,
  tx: Db,
  { userId, card, replaces }: Omit<NewCard, 'isPreferred'>,
): Promise<CardRow[]> => {
  const isFormer = ({ id, fingerprint }: CardRow) =>
    id === replaces || (fingerprint !== null && fingerprint === card.fingerprint);
  const former = (await ownCards(tx, userId).execute()).filter(isFormer);
  for (const { id } of former) {
    await tx
      .updateTable('payment_methods')
      .set({ deleted_at: now(), is_default: false, replaced_by: card.id })
      .where('id', '=', id)
      .execute();
    await jobs.send(tx, 'payments.detach', { cardId: id });
  }
  return former;
};

/**
 * The address of the preferred card. If an event has kept the new card already, that may be the card whose place it took.
 */
const findPreviousAddress = async (db: Db, userId: string, cardId: string): Promise<Address | null> => {
  const row = await db
    .selectFrom('payment_methods')
    .select('address')
    .where('user_id', '=', userId)
    .where('id', '!=', cardId)
    .where('address', 'is not', null)
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('replaced_by', '=', cardId)]))
    .orderBy('is_default', 'desc')
    .orderBy(sql`replaced_by is not null`, 'desc')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return (row?.address ?? null) as Address | null;
};

/** Source: SUB-069. */
const withPreviousAddress = async (
  { db, session }: CallContext,
  provider: PaymentProvider,
  card: ProviderCard,
): Promise<ProviderCard> => {
  const address = await findPreviousAddress(db, session.userId, card.id);
  if (!address) return card;
  await asked(provider.setAddress(card.id, address));
  return { ...card, address };
};

const finishSetup: Handler<'payments.finishSetup'> = async (context, input) => {
  const { services, db, session } = context;
  const { userId } = session;
  const provider = providerOf(services);
  const begun = found(
    await db
      .selectFrom('payment_setups')
      .select(['id', 'replaces'])
      .where('id', '=', input.clientSecret.split('_secret_')[0]!)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
  const setup = await asked(provider.readSetup(begun.id));
  if (setup.status !== 'succeeded' || setup.cardId === null) throw new Problem('payment.setup_unfinished');
  const card = await asked(provider.readCard(setup.cardId));
  const row = await keepCard(services, {
    userId,
    card: input.usePreviousAddress ? await withPreviousAddress(context, provider, card) : card,
    replaces: begun.replaces,
    isPreferred: input.makePreferredWayToPay,
  });
  return { paymentMethod: toMethod(row, await findUsedCards(db, userId), true), isPreferred: row.is_default };
};

export const setupHandlers = {
  'payments.createSetupIntent': { outside: createSetup },
  'payments.finishSetup': { outside: finishSetup },
} satisfies Handlers;
