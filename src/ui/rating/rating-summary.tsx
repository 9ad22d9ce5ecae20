import { ratingText } from '#contract/text/watch-player.ts';
import { StarIcon } from '../icons.ts';
import { RATING_CATEGORIES, type RatingCategory } from './rating-rule.ts';
import './rating.css';

export interface RatingSummaryProps {
  /** Mean of the three means, 0 without ratings. */
  avgTotal: number;
  /** Mean of each category, 0 to 5. */
  averages: Readonly<Record<RatingCategory, number>>;
  /** How many people rated. */
  count?: number | undefined;
}

const shown = (value: number): string => value.toFixed(1);

/** The owner's view: the total, and the three means as bars. Source: WAT-010, WAT-014. */
export function RatingSummary({ avgTotal, averages, count }: RatingSummaryProps) {
  return (
    <div className="rating-summary">
      <p className="rating-summary__total" data-none={avgTotal === 0 || undefined}>
        <StarIcon aria-hidden="true" className="icon-fill" />
        <span aria-hidden="true">{avgTotal > 0 ? shown(avgTotal) : '–'}</span>
        <span className="visually-hidden">
          {avgTotal > 0 ? `${ratingText.total}: ${ratingText.outOfFive(shown(avgTotal))}` : ratingText.none}
        </span>
        <span className="rating-summary__count" aria-hidden={avgTotal === 0 || undefined}>
          {count === undefined ? ratingText.total : count === 0 ? ratingText.none : ratingText.ratings(count)}
        </span>
      </p>
      <dl className="rating-summary__list">
        {RATING_CATEGORIES.map((category) => (
          <div key={category} className="rating-summary__row">
            <dt>{ratingText[category]}</dt>
            <dd>
              <span className="rating-summary__lane" aria-hidden="true">
                <span style={{ transform: `scaleX(${averages[category] / 5})` }} />
              </span>
              <span aria-hidden="true" className="rating-summary__value">
                {averages[category] > 0 ? shown(averages[category]) : '–'}
              </span>
              <span className="visually-hidden">
                {averages[category] > 0 ? ratingText.outOfFive(shown(averages[category])) : ratingText.none}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
