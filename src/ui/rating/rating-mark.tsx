// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { displayText } from '#contract/text/ui-display.ts';
import { StarIcon } from '../icons.ts';
import './rating-mark.css';

/** Read-only rating: one star and a number, announced as "4.7 out of 5". */
export function RatingMark({ value }: { value: number }) {
  return (
    <span className="rating-mark">
      <StarIcon className="icon-fill" />
      {value.toFixed(1)}
      <span className="visually-hidden">{displayText.outOfFive}</span>
    </span>
  );
}
