import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Registration } from './registration.ts';
import type { KeptSettings } from './settings.ts';

/** Most devices of one person; the oldest makes room. */
const DEVICES_MAX = 20;

/** Marks what was sent up to a moment; times travel in milliseconds, so they are compared so. */
export const markAllRead = async (db: Db, userId: string, recipientType: string, until: Date): Promise<void> => {
  await sql`update notifications set is_read = true where user_id = ${userId} and recipient_type = ${recipientType} and not is_read
    and date_trunc('milliseconds', sent_at) <= ${until}`.execute(db);
};

export const deleteNotifications = async (db: Db, userId: string, ids: readonly string[]): Promise<void> => {
  await db.deleteFrom('notifications').where('user_id', '=', userId).where('id', 'in', ids).execute();
};

export const readKeptSettings = async (db: Db, userId: string): Promise<KeptSettings> => {
  const row = await db.selectFrom('users').select('notification_settings').where('id', '=', userId).executeTakeFirst();
  return (row?.notification_settings as KeptSettings | undefined) ?? {};
};

/** Changes only what is named, so that two devices cannot undo each other's choice. */
export const mergeSettings = async (
  db: Db,
  userId: string,
  isEnabled: boolean | undefined,
  frequencies: Record<string, string>,
): Promise<KeptSettings> => {
  const rows = await sql<{ settings: KeptSettings }>`update users set notification_settings = jsonb_build_object(
      'isEnabled', coalesce(${isEnabled ?? null}::boolean, (notification_settings ->> 'isEnabled')::boolean, true),
      'frequencies', coalesce(notification_settings -> 'frequencies', '{}') || ${JSON.stringify(frequencies)}::jsonb)
    where id = ${userId} returning notification_settings as settings`.execute(db);
  return rows.rows[0]!.settings;
};

/** Registers a device for a person; it leaves any former owner. */
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

/** Forgets a device that its push service no longer knows, unless it registered again meanwhile. */
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

/** What a test needs: the device, and the count that its badge goes on showing. */
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

export interface PushTask {
  userId: string;
  kind: string;
  title: string;
  text: string;
  link: string | null;
  unread: number;
  settings: KeptSettings;
  devices: { id: string; registrationId: string }[];
}

/** What a push needs. Nothing for a notification that was read or deleted meanwhile. */
export const readPush = async (db: Db, notificationId: string): Promise<PushTask | undefined> => {
  const rows = await sql<PushTask>`
    select n.user_id as "userId", n.kind, n.title, n.text, n.link, u.notification_settings as settings,
      (select count(*) from notifications o where o.user_id = n.user_id and o.recipient_type = n.recipient_type and not o.is_read) as unread,
      coalesce((select json_agg(json_build_object('id', d.id, 'registrationId', d.registration_id))
        from devices d where d.user_id = n.user_id), '[]') as devices
    from notifications n join users u on u.id = n.user_id where n.id = ${notificationId} and not n.is_read`.execute(db);
  return rows.rows[0];
};
