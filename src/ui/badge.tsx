// Remembering its parts would take more code than drawing them again.
'use no memo';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './badge.css';

export interface BadgeProps {
  /** `signal` stands on board, art or video. */
  tone?: 'plain' | 'success' | 'warn' | 'danger' | 'info' | 'signal' | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A short status in words. */
export function Badge({ tone = 'plain', icon, className, children }: BadgeProps) {
  return (
    <span className={classNames('badge', tone !== 'plain' && `badge--${tone}`, className)}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
