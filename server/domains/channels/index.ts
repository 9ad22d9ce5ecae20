import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { isUniqueViolation, type Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { found, RawJson, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import { pictureUrl } from '../files/index.ts';
import { notifyAll } from '../notifications/index.ts';
import {
  announce,
  areKnown,
  findLivePublication,
  findPublication,
  insertPublication,
  lockContent,
  readChannelScope,
  touchChannels,
  unpublishContents,
} from '../publications/index.ts';
import { channelLists } from './lists.ts';
import {
  addFollow,
  deleteFollow,
  readChannelRow,
  readFollowable,
  readFollowRow,
  readPlaylistRow,
  readPublicationRow,
  readScopePeople,
  reorder,
  setActive,
} from './queries.ts';

export { readAnnouncement, readFollowers, readScopePeople } from './queries.ts';

/**
 * Puts a content on a channel. One that is still being prepared goes live by itself (goLiveIfWaiting).
 *
 * @throws Problem `publish.already`, `file.missing`, `access.not_found` for a playlist or tag group that is gone.
 */
const publish: Handler<'publications.publish'> = async (context, input) => {
  const { db, services, scope, session, now } = context;
  // The order of locks that every change of a scope keeps: its counter, then its rows.
  await raiseScopes(db, [scope]);
  const content = found(await lockContent(db, input.contentId));
  const before = await findPublication(db, input.id);
  if (before) return repeated(context, input, before);
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
  if (content.approved) await announce(db, services, input.id);
  return new RawJson((await readPublicationRow(db, input.id))!);
};

/** A publication that is sent again under another key: answered alike, unless its id means something else. */
const repeated = async (
  { db, scope }: CallContext,
  input: { id: string; contentId: string; channelId: string },
  before: { scope: string; contentId: string | null; channelId: string },
) => {
  const isSame = before.scope === scope && before.contentId === input.contentId && before.channelId === input.channelId;
  if (!isSame) throw new Problem('publish.already');
  return new RawJson((await readPublicationRow(db, input.id))!);
};

const follow: Handler<'channels.follow'> = async ({ db, services, session, scope, now, wake }, { channelId }) => {
  const channel = found(await readFollowable(db, session.userId, channelId));
  if (channel.isOwn) throw new Problem('channel.own');
  if (!channel.isFollowed) {
    const owners = await readScopePeople(db, channel.scope);
    await raiseScopes(db, [session.scope, scope, channel.scope, ...owners.map(userScope)]);
    if (await addFollow(db, session.userId, session.scope, channelId, now)) {
      await touchChannels(db, [channelId]);
      await tellOfMember(db, services, { channelId, ...channel }, session.userId, owners);
      wake(session.scope);
      wake(channel.scope);
    }
  }
  return { following: true, follow: found(await readFollowRow(db, session.userId, channelId)) };
};

const tellOfMember = async (
  db: Db,
  services: Services,
  channel: { channelId: string; name: string; followerName: string },
  userId: string,
  owners: readonly string[],
) => {
  const kind = notificationKinds.new_member;
  const { channelId } = channel;
  const values = { name: channel.followerName, channelName: channel.name };
  await notifyAll(db, services, owners, {
    recipientType: 'educator',
    kind: 'new_member',
    cause: `new_member:${channelId}:${userId}`,
    title: kind.title(),
    text: kind.text(values),
    link: notificationLinks.channel({ channelId }),
    linkTitle: kind.linkTitle,
  });
};

const unfollow: Handler<'channels.unfollow'> = async ({ db, session, scope, wake }, { channelId }) => {
  const channelScope = await readChannelScope(db, channelId);
  if (channelScope && (await readFollowRow(db, session.userId, channelId))) {
    await raiseScopes(db, [session.scope, scope, channelScope]);
    if (await deleteFollow(db, session.userId, channelId)) await touchChannels(db, [channelId]);
    wake(session.scope);
    wake(channelScope);
  }
  return { following: false };
};

const createPlaylist: Handler<'playlists.create'> = async ({ db, scope }, { id, channelId, title, coverImage }) => {
  const before = await db.selectFrom('playlists').select('channel_id').where('id', '=', id).executeTakeFirst();
  if (before && before.channel_id !== channelId) throw new Problem('channel.playlist_taken', { title });
  if (!before) {
    const cover_image = coverImage ? await pictureUrl(db, scope, coverImage) : null;
    const last = await db
      .selectFrom('playlists')
      .select((e) => e.fn.max('position').as('position'))
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    try {
      await db
        .insertInto('playlists')
        .values({ id, scope, channel_id: channelId, title, cover_image, position: (last?.position ?? -1) + 1 })
        .execute();
    } catch (error) {
      if (isUniqueViolation(error, 'playlists_title'))
        throw new Problem('channel.playlist_taken', { title }, { cause: error });
      throw error;
    }
  }
  return new RawJson((await readPlaylistRow(db, id))!);
};

export const channelsHandlers: Handlers = {
  ...channelLists,
  'channels.setActive': async ({ db }, { channelId, active }) => {
    await setActive(db, channelId, active);
    return new RawJson(found(await readChannelRow(db, channelId)));
  },
  'channels.reorder': async ({ db, scope }, { ids }) => {
    await raiseScopes(db, [scope]);
    await reorder(db, scope, ids);
  },
  'channels.follow': follow,
  'channels.unfollow': unfollow,
  'playlists.create': createPlaylist,
  'publications.publish': publish,
  'publications.read': async ({ db }, { publishedId }) => {
    if (found(await findPublication(db, publishedId)).isDeleted) throw new Problem('publish.not_published');
    return new RawJson((await readPublicationRow(db, publishedId))!);
  },
  'publications.unpublish': async ({ db, scope }, { publishedId }) => {
    await raiseScopes(db, [scope]);
    const { contentId, isDeleted } = found(await findPublication(db, publishedId));
    if (contentId && !isDeleted) await unpublishContents(db, [contentId]);
  },
};
