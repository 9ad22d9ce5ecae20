import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { OWN_PICTURE } from '#contract/publications-cover.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type CallContext, type Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { pictureUrl } from '../files/index.ts';
import { publishAsItIs } from './hold.ts';
import { notifyFollowersOnce } from './notify-followers.ts';
import {
  areKnown,
  changePublication,
  findLivePublication,
  findPublication,
  insertPublication,
  lockContent,
  moveToPlaylist,
  unpublishContents,
} from './rows.ts';
import { goLiveLater, schedule, timeToCome } from './schedule.ts';

export { findHeld, holdBack, releaseHeld } from './hold.ts';
export { removePublication, restorePublication, refuseRemoved, type RemovedPublication } from './remove.ts';
export { goLiveIfWaiting, isShown, readAnnouncement, unpublishContents } from './rows.ts';
export { findDue, goLiveWhenDue } from './schedule.ts';

/** A publication as its owner edits it (contract/publications.ts, PublishedContent). */
const readContent = (db: Db, scope: string, id: string) =>
  answerJson(
    db,
    sql`select (row::jsonb || jsonb_build_object('customTagsList', row->'customTags',
      'content', jsonb_build_object('id', row->'contentId', 'type', row->'type')))::json
    from own_publications where publication_id = ${id} and scope = ${scope}`,
  );

/**
 * Puts a content on a channel. One that is still being prepared goes live later (goLiveIfWaiting), and so does one that is
 * scheduled (goLiveWhenDue).
 *
 * @throws Problem `publish.already`, `publish.removed` if an operator removed the content, `file.missing`, `access.not_found` for a playlist or tag group that is gone.
 */
const publish: Handler<'publications.publish'> = async (context, input) => {
  const { db, services, scope, session, now } = context;
  // Every change of a scope locks in this order: its version counter, then its rows.
  await raiseScopes(db, [scope]);
  const content = found(await lockContent(db, input.contentId));
  const existing = await findPublication(db, input.id);
  if (existing) return answerRepeat(context, input, existing);
  if (content.isRemoved) throw new Problem('publish.removed');
  if (content.isArchived) throw new Problem('library.archived');
  if (await findLivePublication(db, input.contentId)) throw new Problem('publish.already');
  const { playlistId = null, tagProfileId = null } = input;
  const publishAt = timeToCome(input.publishAt, now);
  // Queued before the person could know that the edit fails.
  const isHeld = content.hasFailedEdit;
  const isLive = content.isReady && !publishAt && !isHeld;
  if (!(await areKnown(db, { playlistId, channelId: input.channelId, tagProfileId, scope })))
    throw new Problem('access.not_found');

  await insertPublication(db, {
    id: input.id,
    scope,
    contentId: input.contentId,
    channelId: input.channelId,
    playlistId,
    title: input.title,
    description: input.description,
    coverImage: await coverOf(db, scope, input.coverImage, content),
    originCoverImage: input.originCoverImage ? await pictureUrl(db, scope, input.originCoverImage) : null,
    coverBackground: input.coverBackground ?? null,
    customTags: input.customTags,
    tagProfileId,
    tagItemIds: input.tagsProfileItemsList,
    pricing: input.pricingCategory,
    isLive,
    isHeld,
    publishAt,
    publishedBy: session.userId,
    publishedAt: publishAt ?? now,
  });
  if (publishAt) await goLiveLater(db, services, input.id, publishAt);
  else if (isLive) await notifyFollowersOnce(db, services, input.id);
  return readContent(db, scope, input.id);
};

/**
 * The address of the cover. For the content's own picture it is null until the server has made it; `goLiveIfWaiting`
 * fills it in.
 *
 * @throws Problem `file.missing`; also if the content is ready and has no picture of its own.
 */
const coverOf = async (
  db: Db,
  scope: string,
  reference: string,
  content: { isReady: boolean; thumbnail: string | null },
): Promise<string | null> => {
  if (reference !== OWN_PICTURE) return pictureUrl(db, scope, reference);
  if (content.isReady && content.thumbnail === null) throw new Problem('file.missing');
  return content.thumbnail;
};

/** A publication that is sent again under another key gets the same answer, unless its id is another publication's. */
const answerRepeat = async (
  { db, scope }: CallContext,
  input: { id: string; contentId: string; channelId: string },
  existing: { scope: string; contentId: string | null; channelId: string },
) => {
  const isSame =
    existing.scope === scope && existing.contentId === input.contentId && existing.channelId === input.channelId;
  if (!isSame) throw new Problem('publish.already');
  return readContent(db, scope, input.id);
};

