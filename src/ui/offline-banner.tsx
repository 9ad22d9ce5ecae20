// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import { OfflineIcon } from './icons.ts';
import './offline-banner.css';

/** Shown below the app bar while offline. Keep it mounted and toggle `offline`, so that it is announced. */
export function OfflineBanner({
  offline,
  children = displayText.offlineBanner,
}: {
  offline: boolean;
  children?: ReactNode;
}) {
  return (
    <output className="offline-banner" data-offline={offline ? '' : undefined}>
      {offline && (
        <>
          <OfflineIcon className="icon-s" />
          <span>{children}</span>
        </>
      )}
    </output>
  );
}
