import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { ProviderProblem, type ProviderMovement, type ProviderPayout } from '#server/adapters/payments/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { requireProvider } from '../invoices/index.ts';
import { post, reverse, type Cause } from '../ledger/index.ts';
import { dayOf } from './accrual/inputs.ts';
import { CURRENCY, lockWallet, readPayouts, type PayoutRow } from './rows.ts';
import { tellPayout } from './tell.ts';

// What becomes of a payout that was booked: `booked` → `sent` → `paid`; or `failed` → `returned`, also after `paid`.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long one process has a booked payout for itself: longer than all that the provider may be asked for it. */
export const CLAIM_MS = 5 * MINUTE_MS;
/** When to look again, ms. Events tell sooner; one may get lost. */
const AGAIN_MS = { booked: MINUTE_MS, sent: 6 * 60 * MINUTE_MS, paid: DAY_MS, failed: 10 * MINUTE_MS } as const;
/** A bank may send a payout back for some days after it was paid, ms. */
const MAY_COME_BACK_MS = 10 * DAY_MS;
/** Payouts of a run. */
const BATCH = 500;

/** When a job looks at a payout again. @returns Null if nothing can change any more. */
const nextCheck = ({ status, decidedAt }: Pick<PayoutRow, 'status' | 'decidedAt'>, now: Date): Date | null => {
  if (status === 'returned') return null;
  if (status === 'paid' && decidedAt && now.getTime() - decidedAt.getTime() > MAY_COME_BACK_MS) return null;
  return new Date(now.getTime() + AGAIN_MS[status]);
};

interface Applied {
  tx: Db;
  services: Services;
  row: PayoutRow;
  cause: Cause;
  now: Date;
}

const setStatus = async (
  { tx, row, now }: Applied,
  status: PayoutRow['status'],
  { providerId = row.providerId, code = null }: { providerId?: string | null; code?: string | null } = {},
): Promise<void> => {
  const decidedAt = status === 'booked' || status === 'sent' ? null : now;
  await sql`update payouts set status = ${status}, provider_id = ${providerId}, failure_code = coalesce(${code}, failure_code),
      decided_at = ${decidedAt}, check_at = ${nextCheck({ status, decidedAt }, now)} where id = ${row.id}`.execute(tx);
};

/** The money is in the wallet again. Source: D-149. */
const giveBack = async (applied: Applied, code: string | null, providerId = applied.row.providerId): Promise<void> => {
  const { tx, services, row, cause, now } = applied;
  await setStatus(applied, 'returned', { code, providerId });
  await sql`insert into revenue_entries (id, scope, day, type, amount_cents, payout_id, created_at)
    values (${newId(now.getTime())}, ${row.scope}, ${dayOf(now)}, 'withdrawal', ${row.amount}, ${row.id}, ${now})`.execute(
    tx,
  );
  await reverse(tx, `payout:${row.id}`, { cause, reason: 'A transfer to a bank came back.', occurredAt: now });
  await tellPayout(tx, services, row, 'payout_failed');
};

const bookMovement = async (
  { tx, cause }: Applied,
  { id, kind, amount, fee, net, currency, createdAt }: ProviderMovement,
): Promise<void> => {
  await post(tx, {
    key: `movement:${id}`,
    cause,
    reason:
      kind === 'transfer' ? 'A transfer of a Creator left our money.' : 'A transfer of a Creator came back to us.',
    currency,
    occurredAt: createdAt,
    lines: [
      { kind: 'provider', amount: net },
      { kind: 'provider_fees', amount: fee },
      { kind: 'payouts', amount: -amount },
    ],
  });
};

const apply = async (applied: Applied, payout: ProviderPayout): Promise<void> => {
  const { tx, services, row } = applied;
  if (payout.amount !== row.amount - row.fee || payout.currency !== CURRENCY)
    throw new Error(`The payout ${payout.id} has another amount than ${row.id}.`);
  for (const movement of payout.movements) await bookMovement(applied, movement);
  if (row.status === 'returned') {
    // It was refused, so that nobody may have sent it.
    if (!payout.isTakenBack) throw new Error(`The payout ${row.id} is in the wallet again, and at the provider.`);
    return;
  }
  const code = payout.failure?.code ?? null;
  const providerId = payout.id;
  if (payout.isTakenBack) await giveBack(applied, code, providerId);
  else if (payout.status === 'failed' || payout.status === 'canceled')
    await setStatus(applied, 'failed', { providerId, code });
  else if (payout.status === 'paid' && row.status !== 'paid') {
    await setStatus(applied, 'paid', { providerId });
    await tellPayout(tx, services, row, 'payout_sent');
  } else if (payout.status === 'pending' && row.status === 'booked') await setStatus(applied, 'sent', { providerId });
};

