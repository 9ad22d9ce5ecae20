// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useState } from 'react';
import { channelColour } from './channel-art.ts';
import { classNames } from '../class-names.ts';
import { initialsOf } from './initials.ts';
import { sportArt } from './sport-art.ts';
import './channel-logo.css';

export interface ChannelLogoProps {
  src?: string | null | undefined;
  /** The channel, for its letters and colour where it has no logo. */
  id?: string | undefined;
  name?: string | undefined;
  /** The drawing shown where neither logo nor channel is known. */
  sport?: string | null | undefined;
  /** 40, 44, 52 and 72 px. */
  size?: 'xs' | 's' | 'm' | 'l' | undefined;
  dimmed?: boolean | undefined;
  className?: string | undefined;
}

/** The square logo of a channel: its picture, else its letters on its colour. Its name is shown beside it. */
export function ChannelLogo({ src, id, name, sport, size = 'm', dimmed, className }: ChannelLogoProps) {
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
      {!real && name ? (
        <span className="channel-logo__letters" style={{ background: channelColour(id ?? name) }} aria-hidden="true">
          {initialsOf(name)}
        </span>
      ) : (
        <img
          src={real ?? sportArt(sport)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={real ? () => setBrokenSrc(real) : undefined}
        />
      )}
    </span>
  );
}
