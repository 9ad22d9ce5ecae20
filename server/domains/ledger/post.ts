import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

/**
 * Accounts of the books. `receivable`: what a person owes. `provider`: money at the payment provider. `written_off`: what was
 * owed and given up.
 */
export type AccountKind = 'receivable' | 'provider' | 'provider_fees' | 'revenue' | 'tax' | 'disputes' | 'written_off';
export type Cause = 'call' | 'webhook' | 'job';

export interface Line {
  kind: AccountKind;
  /** Of a receivable. */
  userId?: string;
  /** Minor units. Positive: debit; negative: credit. A line of zero is left out. */
  amount: number;
}

export interface Entry {
  /** What happened. It is booked once. */
  key: string;
  cause: Cause;
  /** Why, in words for the person who reads the books. */
  reason: string;
  currency: string;
  occurredAt: Date;
  lines: readonly Line[];
}

export interface Posted {
  id: string;
  /** False for a repeat. */
  isNew: boolean;
}

/** The same key was posted with another body. */
export class LedgerConflict extends Error {
  constructor(key: string) {
    super(`The ledger has another entry under the key ${key}.`);
    this.name = 'LedgerConflict';
  }
}

/** What an entry is about. Its cause and reason may differ: a webhook and a job may report the same movement. */
const hashOf = (lines: readonly Line[], currency: string, reverses: string | null): string =>
  createHash('sha256')
    .update(
      JSON.stringify([currency, reverses, lines.map(({ kind, userId, amount }) => [kind, userId ?? null, amount])]),
    )
    .digest('base64url');

/** The account of a line; made when it is first used. */
const accountOf = async (db: Db, { kind, userId }: Line, currency: string): Promise<string> => {
  if ((kind === 'receivable') !== (userId !== undefined))
    throw new TypeError('A receivable, and nothing else, belongs to a person.');
  const owner = userId ?? null;
  const find = () =>
    sql<{ id: string }>`select id from ledger_accounts where kind = ${kind} and currency = ${currency}
      and user_id is not distinct from ${owner}::uuid`.execute(db);
  const existing = (await find()).rows[0];
  if (existing) return existing.id;
  await sql`insert into ledger_accounts (kind, user_id, currency) values (${kind}, ${owner}, ${currency})
    on conflict do nothing`.execute(db);
  return (await find()).rows[0]!.id;
};

const insertEntry = async (
  db: Db,
  { key, cause, reason, occurredAt }: Omit<Entry, 'lines' | 'currency'>,
  bodyHash: string,
  reverses: string | null,
): Promise<Posted> => {
  const id = newId(occurredAt.getTime());
  const { rows } =
    await sql`insert into ledger_entries (id, idempotency_key, body_hash, cause, reason, reverses, occurred_at)
    values (${id}, ${key}, ${bodyHash}, ${cause}, ${reason}, ${reverses}, ${occurredAt})
    on conflict (idempotency_key) do nothing returning 1`.execute(db);
  if (rows.length > 0) return { id, isNew: true };
  const former = await sql<{ id: string; body_hash: string }>`select id, body_hash from ledger_entries
    where idempotency_key = ${key}`.execute(db);
  if (former.rows[0]?.body_hash !== bodyHash) throw new LedgerConflict(key);
  return { id: former.rows[0].id, isNew: false };
};

/** Accounts are locked in the order of their ids, so that two transactions cannot deadlock. */
const insertLines = async (
  db: Db,
  entryId: string,
  lines: readonly { accountId: string; amount: number; currency: string }[],
): Promise<void> => {
  const ordered = lines.toSorted((one, two) => (one.accountId < two.accountId ? -1 : 1));
  for (const [position, { accountId, amount, currency }] of ordered.entries())
    await sql`insert into ledger_lines (entry_id, position, account_id, amount, currency)
      values (${entryId}, ${position}, ${accountId}, ${amount}, ${currency})`.execute(db);
};

/**
 * Books an entry in the caller's transaction. The same key with the same lines answers the same entry. The database refuses to
 * commit lines that do not sum to zero.
 *
 * @throws LedgerConflict for a key that has other lines.
 */
export const post = async (db: Db, { lines: given, currency, ...entry }: Entry): Promise<Posted> => {
  const lines = given.filter(({ amount }) => amount !== 0);
  const posted = await insertEntry(db, entry, hashOf(lines, currency, null), null);
  if (!posted.isNew) return posted;
  const accounts: { accountId: string; amount: number; currency: string }[] = [];
  for (const line of lines)
    accounts.push({ accountId: await accountOf(db, line, currency), amount: line.amount, currency });
  await insertLines(db, posted.id, accounts);
  return posted;
};

/**
 * Takes an entry back by one with the opposite lines. An entry is reversed at most once.
 *
 * @param keyOfEntry Key of the entry to reverse.
 * @throws Error if there is none.
 */
export const reverse = async (
  db: Db,
  keyOfEntry: string,
  { cause, reason, occurredAt }: Pick<Entry, 'cause' | 'reason' | 'occurredAt'>,
): Promise<Posted> => {
  const { rows } = await sql<{ id: string; accountId: string; amount: number; currency: string }>`
    select e.id, l.account_id as "accountId", l.amount, l.currency
    from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.idempotency_key = ${keyOfEntry}
    order by l.position`.execute(db);
  const [first] = rows;
  if (!first) throw new Error(`The ledger has no entry ${keyOfEntry}.`);
  const key = `reversal:${keyOfEntry}`;
  const posted = await insertEntry(
    db,
    { key, cause, reason, occurredAt },
    hashOf([], first.currency, first.id),
    first.id,
  );
  if (posted.isNew)
    await insertLines(
      db,
      posted.id,
      rows.map(({ accountId, amount, currency }) => ({ accountId, amount: -amount, currency })),
    );
  return posted;
};

/** Balance of an account, debits less credits; zero for one that was never used. */
export const readBalance = async (
  db: Db,
  { kind, userId }: Omit<Line, 'amount'>,
  currency: string,
): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`select balance from ledger_accounts
    where kind = ${kind} and currency = ${currency} and user_id is not distinct from ${userId ?? null}::uuid`.execute(
    db,
  );
  return rows[0]?.balance ?? 0;
};

/** Accounts whose kept balance is not the sum of their lines. None if the books are right; a job looks each night. */
export const findDifferences = async (db: Db): Promise<{ accountId: string; kept: number; rebuilt: number }[]> => {
  const { rows } = await sql<{ accountId: string; kept: number; rebuilt: number }>`
    select account_id as "accountId", kept, rebuilt from ledger_differences()`.execute(db);
  return rows;
};

/** Compares the kept balances with their lines. A difference is logged as an error, for the operator. */
export const checkBooks = async ({ database, log }: Services): Promise<void> => {
  const differences = await findDifferences(database.db);
  if (differences.length > 0) log.error({ differences }, 'the books have balances that are not those of their lines');
};
