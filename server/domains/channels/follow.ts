import { userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { found, type Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { notifyAll } from '../notifications/index.ts';
import {
  addFollow,
  deleteFollow,
  readChannelScope,
  readFollowable,
  readFollowRow,
  readScopePeople,
  touchChannels,
} from './queries.ts';

export const follow: Handler<'channels.follow'> = async (
  { db, services, session, scope, now, wake },
  { channelId },
) => {
  const channel = found(await readFollowable(db, session.userId, channelId));
  if (channel.isOwn) throw new Problem('channel.own');
  if (!channel.isFollowed) {
    const owners = await readScopePeople(db, channel.scope);
    await raiseScopes(db, [session.scope, scope, channel.scope, ...owners.map(userScope)]);
    if (await addFollow(db, session.userId, session.scope, channelId, now)) {
      await touchChannels(db, [channelId]);
      await notifyOfMember(db, services, { channelId, ...channel }, session.userId, owners);
      wake(session.scope);
      wake(channel.scope);
    }
  }
  return { following: true, follow: found(await readFollowRow(db, session.userId, channelId)) };
};

const notifyOfMember = async (
  db: Db,
  services: Services,
  channel: { channelId: string; name: string; followerName: string; logoImage: string | null; sportId: string },
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
    by: userId,
    title: kind.title(),
    text: kind.text(values),
    link: notificationLinks.channel({ channelId }),
    linkTitle: kind.linkTitle,
    image: channel.logoImage,
    sportId: channel.sportId,
  });
};

export const unfollow: Handler<'channels.unfollow'> = async ({ db, session, scope, wake }, { channelId }) => {
  const channelScope = await readChannelScope(db, channelId);
  if (channelScope && (await readFollowRow(db, session.userId, channelId))) {
    await raiseScopes(db, [session.scope, scope, channelScope]);
    if (await deleteFollow(db, session.userId, channelId)) await touchChannels(db, [channelId]);
    wake(session.scope);
    wake(channelScope);
  }
  return { following: false };
};
