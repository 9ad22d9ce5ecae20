// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useState } from 'react';
import { classNames } from './class-names.ts';
import { sportArt } from './sport-art.ts';
import './channel-logo.css';

export interface ChannelLogoProps {
  src?: string | null | undefined;
  /** The drawing shown without a logo. */
  sport?: string | null | undefined;
  /** 40, 44, 52 and 72 px. */
  size?: 'xs' | 's' | 'm' | 'l' | undefined;
  dimmed?: boolean | undefined;
  className?: string | undefined;
}

/** The square logo of a channel; its name is shown beside it. */
export function ChannelLogo({ src, sport, size = 'm', dimmed, className }: ChannelLogoProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const real = src && src !== brokenSrc ? src : undefined;
  return (
    <span
      className={classNames(
        'channel-logo',
        size !== 'm' && `channel-logo--${size}`,
        dimmed && 'channel-logo--dimmed',
        className,
      )}
    >
      <img
        src={real ?? sportArt(sport)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={real ? () => setBrokenSrc(real) : undefined}
      />
    </span>
  );
}
