import { useId, useState } from 'react';
import { ratingText } from '#contract/text/watch-player.ts';
import { StarIcon } from '../icons.ts';
import { Button } from '../buttons/button.tsx';
import {
  canSaveRating,
  NO_RATINGS,
  RATING_CATEGORIES,
  type RatingCategory,
  type Ratings,
} from '../rating/rating-rule.ts';
import { MentionArea, type MentionPerson } from './mention-area.tsx';
import '../rating/rating.css';

export interface RatingInputProps {
  /** The saved rating; without it all stars are empty. */
  saved?: Ratings | undefined;
  savedComment?: string | undefined;
  /** Longest comment, characters; without it there is no comment field. */
  commentMax?: number | undefined;
  /** Who is suggested after an @ in the comment. */
  people?: readonly MentionPerson[] | undefined;
  /** Text of the button while saving. */
  busy?: boolean | undefined;
  onSave: (ratings: Ratings, comment: string) => void;
}

const STARS = [1, 2, 3, 4, 5];

/** Three categories of five stars and Save; usually inside a Sheet. Source: design §7. */
export function RatingInput({
  saved = NO_RATINGS,
  savedComment = '',
  commentMax,
  people = [],
  busy,
  onSave,
}: RatingInputProps) {
  const [ratings, setRatings] = useState(saved);
  const [comment, setComment] = useState(savedComment);
  const savable = canSaveRating(ratings, saved, comment, savedComment);
  const complete = RATING_CATEGORIES.every((category) => ratings[category] > 0);
  const help = useId();
  return (
    <form
      className="rating"
      onSubmit={(event) => {
        event.preventDefault();
        if (savable && !busy) onSave(ratings, comment.trim());
      }}
    >
      <p className="rating__help" id={help}>
        {complete && !savable ? ratingText.helpNoChange : ratingText.help}
      </p>
      {RATING_CATEGORIES.map((category) => (
        <StarRow
          key={category}
          category={category}
          value={ratings[category]}
          onChange={(stars) => setRatings({ ...ratings, [category]: stars })}
        />
      ))}
      {commentMax !== undefined && (
        <MentionArea
          className="rating__comment"
          label={ratingText.comment}
          help={ratingText.commentHelp}
          people={people}
          optional
          rows={2}
          maxLength={commentMax}
          value={comment}
          onChange={setComment}
        />
      )}
      <Button
        className="rating__save"
        variant="primary"
        type="submit"
        disabled={!savable}
        busy={busy ? ratingText.saving : false}
        aria-describedby={help}
      >
        {ratingText.save}
      </Button>
    </form>
  );
}

function StarRow({
  category,
  value,
  onChange,
}: {
  category: RatingCategory;
  value: number;
  onChange: (stars: number) => void;
}) {
  const id = useId();
  return (
    <div className="rating__row">
      <span className="rating__name" id={id}>
        {ratingText[category]}
      </span>
      <div className="rating__stars" role="radiogroup" aria-labelledby={id}>
        {STARS.map((stars) => (
          <label key={stars} className="rating__star" data-on={stars <= value || undefined}>
            <input
              type="radio"
              name={id}
              value={stars}
              checked={stars === value}
              aria-label={ratingText.stars(stars)}
              onChange={() => onChange(stars)}
            />
            <StarIcon aria-hidden="true" />
          </label>
        ))}
      </div>
    </div>
  );
}
