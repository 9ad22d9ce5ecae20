// Remembering its parts would take more code than drawing them again.
'use no memo';

import type { ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  drawing: 'quiet' | 'library' | 'search' | 'offline';
  title: string;
  /** What belongs here. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** 2 where it is the page's only content. */
  level?: 1 | 2 | 3 | undefined;
}

/** A place with nothing in it yet. */
export function EmptyState({ drawing, title, children, action, level = 3 }: EmptyStateProps) {
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
