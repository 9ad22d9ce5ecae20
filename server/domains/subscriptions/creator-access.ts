import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';

/**
 * Free access of an approved Creator to the sport of the approval, without an end. A subscription that is paid stays as it
 * is: only its person ends it. Source: D-261.
 */
export const giveCreatorAccess = async (
  db: Db,
  { userId, scope, sportId }: { userId: string; scope: string; sportId: string },
): Promise<void> => {
  await sql`insert into subscriptions (id, scope, user_id, sport_id, type) values (${newId()}, ${scope}, ${userId}, ${sportId}, 'educator')
    on conflict (user_id, sport_id) do update set type = 'educator', status = null, trial_to = null, canceled_at = null
    where subscriptions.type <> 'subscribed'`.execute(db);
};
