import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { TRANSFER_MIN_CENTS, transferFee } from '#contract/wallet.ts';
import type { CallContext, Handler, Handlers } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import { requireProvider } from '../invoices/index.ts';
import { post } from '../ledger/index.ts';
import { dayOf } from './accrual/inputs.ts';
import { readOwed } from './reads.ts';
import { readFreeAt, WALLET_CALLS } from './registration.ts';
import { CURRENCY, lockWallet, readPayouts, requireOwner, type WalletRow } from './rows.ts';
import { CLAIM_MS, sendClaimed } from './settle.ts';

/** @throws Problem for each thing that stands against a transfer. Source: D-149. */
const check = async (tx: Db, wallet: WalletRow | undefined, amount: number): Promise<WalletRow> => {
  if (!wallet?.isCompleted) throw new Problem('wallet.not_registered');
  const open = await readPayouts(tx, sql`scope = ${wallet.scope} and status in ('booked', 'sent')`);
  if (open.length > 0) throw new Problem('wallet.transfer_open');
  if (amount < TRANSFER_MIN_CENTS) throw new Problem('wallet.too_little');
  if (amount > (await readOwed(tx, wallet.scope))) throw new Problem('wallet.too_much');
  return wallet;
};

/** Books a transfer before the provider hears of it. */
const book = async (
  tx: Db,
  { wallet, amount, context }: { wallet: WalletRow; amount: number; context: CallContext },
): Promise<string> => {
  const { session, request, services } = context;
  const { scope, accountId, bankLast4 } = wallet;
  const now = services.now();
  const id = newId(now.getTime());
  const fee = (await readFreeAt(tx, scope, now)) ? transferFee(amount) : 0;
  await sql`insert into payouts (id, scope, user_id, request_key, account_id, bank_last4, amount_cents, fee_cents, currency, status,
      created_at, check_at)
    values (${id}, ${scope}, ${session.userId}, ${request.idempotencyKey ?? null}, ${accountId}, ${bankLast4}, ${amount}, ${fee},
      ${CURRENCY}, 'booked', ${now}, ${new Date(now.getTime() + CLAIM_MS)})`.execute(tx);
  await sql`insert into revenue_entries (id, scope, day, type, amount_cents, payout_id, created_at)
    values (${newId(now.getTime())}, ${scope}, ${dayOf(now)}, 'withdrawal', ${-amount}, ${id}, ${now})`.execute(tx);
  await post(tx, {
    key: `payout:${id}`,
    cause: 'call',
    reason: 'A Creator transfers money to the bank.',
    currency: CURRENCY,
    occurredAt: now,
    lines: [
      { kind: 'creator', creatorScope: scope, amount },
      { kind: 'payouts', amount: fee - amount },
      { kind: 'provider_fees', amount: -fee },
    ],
  });
  return id;
};

/** The transfer of a request whose answer was lost. */
const findRepeat = async (db: Db, { scope, request }: CallContext): Promise<string | undefined> => {
  const key = request.idempotencyKey;
  if (key === undefined) return undefined;
  const [repeat] = await readPayouts(db, sql`scope = ${scope} and request_key = ${key}`);
  // It is in the wallet again: what the first answer said.
  if (repeat?.status === 'returned') throw new Problem('payment.provider');
  return repeat?.id;
};

/**
 * Transfers money: booked first, then sent. A provider that is away does not matter, a job sends it later; one that refuses gives
 * the money back at once.
 */
const payOut: Handler<'wallet.payout'> = async (context, { amountInCents }) => {
  const { services, session, scope } = context;
  const { db } = services.database;
  await requireOwner(context);
  requireProvider(services);
  await takeToken(services.database.counters, `wallet:${session.userId}`, WALLET_CALLS);
  const { id, isNew } = await db.transaction().execute(async (tx) => {
    const wallet = await lockWallet(tx, scope);
    const repeat = await findRepeat(tx, context);
    if (repeat !== undefined) return { id: repeat, isNew: false };
    const ready = await check(tx, wallet, amountInCents);
    return { id: await book(tx, { wallet: ready, amount: amountInCents, context }), isNew: true };
  });
  if (isNew) await sendClaimed(services, id, 'call');
  return { id, walletAmount: await readOwed(db, scope) };
};

export const payoutHandlers = { 'wallet.payout': { outside: payOut } } satisfies Handlers;
