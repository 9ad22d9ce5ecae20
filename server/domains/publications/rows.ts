import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Services } from '#server/services.ts';
import { readChannelScope, touchChannels } from '../channels/index.ts';

/** Makes the next pull send these contents again: where they are published has changed. */
const touchContents = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await sql`update contents set publication_id = publication_id where id = any(${sql.val([...ids])}::uuid[])`.execute(
      db,
    );
};

export interface NewPublication {
  id: string;
  scope: string;
  contentId: string;
  channelId: string;
  playlistId: string | null;
  title: string;
  description: string;
  coverImage: string;
  originCoverImage: string | null;
  coverBackground: string | null;
  customTags: string[];
  tagProfileId: string | null;
  tagItemIds: string[];
  pricing: string;
  isLive: boolean;
  publishedBy: string;
  publishedAt: Date;
}

/**
 * Locks a content until the transaction ends, and reads whether it is approved. The job that approves it locks the same
 * row, so one of the two always sees the other's result, and a waiting publication always goes live.
 */
export const lockContent = async (db: Db, contentId: string): Promise<{ approved: boolean } | undefined> =>
  db.selectFrom('contents').select('approved').where('id', '=', contentId).forUpdate().executeTakeFirst();

export const findLivePublication = async (db: Db, contentId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('publications')
      .select('id')
      .where('content_id', '=', contentId)
      .where('is_deleted', '=', false)
      .executeTakeFirst()
  )?.id;

export const findPublication = async (
  db: Db,
  id: string,
): Promise<{ scope: string; contentId: string | null; channelId: string; isDeleted: boolean } | undefined> =>
  db
    .selectFrom('publications')
    .select(['scope', 'content_id as contentId', 'channel_id as channelId', 'is_deleted as isDeleted'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Whether the playlist is one of the channel and the tag group one of the scope; one that is not named passes. */
export const areKnown = async (
  db: Db,
  {
    playlistId,
    channelId,
    tagProfileId,
    scope,
  }: Pick<NewPublication, 'playlistId' | 'channelId' | 'tagProfileId' | 'scope'>,
): Promise<boolean> => {
  const rows = await sql<{ known: boolean }>`select
    (${playlistId}::uuid is null or exists (select 1 from playlists where id = ${playlistId} and channel_id = ${channelId})) and
    (${tagProfileId}::uuid is null or exists (select 1 from own_tag_profiles where id = ${tagProfileId}::text and scope = ${scope})) as known`.execute(
    db,
  );
  return rows.rows[0]!.known;
};

export const insertPublication = async (db: Db, p: NewPublication): Promise<void> => {
  await sql`insert into publications (id, scope, content_id, channel_id, playlist_id, playlist_position, title, description, cover_image,
      origin_cover_image, cover_background, custom_tags, tag_profile_id, tag_item_ids, pricing, is_live, published_by, published_at)
    select ${p.id}, ${p.scope}, ${p.contentId}, ${p.channelId}, ${p.playlistId}::uuid,
      coalesce((select max(playlist_position) + 1 from publications where playlist_id = ${p.playlistId}::uuid), 0),
      ${p.title}, ${p.description}, ${p.coverImage}, ${p.originCoverImage}, ${p.coverBackground}, ${sql.val(p.customTags)}::text[],
      ${p.tagProfileId}::uuid, ${sql.val(p.tagItemIds)}::uuid[], ${p.pricing}, ${p.isLive}, ${p.publishedBy}, ${p.publishedAt}`.execute(
    db,
  );
  await db.insertInto('publication_stats').values({ publication_id: p.id }).execute();
  await db.updateTable('contents').set({ publication_id: p.id }).where('id', '=', p.contentId).execute();
  await touchChannels(db, [p.channelId]);
};

/** Notifies the followers once, however often a publication goes live: a job sends the notifications in batches. */
export const notifyFollowersOnce = async (db: Db, services: Services, publicationId: string): Promise<void> => {
  const first =
    await sql`update publications set announced_at = ${services.now()} where id = ${publicationId} and announced_at is null returning 1`.execute(
      db,
    );
  if (first.rows.length > 0) await services.jobs.send(db, 'publication.announce', { publicationId });
};

/**
 * Makes a publication that waited for its content live. It is dated now, unless followers were notified of it before.
 * The caller has just approved the content, in this transaction or before it. Idempotent.
 */
export const goLiveIfWaiting = async (db: Db, services: Services, contentId: string): Promise<void> => {
  const live = await sql<{ id: string; channel_id: string }>`update publications set is_live = true,
      published_at = case when announced_at is null then ${services.now()} else published_at end
    where content_id = ${contentId} and not is_deleted and not is_live returning id, channel_id`.execute(db);
  const published = live.rows[0];
  if (!published) return;
  await notifyFollowersOnce(db, services, published.id);
  await touchContents(db, [contentId]);
  await touchChannels(db, [published.channel_id]);
  await wakeAtCommit(db, [(await readChannelScope(db, published.channel_id))!]);
};

/** Takes contents off their channels. The rows stay, so that Re-Add can offer the former title and picture (D-134). */
export const unpublishContents = async (db: Db, contentIds: readonly string[]): Promise<void> => {
  if (contentIds.length === 0) return;
  const taken = await sql<{ channel_id: string }>`update publications set is_deleted = true, is_live = false
    where content_id = any(${sql.val([...contentIds])}::uuid[]) and not is_deleted returning channel_id`.execute(db);
  if (taken.rows.length === 0) return;
  await touchContents(db, contentIds);
  await touchChannels(
    db,
    taken.rows.map(({ channel_id }) => channel_id),
  );
};

export interface Announcement {
  channelId: string;
  scope: string;
  sport: string;
  educatorName: string;
  title: string;
  coverImage: string | null;
}

/** What the followers' notification says. @returns Undefined if the publication cannot be seen any more. */
export const readAnnouncement = async (db: Db, publicationId: string): Promise<Announcement | undefined> => {
  const rows = await sql<Announcement>`
    select c.id as "channelId", c.scope, s.name as sport, u.first_name || ' ' || u.last_name as "educatorName", p.title, p.cover_image as "coverImage"
    from publications p join channels c on c.id = p.channel_id join sports s on s.id = c.sport_id join users u on u.id = c.author_id
    where p.id = ${publicationId} and p.is_live and not p.is_deleted and c.active`.execute(db);
  return rows.rows[0];
};