/**
 * Locks a publication that is on its channel, with its content, until the transaction ends.
 *
 * @throws Problem `publish.not_published` if it was taken off the channel.
 */
const lockPublished = async ({ db, scope }: CallContext, publishedId: string) => {
  await raiseScopes(db, [scope]);
  const publication = found(await findPublication(db, publishedId));
  if (publication.isDeleted || publication.contentId === null) throw new Problem('publish.not_published');
  const content = found(await lockContent(db, publication.contentId));
  return { ...publication, contentId: publication.contentId, content };
};

interface CoverInput {
  cover_image: string;
  origin_cover_image?: string | null | undefined;
  coverBackground?: string | null | undefined;
}

const coverFields = async (
  { db, scope }: CallContext,
  content: Parameters<typeof coverOf>[3],
  { cover_image, origin_cover_image, coverBackground = null }: CoverInput,
) => ({
  cover_image: await coverOf(db, scope, cover_image, content),
  origin_cover_image: origin_cover_image ? await pictureUrl(db, scope, origin_cover_image) : null,
  cover_background: coverBackground,
});

/**
 * Changes the fields that the input has.
 *
 * @throws Problem `publish.not_published`; `publish.is_live` if it is to go live later; `publish.removed` if it is to go live although an
 *   operator removed it; `file.missing`; `access.not_found` for
 *   a playlist or tag group that is gone; `library.not_ready` if it is to go live as it is while its file is replaced.
 */
const update: Handler<'publications.update'> = async (context, { publishedId, cover_image, ...input }) => {
  const { db, scope, services, now } = context;
  const {
    channelId,
    content,
    contentId,
    isLive,
    isHeld,
    isRemoved,
    publishAt: planned,
  } = await lockPublished(context, publishedId);
  const publishAt = timeToCome(input.publishAt, now);
  if (isRemoved && (input.publishAt !== undefined || input.asItIs)) throw new Problem('publish.removed');
  if (isLive && publishAt) throw new Problem('publish.is_live');
  const { playlistId = null, tagProfileId = null } = input;
  if (!(await areKnown(db, { playlistId, channelId, tagProfileId, scope }))) throw new Problem('access.not_found');
  await changePublication(
    db,
    { id: publishedId, scope, contentId },
    {
      title: input.title,
      description: input.description,
      custom_tags: input.custom_tags,
      pricing: input.pricingCategory,
      tag_profile_id: input.tagProfileId,
      tag_item_ids: input.tagsProfileItemsList,
      ...(cover_image === undefined ? {} : await coverFields(context, content, { ...input, cover_image })),
    },
  );
  if (input.playlistId !== undefined) await moveToPlaylist(db, { id: publishedId, scope, playlistId });
  if (input.publishAt !== undefined && !isLive)
    await schedule(db, services, { id: publishedId, contentId, isReady: content.isReady, publishAt });
  if (input.asItIs && isHeld) {
    const time = input.publishAt === undefined && planned && planned > now ? planned : publishAt;
    await publishAsItIs(db, services, { id: publishedId, contentId, isReady: content.isReady, publishAt: time });
  }
  return readContent(db, scope, publishedId);
};

/** @throws Problem `publish.not_published`; `file.missing`. */
const updateCover: Handler<'publications.updateCover'> = async (context, { publishedId, ...cover }) => {
  const { db, scope } = context;
  const { content, contentId } = await lockPublished(context, publishedId);
  const fields = await coverFields(context, content, cover);
  await changePublication(db, { id: publishedId, scope, contentId }, fields);
  return readContent(db, scope, publishedId);
};

const readPublication: Handler<'publications.read'> = async ({ db, scope }, { publishedId }) => {
  if (found(await findPublication(db, publishedId)).isDeleted) throw new Problem('publish.not_published');
  return readContent(db, scope, publishedId);
};

const unpublish: Handler<'publications.unpublish'> = async ({ db, scope }, { publishedId }) => {
  await raiseScopes(db, [scope]);
  const { contentId, isDeleted } = found(await findPublication(db, publishedId));
  if (contentId && !isDeleted) await unpublishContents(db, [contentId]);
};

export const publicationsHandlers: AreaHandlers<'publications'> = {
  'publications.publish': publish,
  'publications.update': update,
  'publications.updateCover': updateCover,
  'publications.read': readPublication,
  'publications.unpublish': unpublish,
};
