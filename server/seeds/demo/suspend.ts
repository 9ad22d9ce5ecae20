import { sql } from 'kysely';
import type { Services } from '#server/services.ts';

/**
 * Keeps the people of the demo out of a server that has none, or lets them in again: everybody knows their password. A
 * suspended person cannot sign in, and their sessions answer nothing. Their rows stay; whom an operator suspended stays so. Ids of the demo are derived from
 * names (`demoId`), which makes them UUIDs of version 8; those of people who joined have version 7.
 */
export const setDemoSuspended = async ({ database: { db }, log }: Services, isSuspended: boolean): Promise<void> => {
  const changed = await sql`update users set is_suspended = ${isSuspended}
    where substr(id::text, 15, 1) = '8' and is_suspended <> ${isSuspended} and suspension is null`.execute(db);
  const count = Number(changed.numAffectedRows ?? 0);
  if (count > 0) log.info({ count }, isSuspended ? 'people of the demo suspended' : 'people of the demo let in again');
};
