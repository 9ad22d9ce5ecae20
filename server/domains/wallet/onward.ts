import { sql } from 'kysely';
import type { Onward } from '#contract/wallet.ts';
import type { Db } from '#server/db/database.ts';
import { periodsIn } from './periods.ts';

// What became of a day's amounts: what is earned first is transferred first, and taken back is what came last.

type Transferred = Onward['transfers'][number];
/** A later day's sum of amounts, or a transfer. */
export type Step = { earned: number } | { transfer: Omit<Transferred, 'part'> };

interface Start {
  /** What was left of earlier days when the day began; below zero: what must be made up for. */
  older: number;
  /** Of the day; above zero. */
  earned: number;
}

/**
 * Follows a day's amounts through what came after it, in order of time. All in cents.
 *
 * @returns Parts that sum to what was earned: `earned = madeUp + takenBack + waiting + parts of the transfers`.
 */
export const follow = ({ older, earned }: Start, steps: readonly Step[]): Onward => {
  const madeUp = Math.min(earned, Math.max(0, -older));
  let [before, mine, newer, takenBack] = [older + madeUp, earned - madeUp, 0, 0];
  const transfers: Transferred[] = [];
  for (const step of steps) {
    if ('transfer' in step) {
      const { amount } = step.transfer;
      const fromBefore = Math.min(amount, Math.max(0, before));
      const part = Math.min(amount - fromBefore, mine);
      before -= fromBefore;
      mine -= part;
      newer -= amount - fromBefore - part;
      if (part > 0) transfers.push({ ...step.transfer, part });
    } else if (step.earned >= 0) newer += step.earned;
    else {
      const fromNewer = Math.min(-step.earned, Math.max(0, newer));
      const fromMine = Math.min(-step.earned - fromNewer, mine);
      const fromBefore = -step.earned - fromNewer - fromMine;
      newer -= fromNewer;
      mine -= fromMine;
      takenBack += fromMine;
      before -= fromBefore;
    }
  }
  return { earned, madeUp, takenBack, waiting: mine, transfers };
};

type TransferRow = Omit<Transferred, 'part'>;

/** Transfers of a scope but for those that came back, in order. */
const readTransfers = async (db: Db, scope: string): Promise<TransferRow[]> => {
  const { rows } = await sql<TransferRow>`select t.id, t.day::text as date, (-t.amount_cents)::float as amount,
      coalesce(p.fee_cents, 0)::float as fee, p.status, iso(coalesce(p.created_at, t.created_at)) as "createdAt",
      iso(p.decided_at) as "decidedAt"
    from revenue_entries t left join payouts p on p.id = t.payout_id
    where t.scope = ${scope} and t.type = 'withdrawal' and t.amount_cents < 0 and p.status is distinct from 'returned'
    order by t.created_at, t.id`.execute(db);
  return rows;
};

/** Sums of what was earned: until the day before, on the day, and on each day after it. */
const readEarned = async (db: Db, scope: string, date: string) => {
  const { rows } = await sql<{ before: number; own: number; later: { day: string; earned: number }[] }>`select
      (select coalesce(sum(e.amount_cents), 0)::float from ${periodsIn(scope, undefined, date)} where e.type <> 'withdrawal') - k.own as before,
      k.own, k.later
    from (select coalesce(sum(d.earned) filter (where d.day = ${date}::date), 0)::float as own,
        coalesce(json_agg(json_build_object('day', d.day, 'earned', d.earned) order by d.day) filter (where d.day > ${date}::date), '[]') as later
      from (select e.starts as day, sum(e.amount_cents) as earned from revenue_periods e
        where e.scope = ${scope} and e.period = 'day' and e.starts >= ${date}::date and e.type <> 'withdrawal' group by 1) d) k`.execute(
    db,
  );
  return rows[0]!;
};

/**
 * Where a day's amounts are now. A day is accrued in the night after it, so a transfer of the same day is not made of them.
 *
 * @param db As the person.
 * @returns Null for a day on which nothing, or less than nothing, was earned.
 */
export const readOnward = async (db: Db, scope: string, date: string): Promise<Onward | null> => {
  const { before, own, later } = await readEarned(db, scope, date);
  if (own <= 0) return null;
  const transfers = await readTransfers(db, scope);
  // They are in order of their days.
  const until = transfers.filter((transfer) => transfer.date <= date).length;
  const older = transfers.slice(0, until).reduce((left, { amount }) => left - amount, before);
  const steps = [
    // Of one day, transfers come first.
    ...transfers.slice(until).map((transfer) => ({ day: transfer.date, step: { transfer } })),
    ...later.map(({ day, earned }) => ({ day, step: { earned } })),
  ].toSorted((one, two) => (one.day < two.day ? -1 : Number(one.day > two.day)));
  return follow(
    { older, earned: own },
    steps.map(({ step }) => step),
  );
};
