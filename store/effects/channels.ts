import type { createSubchannel } from '#contract/channels.ts';
import { channelsPlacedAfter } from '#contract/channels-order.ts';
import type { InputOf } from '#contract/call.ts';
import type { Channel } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';

type NewChannel = Omit<InputOf<typeof createSubchannel>, 'parentId'> & { parentId?: string };

/** The new channel at the end of the list, without its pictures, which have no address yet. */
const addChannel = async (change: LocalChange, input: NewChannel, scope: string): Promise<void> => {
  const community = await change.get('communities', input.communityId);
  const parent = input.parentId === undefined ? undefined : await change.get('channels', input.parentId);
  const others = (await change.list('channels', scope)).filter(({ id }) => id !== input.id);
  const me = scope.startsWith('user:') ? await change.get('me', scope.slice('user:'.length)) : undefined;
  const channel: Channel = {
    id: input.id,
    scope,
    communityId: input.communityId,
    name: input.name.trim(),
    description: input.description?.trim() ?? '',
    logoImage: null,
    coverImage: null,
    active: true,
    hasContent: false,
    sportId: community?.sport ?? parent?.sportId ?? '',
    sportName: community?.sportName ?? parent?.sportName ?? '',
    channelLevel: parent ? parent.channelLevel + 1 : 0,
    parentChannel: input.parentId ?? null,
    position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
    totalRating: null,
    followers: 0,
    educatorName: me ? `${me.firstName} ${me.lastName}` : '',
    educatorUsername: me?.username ?? '',
  };
  await change.put('channels', channel);
};

registerEffects('channels', {
  'channels.create': (change, input, { scope }) => addChannel(change, input, scope),
  'channels.createSubchannel': (change, input, { scope }) => addChannel(change, input, scope),
  // The pictures stay until the server answers with the addresses of the new ones.
  'channels.edit': (change, { channelId, name, description }) =>
    change.patch('channels', channelId, {
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description: description.trim() }),
    }),
  'channels.delete': (change, { channelId }) => change.remove('channels', channelId),
  'channels.follow': (change, { channelId }, { scope, queuedAt }) =>
    change.put('follows', { id: channelId, scope, followedAt: queuedAt }),
  'channels.unfollow': (change, { channelId }) => change.remove('follows', channelId),
  'channels.setActive': (change, { channelId, active }) => change.patch('channels', channelId, { active }),
  'channels.reorder': async (change, { ids }) => {
    for (const [position, id] of ids.entries()) await change.patch('channels', id, { position });
  },
  'channels.move': async (change, { channelId, afterId }, { scope }) => {
    const channels = await change.list('channels', scope);
    const places = new Map(channels.map(({ id, position }) => [id, position]));
    for (const [position, id] of channelsPlacedAfter(channels, channelId, afterId).entries())
      if (places.get(id) !== position) await change.patch('channels', id, { position });
  },
});
