import { sql } from 'kysely';
import { ENCODING } from '#contract/encoding.ts';
import type { Db } from '#server/db/database.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Services } from '#server/services.ts';
import { readChannelScope, touchChannels } from '../channels/index.ts';
import { notifyFollowersOnce } from './notify-followers.ts';

/** Makes the next pull send these contents again: where they are published has changed. */
export const touchContents = async (db: Db, ids: readonly string[]): Promise<void> => {
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
  /** Null until the content's own picture exists. */
  coverImage: string | null;
  originCoverImage: string | null;
  coverBackground: string | null;
  customTags: string[];
  tagProfileId: string | null;
  tagItemIds: string[];
  pricing: string;
  isLive: boolean;
  /** Held back: its edit failed before it came. */
  isHeld: boolean;
  /** In the future; null if it is not scheduled. */
  publishAt: Date | null;
  publishedBy: string;
  publishedAt: Date;
}

/** An edit will replace the video: what it cuts off must not be shown until then. A new file hides nothing of the old one. */
const IS_REPLACED = sql<boolean>`coalesce(cut_status between 0 and ${sql.lit(ENCODING.done - 1)}, false)`;
const IS_BEING_CUT = sql<boolean>`(${IS_REPLACED} and next_key is null)`;

/** Also where its owner took it off the channel meanwhile: else it could be published again (decision 0122). */
const IS_REMOVED = sql<boolean>`exists (select 1 from publications r where r.content_id = contents.id and r.removed_at is not null)`;

export interface LockedContent {
  isReady: boolean;
  isReplaced: boolean;
  /** An operator removed it from its channel. */
  isRemoved: boolean;
  /** Its last edit failed, and its owner has not dismissed that. */
  hasFailedEdit: boolean;
  isArchived: boolean;
  thumbnail: string | null;
}

/**
 * Locks a content until the transaction ends, and reads whether it can go live, whether an edit or a new file is under way,
 * and its own picture. The job that approves it locks the same
 * row, so one of the two always sees the other's result, and a waiting publication always goes live.
 */
export const lockContent = async (db: Db, contentId: string): Promise<LockedContent | undefined> =>
  db
    .selectFrom('contents')
    .select([
      'thumbnail',
      sql<boolean>`approved and not ${IS_BEING_CUT}`.as('isReady'),
      IS_REPLACED.as('isReplaced'),
      'cut_failed as hasFailedEdit',
      sql<boolean>`archived_until is not null`.as('isArchived'),
      IS_REMOVED.as('isRemoved'),
    ])
    .where('id', '=', contentId)
    .forUpdate()
    .executeTakeFirst();

export const findLivePublication = async (db: Db, contentId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('publications')
      .select('id')
      .where('content_id', '=', contentId)
      .where('is_deleted', '=', false)
      .executeTakeFirst()
  )?.id;

/**
 * Whether others can see a content on a channel, or could until an operator removed it. One that is planned, waits or is held
 * back cannot be seen.
 */
export const isShown = async (db: Db, contentId: string): Promise<boolean> =>
  (await db
    .selectFrom('publications')
    .select('id')
    .where('content_id', '=', contentId)
    .where('is_deleted', '=', false)
    .where((eb) => eb.or([eb('is_live', '=', true), eb('removed_live', '=', true)]))
    .executeTakeFirst()) !== undefined;

export interface FoundPublication {
  scope: string;
  contentId: string | null;
  channelId: string;
  isDeleted: boolean;
  isLive: boolean;
  publishAt: Date | null;
  isHeld: boolean;
  /** By an operator. */
  isRemoved: boolean;
}

