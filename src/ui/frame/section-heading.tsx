// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import { ForwardIcon } from '../icons.ts';
import './section-heading.css';

export interface SectionHeadingProps {
  children: string;
  /** Target of "See all". */
  href?: string | undefined;
  more?: string | undefined;
  /** Instead of the link. */
  action?: ReactNode;
  id?: string | undefined;
}

/** A section's title with the slanted line before it. */
export function SectionHeading({ children, href, more = displayText.seeAll, action, id }: SectionHeadingProps) {
  return (
    <header className="section-heading">
      <h2 className="section-heading__title" id={id}>
        {children}
      </h2>
      {href !== undefined && (
        <a className="more-link" href={href}>
          {more}
          <span className="visually-hidden">: {children}</span>
          <ForwardIcon className="icon-s" />
        </a>
      )}
      {action}
    </header>
  );
}
