import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { touchChannels } from '../channels/index.ts';
import { findPublication, goLiveIfWaiting, lockContent, touchContents } from './rows.ts';

/** A publication that an operator removed or restored. */
export interface RemovedPublication {
  id: string;
  /** Of its owner. */
  scope: string;
  channelId: string;
  title: string;
}

/** @throws Problem `publish.removed` if an operator removed the content: a copy of it could be published. */
export const refuseRemoved = async (db: Db, contentId: string): Promise<void> => {
  const removed = await db
    .selectFrom('publications')
    .select('id')
    .where('content_id', '=', contentId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
  if (removed) throw new Problem('publish.removed');
};

interface Removing {
  reason: string;
  now: Date;
}

/**
 * Removes a content from its channel: nobody but its owner sees it, and it goes on no channel until it is restored. Where its owner
 * took it off and published it again, that publication is removed. Runs in a transaction; raises the owner's scope first.
 *
 * @returns Undefined if it was removed before.
 * @throws Problem `publish.not_published` if it is on no channel now.
 */
export const removePublication = async (
  db: Db,
  publishedId: string,
  { reason, now }: Removing,
): Promise<RemovedPublication | undefined> => {
  const publication = await lockOf(db, publishedId);
  const { rows } = await sql<{ id: string; channelId: string; title: string }>`update publications
    set removed_at = ${now}, removal_reason = ${reason}, removed_live = is_live, is_live = false
    where content_id = ${publication.contentId} and not is_deleted and removed_at is null
    returning id, channel_id as "channelId", title`.execute(db);
  const removed = rows[0];
  if (!removed) {
    if (publication.isRemoved) return undefined;
    throw new Problem('publish.not_published');
  }
  await touch(db, publication.contentId, removed.channelId);
  return { ...removed, scope: publication.scope };
};

/**
 * Takes the removal of a content back. It is on its channel as it was, and live if it was; one whose time came meanwhile goes
 * live now.
 *
 * @throws Problem `access.not_found`, `desk.done_meanwhile` if it is not removed.
 */
export const restorePublication = async (
  db: Db,
  services: Services,
  publishedId: string,
): Promise<RemovedPublication> => {
  const { contentId, scope } = await lockOf(db, publishedId);
  const { rows } = await sql<{ id: string; channelId: string; title: string; isPlanned: boolean }>`update publications p
    set removed_at = null, removal_reason = null, removed_live = null, is_live = p.removed_live and not p.is_deleted
    where p.content_id = ${contentId} and p.removed_at is not null
    returning p.id, p.channel_id as "channelId", p.title, not p.is_live and not p.is_deleted as "isPlanned"`.execute(
    db,
  );
  const restored = rows[0];
  if (!restored) throw new Problem('desk.done_meanwhile', { about: 'content' });
  const { isPlanned, ...shown } = restored;
  if (isPlanned && (await lockContent(db, contentId))?.isReady) await goLiveIfWaiting(db, services, contentId);
  await touch(db, contentId, restored.channelId);
  return { ...shown, scope };
};

/** Locks a publication's content in the order of every change of a scope: its version counter, then its rows. */
const lockOf = async (db: Db, publishedId: string) => {
  const named = await findPublication(db, publishedId);
  if (!named) throw new Problem('access.not_found');
  await raiseScopes(db, [named.scope]);
  const publication = (await findPublication(db, publishedId))!;
  const { contentId } = publication;
  if (contentId === null) throw new Problem('publish.not_published');
  await lockContent(db, contentId);
  return { ...publication, contentId };
};

const touch = async (db: Db, contentId: string, channelId: string): Promise<void> => {
  await touchContents(db, [contentId]);
  await touchChannels(db, [channelId]);
};
