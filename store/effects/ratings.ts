import type { OwnRow } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';

interface NewRating {
  publishedContentId: string;
  contentItemRatings: OwnRow<'ratings'>['contentItemRatings'];
  comment?: string | null | undefined;
}

/** The rating as it will be; what the Creator did with the comment stays as the server said. */
const setRating = async (
  change: LocalChange,
  { publishedContentId: id, contentItemRatings, comment = null }: NewRating,
  { scope, queuedAt }: { scope: string; queuedAt: string },
): Promise<void> => {
  const { answer = null, isHidden = false } = (await change.get('ratings', id)) ?? {};
  await change.put('ratings', {
    id,
    scope,
    contentItemRatings,
    comment,
    answer: comment === null ? null : answer,
    isHidden,
    updatedAt: queuedAt,
  });
};

registerEffects('ratings', {
  'ratings.create': setRating,
  'ratings.update': setRating,
});
