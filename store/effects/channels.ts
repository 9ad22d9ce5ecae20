import { registerEffects } from '../outbox/actions.ts';

registerEffects('channels', {
  'channels.follow': (change, { channelId }, { scope, queuedAt }) =>
    change.put('follows', { id: channelId, scope, followedAt: queuedAt }),
  'channels.unfollow': (change, { channelId }) => change.remove('follows', channelId),
  'channels.setActive': (change, { channelId, active }) => change.patch('channels', channelId, { active }),
  'channels.reorder': async (change, { ids }) => {
    for (const [position, id] of ids.entries()) await change.patch('channels', id, { position });
  },
});
