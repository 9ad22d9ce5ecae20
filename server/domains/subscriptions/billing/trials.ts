import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { findOpenFirst, lockPerson, settleInvoice } from '#server/domains/invoices/index.ts';
import { expireTrials } from '#server/domains/subscription-states/index.ts';
import { beginPaid } from '../begin.ts';
import { monthStart } from '../price.ts';
import { preferredCard } from '#server/domains/cards/index.ts';
import { readAll, type SubscriptionRow } from '../rows.ts';
import { tell } from './tell.ts';

/** A job that comes later than this after the end of a trial charges from its own time on: there was no access meanwhile. */
const LATE_MS = 3_600_000;

/** Whether the person has agreed to be charged, for any sport. A suspended one is not charged for what they cannot watch. */
const hasConsented = async (db: Db, userId: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from subscriptions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and s.consented_at is not null and u.deleted_at is null and not u.is_suspended limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** Whether the end of a trial is charged. */
export const isCharged = async (db: Db, { payments }: Services, userId: string): Promise<boolean> =>
  payments !== null && (await preferredCard(db, userId)) !== undefined && (await hasConsented(db, userId));

const hasEnded = ({ type, trialTo }: SubscriptionRow, now: Date): boolean =>
  (type === 'trial' || type === 'trial-free') && trialTo !== null && trialTo <= now;

/** Charges the rest of the month after a trial. @returns False if it may not be charged. */
const chargeTrial = async (services: Services, { userId, sportId, trialTo }: SubscriptionRow): Promise<boolean> => {
  const { db } = services.database;
  const now = services.now();
  if (!(await isCharged(db, services, userId))) return false;
  const isOnTime =
    now.getTime() - trialTo!.getTime() <= LATE_MS && monthStart(trialTo!, 0).getTime() === monthStart(now, 0).getTime();
  const invoiceId = await beginPaid(services, {
    purchase: { userId, sportId, code: undefined, startsAt: isOnTime ? trialTo! : now, now },
    async decide(on) {
      const existing = (await readAll(on, userId)).find((row) => row.sportId === sportId && hasEnded(row, now));
      if (!existing) throw new Problem('subscription.not_upgradable');
      return { kind: 'paid', existing, sport: existing };
    },
    cause: 'job',
  });
  if (invoiceId) await settleInvoice(services, invoiceId, 'job');
  return true;
};

/** Ends a trial that is not charged, and says so. */
const endTrial = (services: Services, row: SubscriptionRow): Promise<void> =>
  services.database.db.transaction().execute(async (tx) => {
    await lockPerson(tx, row.userId);
    // A payment that is not decided yet will tell.
    if (await findOpenFirst(tx, row.id)) return;
    const expired = await expireTrials(tx, [row.id], services.now());
    if (expired.length > 0) await tell(tx, services, 'trial_ended', row, { of: row.trialTo! });
  });

/**
 * Ends the trials of a person: charged for the rest of the month if there is a card and the person has agreed to be charged,
 * else expired. Source: D-183.
 */
export const endTrials = async (services: Services, userId: string): Promise<void> => {
  for (const row of await readAll(services.database.db, userId)) {
    if (!hasEnded(row, services.now())) continue;
    try {
      if (await chargeTrial(services, row)) continue;
    } catch (error) {
      // Declined: the invoice is void and the trial has ended. Without an answer of the provider it is tried again.
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'payment.unavailable' || error.code === 'payment.provider') throw error;
    }
    await endTrial(services, row);
  }
};
