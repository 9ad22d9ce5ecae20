import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isAway } from '#server/db/has-left.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { findPublication, goLiveIfWaiting, lockContent, touchContents } from './rows.ts';

/** A planned time, unless it has passed: a change that was queued offline may arrive late, and then means now. */
export const timeToCome = (publishAt: string | null | undefined, now: Date): Date | null =>
  publishAt && Date.parse(publishAt) > now.getTime() ? new Date(publishAt) : null;

/** Sends the job that makes a publication live at a time. It exists only if the caller's transaction is committed. */
export const goLiveLater = (db: Db, { jobs, now }: Services, publicationId: string, publishAt: Date): Promise<void> =>
  jobs.send(
    db,
    'publication.goLive',
    { publicationId },
    {
      // A job of the same publication for another time may wait already: it will find nothing to do.
      key: `${publicationId} ${publishAt.toISOString()}`,
      afterSeconds: Math.max(1, Math.ceil((publishAt.getTime() - now().getTime()) / 1000)),
    },
  );

/**
 * Plans a publication that is not live for another time, or makes it live as soon as its content is ready.
 *
 * @param publication.publishAt In the future; null for no planned time.
 */
export const schedule = async (
  db: Db,
  services: Services,
  { id, contentId, isReady, publishAt }: { id: string; contentId: string; isReady: boolean; publishAt: Date | null },
): Promise<void> => {
  await db
    .updateTable('publications')
    .set({ publish_at: publishAt, published_at: publishAt ?? services.now() })
    .where('id', '=', id)
    .execute();
  await touchContents(db, [contentId]);
  if (publishAt) await goLiveLater(db, services, id, publishAt);
  else if (isReady) await goLiveIfWaiting(db, services, contentId);
};

/**
 * Makes a scheduled publication live if its time has come and its content is ready; one whose content is not ready goes live
 * with it. Runs in a transaction.
 */
export const goLiveWhenDue = async (db: Db, services: Services, publicationId: string): Promise<void> => {
  const scope = (await findPublication(db, publicationId))?.scope;
  if (!scope) return;
  // Read again under the lock: the owner may have changed the time meanwhile.
  await raiseScopes(db, [scope]);
  const publication = await findPublication(db, publicationId);
  if (
    !publication?.contentId ||
    publication.isDeleted ||
    publication.isLive ||
    publication.isHeld ||
    publication.isRemoved
  )
    return;
  // After an undo, or when a suspended person is restored, housekeeping makes up for it.
  if (await isAway(db, scope)) return;
  const { contentId, publishAt } = publication;
  // The clocks of this process and of the job queue may differ.
  if (publishAt && publishAt > services.now()) return goLiveLater(db, services, publicationId, publishAt);
  if ((await lockContent(db, contentId))?.isReady) await goLiveIfWaiting(db, services, contentId);
};

/** Ids of scheduled publications whose time has come and whose content is ready. */
export const findDue = async (db: Db, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select p.id from publications p join contents c on c.id = p.content_id
    where p.publish_at <= ${now} and not p.is_live and not p.is_deleted and p.held_at is null and p.removed_at is null and c.approved
      and not is_away(p.scope) order by p.publish_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};
