import type { Db, Tx } from '#server/db/database.ts';
import type { PaymentProvider, ProviderPayout } from '../provider.ts';
import { readAccountRow } from './accounts.ts';
import { book, change, known, makeId, once, readMovements, refused, tell, type SandboxParts } from './state.ts';

/** After how long a payout arrives or fails, seconds. */
const DECIDED_AFTER_S = 5;

/** Stripe's sentences. */
const FAILURES: Readonly<Record<string, string>> = {
  no_account: 'The bank account could not be located.',
  account_closed: 'The bank account has been closed.',
  insufficient_funds: 'There is not enough money to pay out.',
  could_not_process: 'The bank could not process this transfer.',
};

const readRow = async (db: Db, id: string) =>
  known(await db.selectFrom('sandbox_payouts').selectAll().where('id', '=', id).executeTakeFirst(), id);

const readPayout = async (db: Db, id: string): Promise<ProviderPayout> => {
  const row = await readRow(db, id);
  const { failure_code: code } = row;
  return {
    id,
    accountId: row.account_id,
    amount: row.amount,
    currency: row.currency,
    status: row.status as ProviderPayout['status'],
    failure: code === null ? null : { code, message: FAILURES[code] ?? code },
    metadata: row.metadata as Record<string, string>,
    isTakenBack: row.is_taken_back,
    movements: await readMovements(db, id),
  };
};

type Wanted = Parameters<PaymentProvider['payOut']>[0];

const bookWay = (
  parts: SandboxParts,
  tx: Tx,
  kind: 'transfer' | 'transfer_reversal',
  { id, amount, currency }: { id: string; amount: number; currency: string },
) => {
  const signed = kind === 'transfer' ? -amount : amount;
  return book(parts, tx, { kind, amount: signed, fee: 0, currency, sourceId: id, paymentId: null });
};

/** The two steps of a payout, as Stripe's API has them. */
const payoutSteps = (parts: SandboxParts) => ({
  /** The first step: to the account. */
  transfer: ({ accountId, amount, currency, metadata }: Wanted, key: string): Promise<ProviderPayout> =>
    once(parts, key, ['payOut', accountId, amount, currency], async (tx) => {
      const account = await readAccountRow(tx, accountId);
      if (!account.is_ready) throw refused('payouts_not_allowed', 'This account cannot get payouts yet.');
      if (!Number.isSafeInteger(amount) || amount < 1) throw refused('amount_too_small', 'The amount is too small.');
      const id = makeId('tr');
      await tx
        .insertInto('sandbox_payouts')
        .values({
          id,
          account_id: accountId,
          amount,
          currency,
          status: 'unsent',
          metadata: JSON.stringify(metadata),
          created_at: parts.now(),
        })
        .execute();
      await bookWay(parts, tx, 'transfer', { id, amount, currency });
      return id;
    }).then((id) => readPayout(parts.db, id)),
  /** The second step: to the bank. */
  send: (id: string): Promise<ProviderPayout> =>
    change(parts, async (tx) => {
      const { status, is_taken_back: isTakenBack } = await readRow(tx, id);
      if (status === 'unsent' && !isTakenBack) {
        await tx.updateTable('sandbox_payouts').set({ status: 'pending' }).where('id', '=', id).execute();
        await tell(parts, tx, { type: 'payout.created', objectId: id, objectKind: 'payout' });
        await parts.later(tx, { payoutId: id }, DECIDED_AFTER_S);
      }
      return readPayout(tx, id);
    }),
  /** The newest of a key. */
  findTransfer: async (key: string): Promise<ProviderPayout | undefined> => {
    const saved = await parts.db.selectFrom('sandbox_keys').select('answer').where('key', '=', key).executeTakeFirst();
    return saved && readPayout(parts.db, JSON.parse(saved.answer) as string);
  },
});

/** Payouts of the sandbox. They arrive or fail by themselves after some seconds, as the bank account's number says. */
export const sandboxPayouts = (parts: SandboxParts) => {
  const steps = payoutSteps(parts);
  const port = {
    payOut: async (payout, key) => steps.send((await steps.transfer(payout, key)).id),
    readPayout: (id) => readPayout(parts.db, id),
    takeBack: (id) =>
      change(parts, async (tx) => {
        const row = await readRow(tx, id);
        if (row.is_taken_back) return readPayout(tx, id);
        if (row.status === 'pending' || row.status === 'paid')
          throw refused('insufficient_funds', 'The money is on its way to the bank.');
        await bookWay(parts, tx, 'transfer_reversal', row);
        await tx.updateTable('sandbox_payouts').set({ is_taken_back: true }).where('id', '=', id).execute();
        return readPayout(tx, id);
      }),
  } satisfies Partial<PaymentProvider>;
  return {
    ...port,
    ...steps,
    /**
     * What becomes of a payout: by default what the bank account's number says, if it is not decided yet. A payout that was paid may
     * be failed: the bank sent it back.
     */
    decidePayout: (id: string, given?: 'paid' | 'failed' | 'canceled'): Promise<void> =>
      change(parts, async (tx) => {
        const row = await readRow(tx, id);
        const { behaviour } = await readAccountRow(tx, row.account_id);
        const outcome = given ?? (behaviour === 'succeeds' ? 'paid' : 'failed');
        const mayBecome = row.status === 'pending' || (given === 'failed' && row.status === 'paid');
        if (!mayBecome) return;
        const code = behaviour === null || behaviour === 'succeeds' ? 'could_not_process' : behaviour;
        await tx
          .updateTable('sandbox_payouts')
          .set({ status: outcome, failure_code: outcome === 'failed' ? code : null })
          .where('id', '=', id)
          .execute();
        await tell(parts, tx, { type: `payout.${outcome}`, objectId: id, objectKind: 'payout' });
      }),
  };
};
export type SandboxPayouts = ReturnType<typeof sandboxPayouts>;
