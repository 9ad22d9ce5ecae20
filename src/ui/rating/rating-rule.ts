/** The categories in their order on the screen. Source: WAT-009. */
export const RATING_CATEGORIES = ['Relevance', 'Helpful', 'Engaging'] as const;
export type RatingCategory = (typeof RATING_CATEGORIES)[number];
/** Stars 1 to 5; 0: not rated yet. */
export type Ratings = Readonly<Record<RatingCategory, number>>;

export const NO_RATINGS: Ratings = { Relevance: 0, Helpful: 0, Engaging: 0 };

/**
 * Whether a rating may be saved: all three categories are rated, and something differs from the
 * saved rating. Source: WAT-016, WAT-017.
 */
export function canSaveRating(now: Ratings, saved: Ratings, comment = '', savedComment = ''): boolean {
  const complete = RATING_CATEGORIES.every((category) => now[category] > 0);
  const changed = RATING_CATEGORIES.some((category) => now[category] !== saved[category]);
  return complete && (changed || comment.trim() !== savedComment.trim());
}
