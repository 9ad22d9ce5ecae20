// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { commonText } from '#contract/text/common.ts';
import { displayText } from '#contract/text/ui-display.ts';
import { Button } from '../buttons/button.tsx';
import { EmptyState } from './empty-state.tsx';
import './error-page.css';

export interface ErrorPageProps {
  supportEmail: string;
  /** Details, e.g. the problem's id for support. */
  children?: ReactNode;
  onReload?: (() => void) | undefined;
}

/** Shown in place of a page that cannot be shown. */
export function ErrorPage({ supportEmail, children, onReload = () => location.reload() }: ErrorPageProps) {
  return (
    <main id="main" className="error-page">
      <div role="alert">
        <EmptyState
          drawing="search"
          level={1}
          title={displayText.oopsTitle}
          action={
            <>
              <Button size="m" onClick={onReload}>
                {commonText.reload}
              </Button>
              <Button size="m" variant="outline" href={`mailto:${supportEmail}`}>
                {displayText.emailSupport}
              </Button>
            </>
          }
        >
          {children}
        </EmptyState>
      </div>
    </main>
  );
}
