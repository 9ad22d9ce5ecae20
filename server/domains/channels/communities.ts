import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';

interface NewCommunity {
  scope: string;
  sportId: string;
  type: 'coaching' | 'science';
  /** Name of the area of a science community. */
  expertise: string | null;
  now: Date;
}

/** Opens a community in which a scope may create channels; one that exists is approved. Source: D-289. */
export const openCommunity = async (db: Db, { scope, sportId, type, expertise, now }: NewCommunity): Promise<void> => {
  const existing =
    await sql`update communities set status = 'approved', science_expertise = coalesce(${expertise}, science_expertise)
    where scope = ${scope} and sport_id = ${sportId} and application_type = ${type} returning id`.execute(db);
  if (existing.rows.length > 0) return;
  await db
    .insertInto('communities')
    .values({
      id: newId(now.getTime()),
      scope,
      sport_id: sportId,
      application_type: type,
      science_expertise: expertise,
      status: 'approved',
      created_at: now,
    })
    .execute();
};
