import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';

/** All amounts of wallets. Source: D-355. */
export const CURRENCY = 'usd';

export interface WalletRow {
  scope: string;
  country: string;
  accountId: string;
  isCompleted: boolean;
  bankLast4: string | null;
}

const wallets = (condition: ReturnType<typeof sql>) => sql<WalletRow>`select scope, country, account_id as "accountId",
  is_completed as "isCompleted", bank_last4 as "bankLast4" from wallets where ${condition}`;

/** Undefined before a country was chosen. */
export const readWalletRow = async (db: Db, scope: string): Promise<WalletRow | undefined> =>
  (await wallets(sql`scope = ${scope}`).execute(db)).rows[0];

/** The wallet, locked until the transaction ends: changes of its payouts come one after the other. */
export const lockWallet = async (tx: Db, scope: string): Promise<WalletRow | undefined> =>
  (await wallets(sql`scope = ${scope} for update`).execute(tx)).rows[0];

export interface PayoutRow {
  id: string;
  scope: string;
  accountId: string;
  amount: number;
  fee: number;
  status: 'booked' | 'sent' | 'paid' | 'failed' | 'returned';
  providerId: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

/** Rows of payouts that a condition finds. */
export const readPayouts = async (db: Db, condition: ReturnType<typeof sql>): Promise<PayoutRow[]> => {
  const { rows } =
    await sql<PayoutRow>`select id, scope, account_id as "accountId", amount_cents as amount, fee_cents as fee, status,
      provider_id as "providerId", created_at as "createdAt", decided_at as "decidedAt"
    from payouts where ${condition}`.execute(db);
  return rows;
};

/** Whether the scope is the person's own, or an organization's that the person owns. Source: D-235, D-290. */
export const isOwner = async (db: Db, { session, scope }: Pick<CallContext, 'session' | 'scope'>): Promise<boolean> => {
  if (scope === session.scope) return true;
  const { rows } = await sql`select 1 from organization_admins
    where user_id = ${session.userId} and role = 'Owner' and 'org:' || organization_id = ${scope}`.execute(db);
  return rows.length > 0;
};

/** @throws Problem `access.denied` for an administrator who is not the Owner. */
export const requireOwner = async (context: CallContext): Promise<void> => {
  if (!(await isOwner(context.services.database.db, context))) throw new Problem('access.denied');
};
