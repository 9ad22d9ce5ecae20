// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './badge.css';

export interface BadgeProps {
  /** `signal` is for board, art and video backgrounds. */
  tone?: 'plain' | 'success' | 'warn' | 'danger' | 'info' | 'signal' | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A short status text. */
export function Badge({ tone = 'plain', icon, className, children }: BadgeProps) {
  return (
    <span className={classNames('badge', tone !== 'plain' && `badge--${tone}`, className)}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
