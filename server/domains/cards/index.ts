import { sql } from 'kysely';
import type { ProviderCard } from '#server/adapters/payments/index.ts';
import type { Db } from '#server/db/database.ts';

// What billing needs to know of a person's cards. The rest of cards is the domain `payments`, which needs invoices: they
// would otherwise import each other.

/** The card that is charged, at the provider. */
export interface PreferredCard {
  id: string;
  customerId: string;
  brand: string;
  last4: string;
  address: ProviderCard['address'];
}

/** The preferred card of a person; undefined without one. */
export const preferredCard = async (db: Db, userId: string): Promise<PreferredCard | undefined> => {
  const { rows } = await sql<PreferredCard>`select m.id, c.customer_id as "customerId", m.brand, m.last4, m.address
    from payment_methods m join payment_customers c on c.user_id = m.user_id
    where m.user_id = ${userId} and m.is_default and m.deleted_at is null`.execute(db);
  return rows[0];
};

/** Notes why the last payment with a card failed; null: it succeeded. Source: D-186. */
export const noteCardFailure = async (db: Db, cardId: string, code: string | null): Promise<void> => {
  await sql`update payment_methods set error_code = ${code}
    where id = ${cardId} and error_code is distinct from ${code}`.execute(db);
};

/** A card of a person, by its id; undefined for a deleted one and for that of another person. */
export const ownCard = async (db: Db, userId: string, id: string): Promise<PreferredCard | undefined> => {
  const { rows } = await sql<PreferredCard>`select m.id, c.customer_id as "customerId", m.brand, m.last4, m.address
    from payment_methods m join payment_customers c on c.user_id = m.user_id
    where m.user_id = ${userId} and m.id = ${id} and m.deleted_at is null`.execute(db);
  return rows[0];
};
