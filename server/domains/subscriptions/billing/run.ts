import { sql } from 'kysely';
import { newId, userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Services } from '#server/services.ts';
import {
  chargeAlone,
  findUnsettled,
  lockPerson,
  markUnpaid,
  readInvoiceRow,
  refundAttempt,
  settleAttempt,
  voidInvoice,
} from '#server/domains/invoices/index.ts';
import { findDue } from './due.ts';
import { renew } from './renewals.ts';
import { passTime } from './states.ts';
import { endTrials } from './trials.ts';

/** People of one query. */
const PAGE = 200;

/** Brings tries up to date whose answer was lost, and gives back what was paid for nothing. */
const settleAll = async (services: Services, userId: string): Promise<void> => {
  for (const attempt of await findUnsettled(services.database.db, userId)) {
    if (attempt.refundState === 'due') await refundAttempt(services, attempt);
    else await settleAttempt(services, attempt, 'job');
  }
};

/** Open invoices of a person, without a try that is not decided yet. */
const findOpen = async (services: Services, userId: string) => {
  const { rows } = await sql<{ id: string; isDue: boolean; hasLeft: boolean }>`select i.id,
      coalesce(i.next_attempt_at <= ${services.now()}, false) as "isDue", u.deleted_at is not null as "hasLeft"
    from invoices i join users u on u.id = i.user_id where i.user_id = ${userId} and i.status = 'open'
      and not exists (select 1 from invoice_attempts a where a.invoice_id = i.id and a.decided_at is null)
    order by i.created_at, i.id`.execute(services.database.db);
  return rows;
};

/** Charges failed invoices again when their time has come. Whoever has deleted the account is not charged any more. */
const retryOpen = async (services: Services, userId: string): Promise<void> => {
  const { db } = services.database;
  for (const { id, isDue, hasLeft } of await findOpen(services, userId)) {
    if (hasLeft) await giveUp(services, userId, id);
    else if (isDue)
      await chargeAlone(services, userId, id).catch(async (error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'subscription.card_needed') throw error;
        await db.transaction().execute(async (tx) => {
          await lockPerson(tx, userId);
          const [invoice, now] = [(await readInvoiceRow(tx, id))!, services.now()];
          await markUnpaid(tx, services, invoice, {
            cause: 'job',
            now,
            isOffSession: true,
            tryId: newId(now.getTime()),
          });
        });
      });
  }
};

const giveUp = (services: Services, userId: string, id: string): Promise<void> =>
  services.database.db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId);
    const invoice = (await readInvoiceRow(tx, id))!;
    if (invoice.status !== 'open') return;
    const reason = 'The account was deleted: nothing more is charged.';
    await voidInvoice(tx, invoice, { cause: 'job', now: services.now(), reason });
  });

/** All that is due for one person. Every step may be repeated, and stops nothing else when it fails. */
const runPerson = async (services: Services, userId: string): Promise<void> => {
  const { database, log, wake } = services;
  const failures: unknown[] = [];
  const step = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // A card that was declined, or a provider that is away: the schedule and the next run go on with it.
      if (error instanceof Problem) log.info({ userId, code: error.code }, 'billing of a person goes on later');
      else failures.push(error);
    }
  };
  if (services.payments) {
    await step(() => settleAll(services, userId));
    await step(() => retryOpen(services, userId));
  }
  await step(() => endTrials(services, userId));
  await step(() =>
    database.db.transaction().execute(async (tx) => {
      await lockPerson(tx, userId);
      await passTime(tx, services, userId);
    }),
  );
  await step(() => renew(services, userId));
  wake.notify([userScope(userId)]);
  if (failures.length > 0) throw new AggregateError(failures, 'Billing of a person failed.');
};

/**
 * Does all that time brings: ends of trials, renewals, retries, suspensions, ends, launches, and what a killed process left. Any
 * process may run it, several at once, and after any time away. Source: D-183…D-186.
 */
export const runBilling = async (services: Services, signal?: AbortSignal): Promise<void> => {
  const { database, log } = services;
  const failures: unknown[] = [];
  let page: string[] = [];
  do {
    page = await findDue(database.db, services.now(), page.at(-1) ?? null, PAGE);
    for (const userId of page) {
      signal?.throwIfAborted();
      await runPerson(services, userId).catch((error: unknown) => {
        log.error({ err: error, userId }, 'billing of a person failed');
        failures.push(error);
      });
    }
  } while (page.length === PAGE);
  if (failures.length > 0) throw new AggregateError(failures, 'Billing failed for some people.');
};
