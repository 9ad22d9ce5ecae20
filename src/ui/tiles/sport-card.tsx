// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useId } from 'react';
import { Badge, type BadgeProps } from './badge.tsx';
import type { Selectable } from './content-tile.tsx';
import { CheckIcon } from '../icons.ts';
import { sportArt } from '../pictures/sport-art.ts';
import './sport-card.css';

export interface SportCardProps {
  /** Slug; selects the drawing. */
  sport: string;
  name: string;
  href?: string | undefined;
  onOpen?: (() => void) | undefined;
  /** "Beta, free", "Waitlist", "Subscribed". */
  badge?: { text: string; tone?: BadgeProps['tone'] } | undefined;
  /** The card becomes a checkbox. */
  selectable?: Selectable | undefined;
}

/** A sport to enter or to choose. */
export function SportCard({ sport, name, href, onOpen, badge, selectable }: SportCardProps) {
  const id = useId();
  const inside = (
    <>
      <img className="sport-card__art" src={sportArt(sport)} alt="" loading="lazy" decoding="async" />
      {badge && (
        <Badge className="sport-card__badge" tone={badge.tone}>
          {badge.text}
        </Badge>
      )}
      <span className="sport-card__name" id={id}>
        {name}
      </span>
    </>
  );
  if (selectable) {
    return (
      <label className="sport-card">
        <input
          className="visually-hidden"
          type="checkbox"
          checked={selectable.checked}
          disabled={selectable.disabled}
          aria-labelledby={id}
          onChange={(event) => selectable.onChange(event.target.checked)}
        />
        {inside}
        <span className="sport-card__tick">
          <CheckIcon />
        </span>
      </label>
    );
  }
  if (href !== undefined)
    return (
      <a className="sport-card" href={href}>
        {inside}
      </a>
    );
  return (
    <button type="button" className="sport-card" onClick={onOpen}>
      {inside}
    </button>
  );
}