const change = async (
  services: Services,
  id: string,
  cause: Cause,
  work: (applied: Applied) => Promise<void>,
): Promise<boolean> => {
  const { db } = services.database;
  const [known] = await readPayouts(db, sql`id = ${id}`);
  if (!known) return false;
  await db.transaction().execute(async (tx) => {
    await lockWallet(tx, known.scope);
    const [row] = await readPayouts(tx, sql`id = ${id} for update`);
    if (row) await work({ tx, services, row, cause, now: services.now() });
  });
  services.wake.notify([known.scope as `user:${string}`]);
  return true;
};

/**
 * Applies what the provider says of a payout, in any order and as often as it is said: money is booked once, and a payout that came
 * back stays so. One that failed is brought back.
 *
 * @param payout As it was just read.
 * @returns False for a payout that is not ours.
 */
export const applyPayout = async (services: Services, payout: ProviderPayout, cause: Cause): Promise<boolean> => {
  const { payoutId } = payout.metadata;
  if (payoutId === undefined) return false;
  const isOurs = await change(services, payoutId, cause, (applied) => apply(applied, payout));
  const mustComeBack = (payout.status === 'failed' || payout.status === 'canceled') && !payout.isTakenBack;
  if (isOurs && mustComeBack) await bringBack(services, payoutId, payout.id, cause);
  return isOurs;
};

/** Brings the money of a failed payout back to us, and from there to the wallet. */
const bringBack = async (services: Services, payoutId: string, providerId: string, cause: Cause): Promise<void> => {
  try {
    await applyPayout(services, await requireProvider(services).takeBack(providerId), cause);
  } catch (error) {
    // The job tries again.
    if (!(error instanceof ProviderProblem)) throw error;
    services.log.error({ err: error, payoutId, providerId }, 'a failed transfer of a Creator is not back yet');
  }
};

const checkAgain = async ({ database, now }: Services, id: string, afterMs: number): Promise<void> => {
  await sql`update payouts set check_at = ${new Date(now().getTime() + afterMs)}
    where id = ${id} and check_at is not null`.execute(database.db);
};

/**
 * Sends a booked payout that this process has claimed. The provider knows it by its id, so it pays out once.
 *
 * @throws Problem `payment.provider` if the provider refuses; then the money is in the wallet again.
 */
export const sendClaimed = async (services: Services, id: string, cause: Cause): Promise<void> => {
  const [row] = await readPayouts(services.database.db, sql`id = ${id} and status = 'booked'`);
  if (!row) return;
  const { accountId, amount, fee } = row;
  let payout: ProviderPayout;
  try {
    const wanted = { accountId, amount: amount - fee, currency: CURRENCY, metadata: { payoutId: id } };
    payout = await requireProvider(services).payOut(wanted, id);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    const { kind, code } = error;
    services.log.warn({ err: error, payoutId: id, code }, 'not transferred');
    if (kind === 'unavailable') return checkAgain(services, id, AGAIN_MS.booked);
    await change(services, id, cause, async (applied) => {
      if (applied.row.status === 'booked') await giveBack(applied, code ?? kind);
    });
    throw new Problem('payment.provider', {}, { cause: error });
  }
  await applyPayout(services, payout, cause);
};

/** @returns True for the one process that may send a booked payout now. */
const claim = async ({ database, now }: Services, id: string): Promise<boolean> => {
  const at = now();
  const { rows } = await sql`update payouts set check_at = ${new Date(at.getTime() + CLAIM_MS)}
    where id = ${id} and check_at <= ${at} returning 1`.execute(database.db);
  return rows.length > 0;
};

const settle = async (services: Services, { id, status, providerId, decidedAt }: PayoutRow): Promise<void> => {
  if (!(await claim(services, id))) return;
  if (status === 'booked') return sendClaimed(services, id, 'job');
  if (providerId === null) return;
  const now = services.now();
  const next = nextCheck({ status, decidedAt }, now);
  await applyPayout(services, await requireProvider(services).readPayout(providerId), 'job');
  if (next) return checkAgain(services, id, next.getTime() - now.getTime());
  await sql`update payouts set check_at = null where id = ${id} and status = 'paid'`.execute(services.database.db);
};

/** Sends, reads and brings back what is due. Any process may run it, several at once. */
export const settlePayouts = async (services: Services, signal?: AbortSignal): Promise<void> => {
  if (!services.payments) return;
  const due = await readPayouts(
    services.database.db,
    sql`check_at <= ${services.now()} order by check_at limit ${BATCH}`,
  );
  for (const row of due) {
    signal?.throwIfAborted();
    try {
      await settle(services, row);
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof ProviderProblem)) throw error;
      services.log.warn({ err: error, payoutId: row.id }, 'a transfer of a Creator is not settled');
    }
  }
};
