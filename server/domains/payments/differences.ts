import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { isStuckSql, type Mismatch } from './reconcile.ts';

const STUCK_SHOWN = 20;

/** A movement that the books lack, as the last comparison found it. */
export interface Difference extends Mismatch {
  since: Date;
  explained: { by: string | null; reason: string; at: string } | null;
}

/**
 * What the last comparison found and the books still lack, with the first comparison that saw it, the newest first. One that
 * was booked since is settled.
 *
 * @param state Not explained, or explained by an operator.
 */
export const readDifferences = async (
  db: Db,
  { state, limit, offset }: { state: 'open' | 'explained'; limit: number; offset: number },
): Promise<{ count: number; differences: Difference[] }> => {
  const { rows } = await sql<{ count: number; differences: Difference[] | null }>`
    with last as (select mismatches from payment_reconciliations order by finished_at desc, id desc limit 1),
    found as (
      select m.mismatch, first.finished_at as since,
        case when a.id is not null then json_build_object('by', u.first_name || ' ' || u.last_name, 'reason', a.reason, 'at', iso(a.done_at)) end as explained
      from last, jsonb_array_elements(last.mismatches) as m(mismatch)
        cross join lateral (select min(r.finished_at) as finished_at from payment_reconciliations r
          where r.mismatches @> jsonb_build_array(jsonb_build_object('movementId', m.mismatch -> 'movementId'))) first
        left join explained_movements x on x.movement_id = m.mismatch ->> 'movementId'
        left join operator_acts a on a.id = x.act_id
        left join users u on u.id = a.actor_id
      where (x.movement_id is not null) = ${state === 'explained'}
        and not exists (select 1 from ledger_entries e where e.idempotency_key = 'movement:' || (m.mismatch ->> 'movementId'))),
    page as (select * from found order by since desc, mismatch ->> 'movementId' limit ${limit} offset ${offset})
    select (select count(*)::int from found) as count,
      (select json_agg(p.mismatch || jsonb_build_object('since', iso(p.since), 'explained', p.explained)
        order by p.since desc, p.mismatch ->> 'movementId') from page p) as differences`.execute(db);
  const { count, differences } = rows[0]!;
  return { count, differences: (differences ?? []).map((each) => ({ ...each, since: new Date(each.since) })) };
};

/** Whether the books lack a movement that the last comparison found, and whether it is explained; undefined if they do not. */
export const findDifference = async (db: Db, movementId: string): Promise<{ isExplained: boolean } | undefined> => {
  const { rows } = await sql<{ isExplained: boolean }>`
    select exists (select 1 from explained_movements x where x.movement_id = ${movementId}) as "isExplained"
    from (select mismatches from payment_reconciliations order by finished_at desc, id desc limit 1) last
    where last.mismatches @> jsonb_build_array(jsonb_build_object('movementId', ${movementId}::text))
      and not exists (select 1 from ledger_entries e where e.idempotency_key = 'movement:' || ${movementId}::text)`.execute(
    db,
  );
  return rows[0];
};

/** Messages of the provider that came and were not read for longer than their retries should take. */
export const readStuck = async (db: Db, { now }: Pick<Services, 'now'>) => {
  const where = isStuckSql(now());
  const counted = await sql<{
    count: number;
  }>`select count(*)::int as count from payment_events where ${where}`.execute(db);
  const { rows } = await sql<{ id: string; type: string; objectId: string; receivedAt: Date }>`
    select id, type, object_id as "objectId", received_at as "receivedAt" from payment_events
    where ${where} order by received_at, id limit ${STUCK_SHOWN}`.execute(db);
  return {
    count: counted.rows[0]!.count,
    results: rows.map(({ receivedAt, ...event }) => ({ ...event, receivedAt: receivedAt.toISOString() })),
  };
};

/** The last comparison that came to its end. */
export const readLastComparison = async (db: Db) => {
  const last = await db
    .selectFrom('payment_reconciliations')
    .select(['started_at', 'finished_at', 'events', 'missed_events', 'movements'])
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last
    ? {
        startedAt: last.started_at.toISOString(),
        finishedAt: last.finished_at.toISOString(),
        events: last.events,
        missedEvents: last.missed_events,
        movements: last.movements,
      }
    : null;
};
