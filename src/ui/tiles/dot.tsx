// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { displayText } from '#contract/text/ui-display.ts';
import { classNames } from '../class-names.ts';
import './dot.css';

export interface CountDotProps {
  count: number;
  /** Announced instead of the bare number: "3 unread". */
  spoken: string;
  /** `queue`: waiting to be sent (amber); `unread`: red. */
  tone?: 'unread' | 'queue' | undefined;
  className?: string | undefined;
}

const MOST_SHOWN = 99;

/** A number at the corner of an icon. Renders nothing at zero. */
export function CountDot({ count, spoken, tone = 'unread', className }: CountDotProps) {
  if (count <= 0) return null;
  return (
    <span className={classNames('count-dot', tone === 'queue' && 'count-dot--queue', className)}>
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="visually-hidden">{spoken}</span>
    </span>
  );
}

const dotWords = {
  unread: displayText.unreadDot,
  complete: displayText.complete,
  private: displayText.completePrivate,
} as const;

/** A small mark with a meaning; `private` is square, so that colour is not the only sign. */
export function Dot({ kind }: { kind: keyof typeof dotWords }) {
  return (
    <span className={`dot dot--${kind}`}>
      <span className="visually-hidden">{dotWords[kind]}</span>
    </span>
  );
}
