import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { runs } from '#tests/support/property-runs.ts';
import { findDifferences, LedgerConflict, post, readBalance, reverse, type Entry, type Line } from './index.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await testDatabase();
  database = openDatabase(made.poolConfig, 6);
  drop = () => made.drop();
});
afterAll(async () => {
  await database.close();
  await drop();
});

const AT = new Date('2026-06-01T00:00:00Z');
let keys = 0;
const entry = (lines: Line[], more: Partial<Entry> = {}): Entry => {
  keys += 1;
  return { key: `test:${keys}`, cause: 'job', reason: 'A test', currency: 'usd', occurredAt: AT, lines, ...more };
};
const sale = (amount: number, more: Partial<Entry> = {}): Entry =>
  entry(
    [
      { kind: 'provider', amount },
      { kind: 'revenue', amount: -amount },
    ],
    more,
  );
const commit = <T>(work: (db: Db) => Promise<T>): Promise<T> => database.db.transaction().execute(work);
const balance = (kind: Line['kind']) => readBalance(database.db, { kind }, 'usd');

test('an entry that does not sum to zero, has no lines, or mixes currencies cannot be committed', async () => {
  const one = entry([{ kind: 'provider', amount: 1 }]);
  await expect(commit((db) => post(db, one))).rejects.toThrow('does not sum to zero');
  await expect(commit((db) => post(db, entry([])))).rejects.toThrow('has no lines');
  // Two currencies that sum to zero only together.
  await expect(
    commit(async (db) => {
      const { id } = await post(db, sale(5));
      await sql`insert into ledger_accounts (kind, currency) values ('tax', 'eur')`.execute(db);
      await sql`insert into ledger_lines (entry_id, position, account_id, amount, currency)
        select ${id}, 7, id, 5, 'eur' from ledger_accounts where kind = 'tax' and currency = 'eur'`.execute(db);
    }),
  ).rejects.toThrow('does not sum to zero');
  expect(await balance('provider')).toBe(0);
});

test('an entry is never changed and never deleted, and its lines need an account of their currency', async () => {
  const { id } = await commit((db) => post(db, sale(7)));
  for (const text of [
    `update ledger_lines set amount = 8 where entry_id = '${id}'`,
    `delete from ledger_lines where entry_id = '${id}'`,
    `update ledger_entries set reason = 'Another' where id = '${id}'`,
    `delete from ledger_entries where id = '${id}'`,
    'truncate ledger_lines',
  ])
    await expect(database.pool.query(text), text).rejects.toThrow('only added to');
  await expect(
    database.pool.query(
      `insert into ledger_lines select '${id}', 9, id, 3, 'eur' from ledger_accounts where kind = 'revenue'`,
    ),
  ).rejects.toThrow('another currency');
});

test('the same key with the same lines is booked once, also at the same time; with other lines it is refused', async () => {
  const before = await balance('provider');
  const one = sale(399);
  const posted = await Promise.all([1, 2, 3].map(() => commit((db) => post(db, one))));
  expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
  expect(posted.filter(({ isNew }) => isNew)).toHaveLength(1);
  await expect(commit((db) => post(db, { ...sale(398), key: one.key }))).rejects.toThrow(LedgerConflict);
  expect((await balance('provider')) - before).toBe(399);
  // A webhook and a job may both report it.
  expect(await commit((db) => post(db, { ...one, cause: 'webhook' }))).toMatchObject({ isNew: false });
});

test('an entry is reversed once, by the opposite lines', async () => {
  const before = await balance('provider');
  const one = sale(250);
  await commit((db) => post(db, one));
  const facts = { cause: 'call' as const, reason: 'Taken back', occurredAt: AT };
  const [first, second] = [
    await commit((db) => reverse(db, one.key, facts)),
    await commit((db) => reverse(db, one.key, facts)),
  ];
  expect(second).toEqual({ id: first.id, isNew: false });
  expect(await balance('provider')).toBe(before);
  await expect(commit((db) => reverse(db, 'nothing', facts))).rejects.toThrow('no entry');
});

const KINDS = ['provider', 'provider_fees', 'revenue', 'tax', 'disputes', 'written_off'] as const;
/** Entries of two to four lines with awkward amounts, some delivered several times. */
const booking = fc.record({
  amounts: fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.integer({ min: -100_003, max: 100_003 })), {
    minLength: 1,
    maxLength: 3,
  }),
  times: fc.integer({ min: 1, max: 3 }),
  isReversed: fc.boolean(),
  isRolledBack: fc.boolean(),
});

test('whatever is booked, repeated, reversed and rolled back at once: all accounts sum to zero and kept balances are the rebuilt ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 1, maxLength: 6 }), async (bookings) => {
      await Promise.all(
        bookings.map(async ({ amounts, times, isReversed, isRolledBack }) => {
          const sum = amounts.reduce((before, [, amount]) => before + amount, 0);
          const lines = [
            ...amounts.map(([kind, amount]) => ({ kind, amount })),
            { kind: 'revenue' as const, amount: -sum },
          ];
          if (lines.every(({ amount }) => amount === 0)) return;
          const one = entry(lines);
          const book = () =>
            commit(async (db) => {
              await post(db, one);
              if (isRolledBack) throw new Error('rolled back');
            }).catch((error: Error) => expect(error.message).toBe('rolled back'));
          await Promise.all(Array.from({ length: times }, book));
          if (isReversed && !isRolledBack)
            await commit((db) => reverse(db, one.key, { cause: 'job', reason: 'Taken back', occurredAt: AT }));
        }),
      );
      expect(await findDifferences(database.db)).toEqual([]);
      const { rows } = await sql<{ sum: number }>`select coalesce(sum(balance), 0)::bigint as sum from ledger_accounts
        group by currency having sum(balance) <> 0`.execute(database.db);
      expect(rows).toEqual([]);
    }),
    { ...runs, numRuns: 25 },
  );
});
