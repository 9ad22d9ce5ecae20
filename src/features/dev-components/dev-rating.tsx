import { useState } from 'react';
import { COMMENT_MAX } from '#contract/limits.ts';
import { NO_RATINGS, type Ratings } from '#ui/rating/rating-rule.ts';
import { RatingInput } from '#ui/forms/rating-input.tsx';
import { RatingSummary } from '#ui/rating/rating-summary.tsx';

const PEOPLE = [{ id: 'mia', username: 'mia', name: 'Mia Weber' }];

export function DevRating() {
  const [saved, setSaved] = useState<Ratings>(NO_RATINGS);
  return (
    <div className="dev-form">
      <RatingInput key={JSON.stringify(saved)} saved={saved} onSave={setSaved} />
      <RatingInput
        saved={{ Relevance: 5, Helpful: 4, Engaging: 0 }}
        commentMax={COMMENT_MAX}
        people={PEOPLE}
        busy
        onSave={() => {}}
      />
      <RatingSummary avgTotal={4.7} averages={{ Relevance: 4.9, Helpful: 4.6, Engaging: 4.6 }} count={128} />
      <RatingSummary avgTotal={0} averages={NO_RATINGS} count={0} />
    </div>
  );
}
