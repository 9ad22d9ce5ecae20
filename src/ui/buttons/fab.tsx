// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './fab.css';

export interface FabProps {
  children: ReactNode;
  icon: ReactNode;
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  disabled?: boolean | undefined;
  describedBy?: string | undefined;
}

/** Floating "create" button of list pages; put it after the page, before the tab bar, and give the page `page--fab`. */
export function Fab({ children, icon, href, onClick, disabled, describedBy }: FabProps) {
  return (
    <Button
      className="fab"
      icon={icon}
      href={href}
      onClick={onClick}
      disabled={disabled}
      aria-describedby={describedBy}
    >
      {children}
    </Button>
  );
}
