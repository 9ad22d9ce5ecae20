import { newId } from '#contract/ids.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Gives a scope Silver, paid by a person by the month, and a refund of a plan that was cancelled before. */
export const addStorageRows = async (
  { services }: TestServer,
  { scope, userId, invoice, card }: { scope: string; userId: string; invoice: string; card: string },
): Promise<void> => {
  const { db } = services.database;
  const now = services.now();
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  await db
    .insertInto('storage_plans')
    .values({
      id: newId(),
      scope,
      user_id: userId,
      plan_index: 2,
      period: 'month',
      status: 'active',
      period_start: inDays(-10),
      paid_to: inDays(20),
      created_at: inDays(-10),
    })
    .execute();
  await db.updateTable('storage_accounts').set({ size: 20e9 }).where('scope', '=', scope).execute();
  const attempt = newId();
  await db
    .insertInto('invoice_attempts')
    .values({
      id: attempt,
      invoice_id: invoice,
      amount: 1_999,
      currency: 'usd',
      customer_id: 'cus_kept',
      card_id: card,
      is_off_session: false,
      status: 'succeeded',
      payment_id: `pi_${newId()}`,
      card_brand: 'visa',
      card_last4: '4242',
      created_at: now,
      decided_at: now,
    })
    .execute();
  await db
    .insertInto('storage_refunds')
    .values({
      id: newId(),
      scope,
      user_id: userId,
      change_id: newId(),
      action: 'cancel',
      plan_index: 0,
      attempt_id: attempt,
      unused: 900,
      tax: 0,
      fee: 30,
      amount: 870,
      state: 'succeeded',
      created_at: now,
    })
    .execute();
};
