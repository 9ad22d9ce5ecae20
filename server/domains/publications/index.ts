import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type CallContext, type Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { pictureUrl } from '../files/index.ts';
import {
  areKnown,
  findLivePublication,
  findPublication,
  insertPublication,
  lockContent,
  notifyFollowersOnce,
  unpublishContents,
} from './rows.ts';

export { goLiveIfWaiting, readAnnouncement, unpublishContents } from './rows.ts';

const readRow = (db: Db, id: string) =>
  answerJson(db, sql`select row from own_publications where publication_id = ${id}`);

/**
 * Puts a content on a channel. One that is still being prepared goes live later (goLiveIfWaiting).
 *
 * @throws Problem `publish.already`, `file.missing`, `access.not_found` for a playlist or tag group that is gone.
 */
const publish: Handler<'publications.publish'> = async (context, input) => {
  const { db, services, scope, session, now } = context;
  // Every change of a scope locks in this order: its version counter, then its rows.
  await raiseScopes(db, [scope]);
  const content = found(await lockContent(db, input.contentId));
  const existing = await findPublication(db, input.id);
  if (existing) return answerRepeat(context, input, existing);
  if (await findLivePublication(db, input.contentId)) throw new Problem('publish.already');
  const { playlistId = null, tagProfileId = null } = input;
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
    coverImage: await pictureUrl(db, scope, input.coverImage),
    originCoverImage: input.originCoverImage ? await pictureUrl(db, scope, input.originCoverImage) : null,
    coverBackground: input.coverBackground ?? null,
    customTags: input.customTags,
    tagProfileId,
    tagItemIds: input.tagsProfileItemsList,
    pricing: input.pricingCategory,
    isLive: content.approved,
    publishedBy: session.userId,
    publishedAt: now,
  });
  if (content.approved) await notifyFollowersOnce(db, services, input.id);
  return readRow(db, input.id);
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
  return readRow(db, input.id);
};

const readPublication: Handler<'publications.read'> = async ({ db }, { publishedId }) => {
  if (found(await findPublication(db, publishedId)).isDeleted) throw new Problem('publish.not_published');
  return readRow(db, publishedId);
};

const unpublish: Handler<'publications.unpublish'> = async ({ db, scope }, { publishedId }) => {
  await raiseScopes(db, [scope]);
  const { contentId, isDeleted } = found(await findPublication(db, publishedId));
  if (contentId && !isDeleted) await unpublishContents(db, [contentId]);
};

export const publicationsHandlers: AreaHandlers<'publications'> = {
  'publications.publish': publish,
  'publications.read': readPublication,
  'publications.unpublish': unpublish,
};
