import { newId } from '#contract/ids.ts';
import type { TestServer } from '#tests/support/server.ts';

export interface PaymentRows {
  /** A card that is not the preferred one. */
  card: string;
  /** Client secrets of setups: whose card is not kept yet, without a card, and that wait for the bank. */
  doneSetup: string;
  openSetup: string;
  askedSetup: string;
  /** A paid one. */
  invoice: string;
  /** Of the page of the sandbox where a bank account is registered. */
  registrationLink: string;
}

/** Ids that no row has. */
export const noPaymentRows = (): PaymentRows => ({
  card: newId(),
  doneSetup: newId(),
  openSetup: newId(),
  askedSetup: newId(),
  invoice: newId(),
  registrationLink: newId(),
});

/** Adds a customer at the sandbox, with cards and setups. */
export const addPaymentRows = async ({ services }: TestServer, userId: string): Promise<PaymentRows> => {
  const { db } = services.database;
  const now = services.now();
  const known = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const customer = known?.customer_id ?? `cus_${newId()}`;
  if (!known) {
    await db.insertInto('sandbox_customers').values({ id: customer, created_at: now }).execute();
    await db.insertInto('payment_customers').values({ user_id: userId, customer_id: customer }).execute();
  }
  const facts = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 };
  const addCard = async (isAttached: boolean) => {
    const id = `pm_${newId()}`;
    await db
      .insertInto('sandbox_cards')
      .values({
        id,
        ...facts,
        customer_id: isAttached ? customer : null,
        fingerprint: newId(),
        behaviour: 'succeeds',
        created_at: now,
      })
      .execute();
    return id;
  };
  const addSetup = async (status: string, card: string | null) => {
    const id = `seti_${newId()}`;
    const secret = `${id}_secret_${newId()}`;
    await db
      .insertInto('sandbox_setups')
      .values({ id, client_secret: secret, customer_id: customer, status, card_id: card, created_at: now })
      .execute();
    await db.insertInto('payment_setups').values({ id, user_id: userId }).execute();
    return secret;
  };
  if (!known)
    await db
      .insertInto('payment_methods')
      .values({ id: await addCard(true), user_id: userId, ...facts, is_default: true })
      .execute();
  const card = await addCard(true);
  await db
    .insertInto('payment_methods')
    .values({ id: card, user_id: userId, ...facts })
    .execute();
  const invoice = newId();
  await db
    .insertInto('invoices')
    .values({
      id: invoice,
      user_id: userId,
      kind: 'month',
      currency: 'usd',
      status: 'paid',
      subtotal: 399,
      tax: 0,
      debt: 0,
      total: 399,
      created_at: now,
      paid_at: now,
    })
    .execute();
  const accountId = `acct_${newId()}`;
  const registrationLink = `link_${newId()}`;
  await db.insertInto('sandbox_accounts').values({ id: accountId, country: 'DE', created_at: now }).execute();
  await db
    .insertInto('sandbox_links')
    .values({ id: registrationLink, account_id: accountId, expires_at: new Date(now.getTime() + 86_400_000) })
    .execute();
  return {
    registrationLink,
    invoice,
    card,
    doneSetup: await addSetup('succeeded', await addCard(true)),
    openSetup: await addSetup('requires_payment_method', null),
    askedSetup: await addSetup('requires_action', await addCard(false)),
  };
};
