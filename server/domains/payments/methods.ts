import type { PaymentMethod } from '#contract/payments.ts';
import { Problem } from '#contract/problems.ts';
import type { Selectable } from 'kysely';
import type { ProviderCard } from '#server/adapters/payments/index.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { Db } from '#server/db/database.ts';
import type { PaymentMethodsTable } from '#server/db/schema.ts';
import type { Services } from '#server/services.ts';
import { findUsedCards } from '../invoices/index.ts';
import { lockCards } from './customers.ts';

export type CardRow = Selectable<PaymentMethodsTable>;
export type Address = NonNullable<ProviderCard['address']>;

/** A card as the person sees it. Source: SUB-029. */
export const toMethod = (row: CardRow, used: ReadonlySet<string>, hasAddress: boolean): PaymentMethod => ({
  id: row.id,
  brand: row.brand,
  expYear: row.exp_year,
  expMonth: row.exp_month,
  last4: row.last4,
  isDefaultMethod: row.is_default,
  hasActiveSubscriptions: used.has(row.id),
  billingDetailsAddress: hasAddress ? (row.address as Address | null) : null,
  errorCode: row.error_code,
});

/** The cards of a person, the preferred one first, then the newest. */
export const ownCards = (db: Db, userId: string) =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id');

/** Makes a card the one that is charged. The person's cards are locked. */
export const makeDefault = async (db: Db, userId: string, cardId: string): Promise<void> => {
  await db
    .updateTable('payment_methods')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .where('id', '!=', cardId)
    .execute();
  await db.updateTable('payment_methods').set({ is_default: true }).where('id', '=', cardId).execute();
};

/** Has the provider forget the cards of a person who is erased. */
export const forgetCards = async ({ jobs }: Services, db: Db, userId: string): Promise<void> => {
  for (const { id } of await ownCards(db, userId).execute()) await jobs.send(db, 'payments.detach', { cardId: id });
};

const listMethods: Handler<'payments.methods'> = (
  { db, session: { userId } },
  { billing_details_address: withAddress },
) =>
  asPerson(db, userId, async (own) => {
    const rows = await ownCards(own, userId).execute();
    const used = await findUsedCards(own, userId);
    return { count: rows.length, results: rows.map((row) => toMethod(row, used, withAddress === 'true')) };
  });

const setPreferred: Handler<'payments.setPreferred'> = ({ db, session: { userId } }, { payment_method_id: id }) =>
  asPerson(db, userId, async (own) => {
    await lockCards(own, userId);
    const card = found(await ownCards(own, userId).where('id', '=', id).executeTakeFirst());
    await makeDefault(own, userId, id);
    return toMethod({ ...card, is_default: true }, await findUsedCards(own, userId), true);
  });

/** @returns False if it was deleted before. */
const markDeleted = async (
  own: Db,
  { userId, id, now }: { userId: string; id: string; now: Date },
): Promise<boolean> => {
  await lockCards(own, userId);
  const card = found(
    await own
      .selectFrom('payment_methods')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (card.deleted_at) return false;
  if ((await findUsedCards(own, userId)).has(id)) throw new Problem('payment.method_in_use');
  await own.updateTable('payment_methods').set({ deleted_at: now, is_default: false }).where('id', '=', id).execute();
  if (!card.is_default) return true;
  const next = await ownCards(own, userId).executeTakeFirst();
  if (next) await makeDefault(own, userId, next.id);
  return true;
};

/** A card that is already deleted stays so: a repeat whose first answer was lost gets the same one. */
const deleteMethod: Handler<'payments.delete'> = async (
  { services, db, session: { userId }, now },
  { payment_method_id: id },
) => {
  const isNew = await asPerson(db, userId, (own) => markDeleted(own, { userId, id, now }));
  if (isNew) await services.jobs.send(db, 'payments.detach', { cardId: id });
};

export const methodHandlers = {
  'payments.methods': listMethods,
  'payments.setPreferred': setPreferred,
  'payments.delete': deleteMethod,
} satisfies Handlers;
