// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { DoneIcon, InfoIcon, ProblemIcon, WarningIcon } from '../icons.ts';
import './note.css';

const icons = { info: <InfoIcon />, success: <DoneIcon />, warn: <WarningIcon />, danger: <ProblemIcon /> } as const;

export interface NoteProps {
  tone?: keyof typeof icons | undefined;
  /** `status` or `alert` for a note that appears while the page is open. */
  role?: 'status' | 'alert' | undefined;
  /** A small button or a link below the text. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A persistent message in the page. */
export function Note({ tone = 'info', role, action, className, children }: NoteProps) {
  return (
    <div className={classNames('note', tone !== 'info' && `note--${tone}`, className)} role={role}>
      {icons[tone]}
      <div className="note__words">
        {children}
        {action && <div className="note__action">{action}</div>}
      </div>
    </div>
  );
}
