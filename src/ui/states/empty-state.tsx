// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  drawing: 'quiet' | 'library' | 'search' | 'offline';
  title: string;
  /** Describes the content that would be here. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** Heading level; 3 within a section that has a title. */
  level?: 1 | 2 | 3 | undefined;
}

/** Shown in place of an empty list or page. */
export function EmptyState({ drawing, title, children, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className="empty-state">
      <img className="empty-state__drawing" src={`/art/empty-${drawing}.svg`} alt="" width="190" height="127" />
      <Title className="empty-state__title">{title}</Title>
      {children && <p className="empty-state__text">{children}</p>}
      {action && <div className="empty-state__action">{action}</div>}
    </div>
  );
}
