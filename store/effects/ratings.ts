import { registerEffects } from '../outbox/actions.ts';

registerEffects('ratings', {
  'ratings.create': (change, { publishedContentId, contentItemRatings, comment }, { scope, queuedAt }) =>
    change.put('ratings', {
      id: publishedContentId,
      scope,
      contentItemRatings,
      comment: comment ?? null,
      updatedAt: queuedAt,
    }),
  'ratings.update': (change, { publishedContentId, contentItemRatings, comment }, { scope, queuedAt }) =>
    change.put('ratings', {
      id: publishedContentId,
      scope,
      contentItemRatings,
      comment: comment ?? null,
      updatedAt: queuedAt,
    }),
});
