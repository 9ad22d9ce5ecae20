import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

/**
 * Accounts of the books. `receivable`: what a person owes. `provider`: money at the payment provider. `written_off`: what was
 * owed and given up. `creator`: what is owed to a person or organization that earned it; `creator_shares` and
 * `marketing_fees`: what that costs. `payouts`: money on its way to a bank account.
 */
export type AccountKind =
  | 'receivable'
  | 'provider'
  | 'provider_fees'
  | 'revenue'
  | 'tax'
  | 'disputes'
  | 'written_off'
  | 'creator'
  | 'creator_shares'
  | 'marketing_fees'
  | 'payouts';
export type Cause = 'call' | 'webhook' | 'job';

export interface Line {
  kind: AccountKind;
  /** Of a receivable. */
  userId?: string;
  /** Of a creator: the scope that earned. */
  creatorScope?: string;
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
      JSON.stringify([
        currency,
        reverses,
        lines.map(({ kind, userId, creatorScope, amount }) => [
          kind,
          userId ?? null,
          amount,
          ...(creatorScope === undefined ? [] : [creatorScope]),
        ]),
      ]),
    )
    .digest('base64url');

type Owner = Pick<Line, 'kind' | 'userId' | 'creatorScope'>;
const ownerKey = ({ kind, userId, creatorScope }: Owner): string => `${kind} ${userId ?? creatorScope ?? ''}`;

const checkOwner = ({ kind, userId, creatorScope }: Owner): void => {
  if ((kind === 'receivable') !== (userId !== undefined) || (kind === 'creator') !== (creatorScope !== undefined))
    throw new TypeError(
      'A receivable belongs to a person, a creator account to a scope, and no other account to anybody.',
    );
};

/** Ids of the accounts of lines, by `ownerKey`; an account is made when it is first used. */
const accountsOf = async (db: Db, lines: readonly Line[], currency: string): Promise<Map<string, string>> => {
  for (const line of lines) checkOwner(line);
  const owners = [...new Map(lines.map((line) => [ownerKey(line), line])).values()];
  const wanted = sql`unnest(${sql.val(owners.map(({ kind }) => kind))}::text[], ${sql.val(owners.map(({ userId }) => userId ?? null))}::uuid[],
    ${sql.val(owners.map(({ creatorScope }) => creatorScope ?? null))}::text[]) as w (kind, user_id, creator_scope)`;
  await sql`insert into ledger_accounts (kind, user_id, creator_scope, currency)
    select w.kind, w.user_id, w.creator_scope, ${currency} from ${wanted}
    where not exists (select 1 from ledger_accounts a where a.kind = w.kind and a.currency = ${currency}
      and a.user_id is not distinct from w.user_id and a.creator_scope is not distinct from w.creator_scope)
    order by w.kind, w.user_id, w.creator_scope on conflict do nothing`.execute(db);
  const { rows } = await sql<{
    id: string;
    kind: AccountKind;
    userId: string | null;
    creatorScope: string | null;
  }>`select a.id, a.kind, a.user_id as "userId", a.creator_scope as "creatorScope" from ledger_accounts a join ${wanted}
      on a.kind = w.kind and a.user_id is not distinct from w.user_id and a.creator_scope is not distinct from w.creator_scope
    where a.currency = ${currency}`.execute(db);
  return new Map(
    rows.map(({ id, kind, userId, creatorScope }) => [
      ownerKey({ kind, ...(userId === null ? {} : { userId }), ...(creatorScope === null ? {} : { creatorScope }) }),
      id,
    ]),
  );
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
  const column = <T>(of: (line: (typeof ordered)[number]) => T) => sql.val(ordered.map(of));
  await sql`insert into ledger_lines (entry_id, position, account_id, amount, currency)
    select ${entryId}, l.position - 1, l.account_id, l.amount, l.currency
    from unnest(${column(({ accountId }) => accountId)}::uuid[], ${column(({ amount }) => amount)}::bigint[],
      ${column(({ currency }) => currency)}::text[]) with ordinality as l (account_id, amount, currency, position)
    order by l.position`.execute(db);
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
  const accounts = await accountsOf(db, lines, currency);
  await insertLines(
    db,
    posted.id,
    lines.map((line) => ({ accountId: accounts.get(ownerKey(line))!, amount: line.amount, currency })),
  );
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
export const readBalance = async (db: Db, { kind, userId, creatorScope }: Owner, currency: string): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`select balance from ledger_accounts
    where kind = ${kind} and currency = ${currency} and user_id is not distinct from ${userId ?? null}::uuid
      and creator_scope is not distinct from ${creatorScope ?? null}::text`.execute(db);
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
