// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { OfflineIcon, UnavailableIcon } from '../icons.ts';
import './offline-banner.css';

export interface OfflineBannerProps {
  /** Shows the banner. Keep it mounted and toggle this, so that it is announced. */
  shown: boolean;
  /** The device itself has a network: the fault is elsewhere. */
  connected?: boolean | undefined;
  children: ReactNode;
}

/** Shown on every page while the server cannot be used over the network. */
export function OfflineBanner({ shown, connected = false, children }: OfflineBannerProps) {
  const Icon = connected ? UnavailableIcon : OfflineIcon;
  return (
    <output className="offline-banner" data-shown={shown ? '' : undefined}>
      {shown && (
        <>
          <Icon className="icon-s" />
          <span>{children}</span>
        </>
      )}
    </output>
  );
}
