import { createHash } from 'node:crypto';
import type { PaymentProvider } from '#server/adapters/payments/index.ts';
import { found } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { asked } from './provider.ts';

/** The person's customer at the provider; undefined before the first card. */
const findCustomer = async (db: Db, userId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.customer_id;
};

/** Locks the person's cards until the transaction ends, so that two changes of them come one after the other. */
export const lockCards = async (tx: Db, userId: string): Promise<string> =>
  found(
    await tx
      .selectFrom('payment_customers')
      .select('customer_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst(),
  ).customer_id;

/** Makes the customer at the provider if there is none. Two calls at once get the same: they use the same key. */
export const ensureCustomer = async (db: Db, provider: PaymentProvider, userId: string): Promise<string> => {
  const known = await findCustomer(db, userId);
  if (known) return known;
  const { email, first_name, last_name } = found(
    await db
      .selectFrom('users')
      .select(['email', 'first_name', 'last_name'])
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  const customer = { userId, email, name: `${first_name} ${last_name}`.trim() };
  // Of the facts too: after a change of the address the same key would be refused.
  const facts = createHash('sha256').update(JSON.stringify(customer)).digest('base64url');
  const customerId = await asked(provider.createCustomer(customer, `customer:${userId}:${facts}`));
  await db
    .insertInto('payment_customers')
    .values({ user_id: userId, customer_id: customerId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return (await findCustomer(db, userId)) ?? customerId;
};
