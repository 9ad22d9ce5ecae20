import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Registration } from './registration.ts';

/** Most devices of one person; the oldest is removed. */
const DEVICES_MAX = 20;

/** Registers a device for a person; a former owner loses it. */
export const addDevice = async (
  db: Db,
  { userId, sessionId, id, hash }: Registration & { userId: string; sessionId: string },
): Promise<void> => {
  await sql`insert into devices (user_id, session_id, registration_id, registration_hash) values (${userId}, ${sessionId}, ${id}, ${hash})
    on conflict (registration_hash) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      registration_id = excluded.registration_id, created_at = now()`.execute(db);
  await sql`delete from devices where id in (
    select id from devices where user_id = ${userId} order by created_at desc, id offset ${DEVICES_MAX})`.execute(db);
};

export const removeDevice = async (db: Db, userId: string, hash: string): Promise<void> => {
  await db.deleteFrom('devices').where('user_id', '=', userId).where('registration_hash', '=', hash).execute();
};

/** Deletes a device that its push service no longer knows, unless it registered again meanwhile. */
export const deleteDevice = async (db: Db, id: string, registrationId: string): Promise<void> => {
  await db.deleteFrom('devices').where('id', '=', id).where('registration_id', '=', registrationId).execute();
};

/** @returns The device's id, if it is this person's. */
export const findDevice = async (db: Db, userId: string, hash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', userId)
      .where('registration_hash', '=', hash)
      .executeTakeFirst()
  )?.id;

/** What a test push needs: the device, and the count that its badge goes on showing. */
export const readTestPush = async (
  db: Db,
  deviceId: string,
): Promise<{ registrationId: string; userId: string; unread: number } | undefined> => {
  const rows = await sql<{ registrationId: string; userId: string; unread: number }>`
    select d.registration_id as "registrationId", u.id as "userId",
      (select count(*)::int from notifications n where n.user_id = u.id and not n.is_read
        and n.recipient_type = case u.last_role when 'learner' then 'learner' else 'educator' end) as unread
    from devices d join users u on u.id = d.user_id where d.id = ${deviceId}`.execute(db);
  return rows.rows[0];
};
