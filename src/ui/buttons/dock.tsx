// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import './dock.css';

export interface DockProps {
  /** Above the buttons: the fields still missing before Next. */
  help?: ReactNode;
  /** One button, or Back and Next: the last one is twice as wide. */
  children: ReactNode;
}

/** Bottom bar of wizards, payments and editors; place it last in the column. */
export function Dock({ help, children }: DockProps) {
  return (
    <footer className="dock">
      {help && <div className="dock__help">{help}</div>}
      <div className="dock__buttons">{children}</div>
    </footer>
  );
}
