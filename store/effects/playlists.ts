import { registerEffects } from '../outbox/actions.ts';

registerEffects('playlists', {
  'playlists.create': async (change, { id, channelId, title }, { scope }) => {
    const position = (await change.list('playlists', scope)).filter(
      (playlist) => playlist.channelId === channelId,
    ).length;
    await change.put('playlists', { id, scope, channelId, title: title.trim(), coverImage: null, position });
  },
});
