import { sql } from 'kysely';
import type { Services } from '#server/services.ts';
import { lockScopes, switchOff, switchOn, type Switched } from '#server/domains/desk/index.ts';

/**
 * Keeps the people of the demo out of a server that has none, or lets them in again: everybody knows their password. They are
 * suspended as an operator suspends a person: they cannot sign in, and nobody sees what they have published. Their rows stay; whom an
 * operator suspended stays so. Ids of the demo are derived from names (`demoId`), which makes them UUIDs of version 8; those of
 * people who joined have version 7. Source: decision 0032, decision 0131.
 */
export const setDemoSuspended = async (services: Services, isSuspended: boolean): Promise<void> => {
  const { database, log, now } = services;
  // A version before decision 0131 left no trace of what it had suspended, and hid no channels.
  const { rows } = await sql<{ id: string; scope: string }>`select id, scope from users
    where substr(id::text, 15, 1) = '8' and deleted_at is null and case when ${isSuspended}
      then suspension is null
      else is_suspended and (suspension is null or suspension ? 'isOfDemo') end order by id`.execute(database.db);
  for (const { id, scope } of rows)
    await database.db.transaction().execute(async (db) => {
      await lockScopes(db, id);
      const { suspension } = await db
        .selectFrom('users')
        .select('suspension')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      // Another process that starts, or an operator, was faster.
      if (isSuspended && suspension !== null) return;
      if (isSuspended) await switchOff({ services, db, now: now() }, id, scope, { isOfDemo: true });
      else await switchOn(db, id, suspension as Switched | null);
    });
  if (rows.length > 0)
    log.info({ count: rows.length }, isSuspended ? 'people of the demo suspended' : 'people of the demo let in again');
};
