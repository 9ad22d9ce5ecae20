import { sql } from 'kysely';
import type { FailedPayout } from '#contract/desk.ts';
import type { Db } from '#server/db/database.ts';

/**
 * A part of the transfers that did not reach a bank, whoever's they are, the newest failure first, and how many there are. For
 * operators. Source: decision 0131.
 */
export const readFailedPayouts = async (
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: FailedPayout[] }> => {
  const failed = sql`p.status in ('failed', 'returned')`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from payouts p where ${failed}`.execute(
    db,
  );
  const { rows } = await sql<FailedPayout>`select p.id, p.provider_id as "providerId",
      case when u.id is not null then
        json_build_object('userId', u.id, 'name', u.first_name || ' ' || u.last_name, 'username', u.username) end as person,
      o.name as organization, p.amount_cents as amount, p.bank_last4 as "bankLast4", p.failure_code as code,
      case p.status when 'failed' then 'coming_back' else 'returned' end as state,
      iso(p.created_at) as "createdAt", iso(coalesce(p.decided_at, p.created_at)) as "failedAt"
    from payouts p left join users u on u.id = p.user_id and u.deleted_at is null
      left join organizations o on 'org:' || o.id = p.scope
    where ${failed} order by coalesce(p.decided_at, p.created_at) desc, p.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { count: counted.rows[0]!.count, results: rows };
};
