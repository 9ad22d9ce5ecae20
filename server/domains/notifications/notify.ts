import { sql } from 'kysely';
import { newId, userScope } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Services } from '#server/services.ts';
import { waitForDigest } from './digests.ts';
import { hasOnlySilentDevices } from './queries.ts';
import { mailOf, preferenceOf, wayOf, type SavedSettings } from './settings.ts';

/** A notification to send. `cause` identifies what happened: a person is notified once per cause. */
export interface Notice {
  recipientType: 'learner' | 'educator';
  kind: string;
  cause: string;
  title: string;
  text: string;
  /** Whose act it tells of: people between whom and them there is a block are not notified (decision 0123). */
  by?: string;
  /** A client path. */
  link: string | null;
  linkTitle: string | null;
  /** Address of the picture of what it is about. */
  image?: string | null;
  sportId?: string | null;
  /** False: not mailed, although its kind is. */
  isMailed?: boolean;
}

/** Notifies one person: saves the notification, queues the push or keeps it for a digest as they chose, wakes their devices. */
export const notify = (db: Db, services: Services, { userId, ...notice }: Notice & { userId: string }): Promise<void> =>
  notifyAll(db, services, [userId], notice).then(() => undefined);

/** Notifications of one job. A job for each would take longer than the pushes of a channel with many followers. */
const PUSHES_PER_JOB = 20;

/** A few are pushed each by itself: one push service that does not answer delays nobody else. */
const sendPushes = async (db: Db, { jobs }: Services, ids: readonly string[]): Promise<void> => {
  if (ids.length <= PUSHES_PER_JOB) {
    return jobs.sendAll(
      db,
      'notification.push',
      ids.map((notificationId) => ({ notificationId })),
    );
  }
  const parts: { notificationIds: readonly string[] }[] = [];
  for (let at = 0; at < ids.length; at += PUSHES_PER_JOB)
    parts.push({ notificationIds: ids.slice(at, at + PUSHES_PER_JOB) });
  await jobs.sendAll(db, 'notification.pushes', parts);
};

/**
 * Notifies several people of the same thing, in the caller's transaction. Pushes and mails are queued before the rows are written,
 * because the rows hold their owners' version counters until commit.
 *
 * @returns How many had not been notified of this cause before.
 */
export const notifyAll = async (
  db: Db,
  services: Services,
  userIds: readonly string[],
  notice: Notice,
): Promise<number> => {
  const sentAt = services.now();
  const people = await sql<{ id: string; settings: SavedSettings; devices: boolean; isMailedInstead: boolean }>`
    select u.id, u.notification_settings as settings, exists (select 1 from devices d where d.user_id = u.id) as devices,
      u.email_verified_at is not null and u.email_unreachable_since is null and ${hasOnlySilentDevices(sentAt)} as "isMailedInstead"
    from users u where u.id = any(${sql.val([...userIds])}::uuid[])
      and not exists (select 1 from notifications n where n.user_id = u.id and n.cause = ${notice.cause})
      and (${notice.by ?? null}::uuid is null or not is_blocked_between(u.id, ${notice.by ?? null}))
    order by u.id`.execute(db);
  if (people.rows.length === 0) return 0;
  const rows = people.rows.map(({ id, settings, devices, isMailedInstead }) => ({
    id: newId(sentAt.getTime()),
    userId: id,
    way: wayOf(settings, notice.kind),
    isPushed: devices && wayOf(settings, notice.kind) === 'now',
    isMailedInstead: isMailedInstead && wayOf(settings, notice.kind) === 'now' && settings.isMailed !== false,
  }));
  const jobsOf = (told: typeof rows) => told.map(({ id }) => ({ notificationId: id }));
  await sendPushes(
    db,
    services,
    rows.filter(({ isPushed }) => isPushed).map(({ id }) => id),
  );
  if (notice.isMailed !== false && mailOf(notice.kind))
    await services.jobs.sendAll(db, 'notification.mail', jobsOf(rows));
  const { recipientType, kind, cause, title, text, link, linkTitle, image = null, sportId = null } = notice;
  await sql`insert into notifications (id, scope, user_id, recipient_type, kind, cause, title, text, image, sport_id, link, link_title, sent_at)
    select id, 'user:' || user_id, user_id, ${recipientType}, ${kind}, ${cause}, ${title}, ${text}, ${image}, ${sportId}, ${link}, ${linkTitle}, ${sentAt}
    from unnest(${sql.val(rows.map(({ id }) => id))}::uuid[], ${sql.val(rows.map(({ userId }) => userId))}::uuid[]) as n(id, user_id)
    on conflict (user_id, cause) do nothing`.execute(db);
  const type = preferenceOf(kind);
  if (type !== null) {
    const idsOf = (told: typeof rows) => told.map(({ id }) => id);
    await waitForDigest(db, sentAt, type, { ids: idsOf(rows.filter(({ way }) => way === 'digest')), isPushed: false });
    await waitForDigest(db, sentAt, type, { ids: idsOf(rows.filter((row) => row.isMailedInstead)), isPushed: true });
  }
  await wakeAtCommit(
    db,
    rows.map(({ userId }) => userScope(userId)),
  );
  return rows.length;
};
