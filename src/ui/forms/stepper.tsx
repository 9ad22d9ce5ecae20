// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import './stepper.css';

export interface StepperProps {
  /** From 1. */
  current: number;
  total: number;
  /** After "Step 2 of 5 · ". */
  children?: ReactNode;
}

/** Progress of a wizard: slanted steps, and the same in words. */
export function Stepper({ current, total, children }: StepperProps) {
  return (
    <div className="stepper">
      <div className="stepper__steps" aria-hidden="true">
        {Array.from({ length: total }, (_unused, index) => (
          <span key={index} className="stepper__step" data-done={index < current ? '' : undefined} />
        ))}
      </div>
      <p className="stepper__words" aria-live="polite">
        {displayText.step(current, total)}
        {children && <> · {children}</>}
      </p>
    </div>
  );
}
