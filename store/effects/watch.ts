import { registerEffects } from '../outbox/actions.ts';

registerEffects('watch', {
  // As on the server: the place that was watched last wins.
  'watch.keepPlace': async (change, { publishedContentId: id, positionMs, watchedAt }, { scope }) => {
    const known = await change.get('watchPlaces', id);
    if (known && known.watchedAt >= watchedAt) return;
    await change.put('watchPlaces', {
      id,
      scope,
      positionMs: Number(positionMs),
      watchedAt,
      removedAt: known?.removedAt ?? null,
    });
  },
  'watch.removeBegun': async (change, { publishedContentId: id, removedAt }) => {
    const known = await change.get('watchPlaces', id);
    if (!known || (known.removedAt !== null && known.removedAt >= removedAt)) return;
    await change.patch('watchPlaces', id, { removedAt });
  },
});
