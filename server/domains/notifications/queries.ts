import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { SavedSettings } from './settings.ts';

export const markRead = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('is_read', '=', false)
    .execute();
};

/** Marks as read what was sent until then. Clients know times in milliseconds, so the comparison is in milliseconds. */
export const markAllRead = async (db: Db, userId: string, recipientType: string, until: Date): Promise<void> => {
  await sql`update notifications set is_read = true where user_id = ${userId} and recipient_type = ${recipientType} and not is_read
    and date_trunc('milliseconds', sent_at) <= ${until}`.execute(db);
};

export const deleteNotifications = async (db: Db, userId: string, ids: readonly string[]): Promise<void> => {
  await db.deleteFrom('notifications').where('user_id', '=', userId).where('id', 'in', ids).execute();
};

export const readSavedSettings = async (db: Db, userId: string): Promise<SavedSettings> => {
  const row = await db.selectFrom('users').select('notification_settings').where('id', '=', userId).executeTakeFirst();
  return (row?.notification_settings as SavedSettings | undefined) ?? {};
};

/** Changes only the given settings, so that two devices cannot undo each other's choice. */
export const mergeSettings = async (
  db: Db,
  userId: string,
  { isEnabled, isMailed }: { isEnabled?: boolean | undefined; isMailed?: boolean | undefined },
  frequencies: Record<string, string> = {},
): Promise<SavedSettings> => {
  const rows = await sql<{ settings: SavedSettings }>`update users set notification_settings = jsonb_build_object(
      'isEnabled', coalesce(${isEnabled ?? null}::boolean, (notification_settings ->> 'isEnabled')::boolean, true),
      'isMailed', coalesce(${isMailed ?? null}::boolean, (notification_settings ->> 'isMailed')::boolean, true),
      'frequencies', coalesce(notification_settings -> 'frequencies', '{}') || ${JSON.stringify(frequencies)}::jsonb)
    where id = ${userId} returning notification_settings as settings`.execute(db);
  return rows.rows[0]!.settings;
};

/** A device whose session was not used for this long may show nothing any more. */
const SILENT_DAYS = 30;

/** Whether a person `u` has devices that get pushes, and none of them has shown a sign of life for long. Source: decision 0133. */
export const hasOnlySilentDevices = (now: Date) => {
  const since = new Date(now.getTime() - SILENT_DAYS * 86_400_000);
  return sql<boolean>`(exists (select 1 from devices v where v.user_id = u.id) and not exists (
    select 1 from devices v join sessions s on s.id = v.session_id where v.user_id = u.id and s.last_seen_at > ${since}))`;
};

/** What a push needs. */
export interface PushTask {
  userId: string;
  kind: string;
  title: string;
  text: string;
  link: string | null;
  unread: number;
  settings: SavedSettings;
  devices: { id: string; registrationId: string }[];
}

/** @returns Undefined for a notification that was read or deleted meanwhile. */
export const readPush = async (db: Db, notificationId: string): Promise<PushTask | undefined> => {
  const rows = await sql<PushTask>`
    select n.user_id as "userId", n.kind, n.title, n.text, n.link, u.notification_settings as settings,
      (select count(*) from notifications o where o.user_id = n.user_id and o.recipient_type = n.recipient_type and not o.is_read) as unread,
      coalesce((select json_agg(json_build_object('id', d.id, 'registrationId', d.registration_id))
        from devices d where d.user_id = n.user_id), '[]') as devices
    from notifications n join users u on u.id = n.user_id where n.id = ${notificationId} and not n.is_read`.execute(db);
  return rows.rows[0];
};
