import { sql } from 'kysely';
import { IS_CARD_USED } from '#server/domains/invoices/index.ts';
import { CARD_CAUSE, CARD_END, CARD_NOTICE_DAYS } from './cards.ts';
import type { Db } from '#server/db/database.ts';

/** A trial's end is announced so long before. Source: D-341. */
export const TRIAL_NOTICE_DAYS = 3;
/** A discount's end is announced so long before. Source: SUB-106. */
export const DISCOUNT_NOTICE_DAYS = 7;
/** What is suspended ends after so long. Source: D-186. */
export const SUSPENDED_DAYS = 30;
/** A try that is younger is still being made by its call. */
const CALL_MINUTES = 2;

/**
 * People for whom billing has something to do now, by id. Whatever was missed while no process ran is due too.
 *
 * @param after The last one of the page before.
 */
export const findDue = async (db: Db, now: Date, after: string | null, limit: number): Promise<string[]> => {
  const at = sql`${now}::timestamptz`;
  const isUntold = (cause: ReturnType<typeof sql>) =>
    sql`not exists (select 1 from notifications n where n.user_id = s.user_id and n.cause = ${cause})`;
  const { rows } = await sql<{ id: string }>`select distinct d.id from (
      select s.user_id as id from subscriptions s join sports sp on sp.id = s.sport_id where
        (s.type in ('trial', 'trial-free') and (s.trial_to <= ${at} or (s.trial_to <= ${at} + make_interval(days => ${TRIAL_NOTICE_DAYS}::int)
          and ${isUntold(sql`'trial_ending:' || s.id || ':' || iso(s.trial_to)`)})))
        or (s.type = 'subscribed' and s.paid_to <= ${at} and (s.status is null or s.status = 'cancellation'))
        or (s.type = 'subscribed' and s.status = 'suspended' and s.suspended_at <= ${at} - make_interval(days => ${SUSPENDED_DAYS}::int))
        or (s.type = 'beta-free' and sp.sport_type = 'Launched')
        or (s.type = 'subscribed' and s.code is not null and s.discount_end_at > ${at}
          and s.discount_end_at <= ${at} + make_interval(days => ${DISCOUNT_NOTICE_DAYS}::int)
          and ${isUntold(sql`'discount_ending:' || s.id || ':' || iso(s.discount_end_at)`)})
      union all
      select m.user_id from payment_methods m where ${IS_CARD_USED} and ${CARD_END} > ${at}
        and ${CARD_END} <= ${at} + make_interval(days => ${CARD_NOTICE_DAYS}::int)
        and not exists (select 1 from notifications n where n.user_id = m.user_id and n.cause = ${CARD_CAUSE})
      union all
      select i.user_id from invoices i where i.status = 'open' and i.next_attempt_at <= ${at}
      union all
      select i.user_id from invoices i join users u on u.id = i.user_id where i.status = 'open' and u.deleted_at is not null
      union all
      select i.user_id from invoice_attempts a join invoices i on i.id = a.invoice_id
        where (a.decided_at is null and a.created_at <= ${at} - make_interval(mins => ${CALL_MINUTES}::int)) or a.refund_state = 'due'
          or (a.status = 'succeeded' and not exists (select 1 from invoice_movements m where m.attempt_id = a.id and m.kind = 'charge'))) d
    where d.id is not null and (${after}::uuid is null or d.id > ${after}::uuid) order by d.id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};