export const findPublication = async (db: Db, id: string): Promise<FoundPublication | undefined> =>
  db
    .selectFrom('publications')
    .select([
      'scope',
      'content_id as contentId',
      'channel_id as channelId',
      'is_deleted as isDeleted',
      'is_live as isLive',
      'publish_at as publishAt',
      sql<boolean>`held_at is not null`.as('isHeld'),
      sql<boolean>`removed_at is not null`.as('isRemoved'),
    ])
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
      origin_cover_image, cover_background, custom_tags, tag_profile_id, tag_item_ids, pricing, is_live, published_by, published_at, publish_at, held_at)
    select ${p.id}, ${p.scope}, ${p.contentId}, ${p.channelId}, ${p.playlistId}::uuid,
      coalesce((select max(playlist_position) + 1 from publications where playlist_id = ${p.playlistId}::uuid), 0),
      ${p.title}, ${p.description}, ${p.coverImage}, ${p.originCoverImage}, ${p.coverBackground}, ${sql.val(p.customTags)}::text[],
      ${p.tagProfileId}::uuid, ${sql.val(p.tagItemIds)}::uuid[], ${p.pricing}, ${p.isLive}, ${p.publishedBy}, ${p.publishedAt}, ${p.publishAt}, case when ${p.isHeld} then now() end`.execute(
    db,
  );
  await db.insertInto('publication_stats').values({ publication_id: p.id }).execute();
  await db.updateTable('contents').set({ publication_id: p.id }).where('id', '=', p.contentId).execute();
  await touchChannels(db, [p.channelId]);
};

/** Columns that the owner may change; an undefined one stays as it is. */
export interface ChangedColumns {
  title?: string | undefined;
  description?: string | undefined;
  custom_tags?: string[] | undefined;
  pricing?: string | undefined;
  tag_profile_id?: string | null | undefined;
  tag_item_ids?: string[] | undefined;
  cover_image?: string | null;
  origin_cover_image?: string | null;
  cover_background?: string | null;
}

/** Changes a publication of a scope; its content's row shows title and cover, so that devices get it again too. */
export const changePublication = async (
  db: Db,
  { id, scope, contentId }: { id: string; scope: string; contentId: string },
  columns: ChangedColumns,
): Promise<void> => {
  const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return;
  await db
    .updateTable('publications')
    .set(Object.fromEntries(changed))
    .where('id', '=', id)
    .where('scope', '=', scope)
    .execute();
  await touchContents(db, [contentId]);
};

/** Puts a publication at the end of another playlist of its channel, or in none. It keeps its place where it is in it already. */
export const moveToPlaylist = async (
  db: Db,
  { id, scope, playlistId }: { id: string; scope: string; playlistId: string | null },
): Promise<void> => {
  await sql`update publications set playlist_id = ${playlistId}::uuid,
      playlist_position = coalesce((select max(playlist_position) + 1 from publications where playlist_id = ${playlistId}::uuid), 0)
    where id = ${id} and scope = ${scope} and playlist_id is distinct from ${playlistId}::uuid`.execute(db);
};

/**
 * Makes a publication that waited for its content or its time live, unless that time is still to come or it is held back. It is dated now, unless followers were notified of it before.
 * Its cover becomes the content's own picture if none was chosen.
 * The caller has just approved the content, in this transaction or before it. Idempotent.
 */
export const goLiveIfWaiting = async (db: Db, services: Services, contentId: string): Promise<void> => {
  const now = services.now();
  const live = await sql<{ id: string; channel_id: string }>`update publications set is_live = true, publish_at = null,
      cover_image = coalesce(cover_image, (select thumbnail from contents where id = ${contentId})),
      published_at = case when announced_at is null then ${now} else published_at end
    where content_id = ${contentId} and not is_deleted and not is_live and held_at is null and removed_at is null and (publish_at is null or publish_at <= ${now})
      and not (select ${IS_BEING_CUT} from contents where id = ${contentId}) returning id, channel_id`.execute(db);
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
  sportId: string;
  educatorName: string;
  title: string;
  /** Its cover, else its poster frame, waveform or first page. */
  picture: string | null;
}

/** What the followers' notification says. @returns Undefined if the publication cannot be seen any more. */
export const readAnnouncement = async (db: Db, publicationId: string): Promise<Announcement | undefined> => {
  const rows = await sql<Announcement>`
    select c.id as "channelId", c.scope, s.name as sport, s.id as "sportId", u.first_name || ' ' || u.last_name as "educatorName", p.title,
      coalesce(p.cover_image, ct.thumbnail) as picture
    from publications p join contents ct on ct.id = p.content_id join channels c on c.id = p.channel_id join sports s on s.id = c.sport_id
      join users u on u.id = c.author_id
    where p.id = ${publicationId} and p.is_live and not p.is_deleted and c.active`.execute(db);
  return rows.rows[0];
};
