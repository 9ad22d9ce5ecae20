// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { channelColour, channelMarks } from './channel-art.ts';
import { artCrop, flatArtCrop, sportArt, wavePath, type ArtCrop } from './sport-art.ts';
import './cover.css';

/** Keeps white bars readable on any drawing. */
const WAVE_SHADE = 'linear-gradient(rgb(6 20 14 / 0.5) 0 0)';

export type ContentKind = 'video' | 'audio' | 'text';

export interface CoverProps {
  /** Selects the crop of the drawing. */
  id: string;
  sport?: string | null | undefined;
  /** The uploaded cover; it replaces the drawing. */
  src?: string | null | undefined;
  kind?: ContentKind | undefined;
  /** Shape: content tile, channel (1372 to 392), or none (the parent's). */
  shape?: 'tile' | 'channel' | 'fill' | undefined;
  /** Shows the drawing whole instead of one of its four crops. */
  whole?: boolean | undefined;
  /** Grey: not on this device, or not published. */
  dimmed?: boolean | undefined;
  /** Above the fold: loaded at once. */
  eager?: boolean | undefined;
  className?: string | undefined;
  /** Badges drawn on the cover. */
  children?: ReactNode;
}

/**
 * Cover of an item: its own picture, else the sport's drawing with a waveform for audio, a page for PDF, and lines and a
 * colour of its own for a channel.
 */
export function Cover({
  id,
  sport,
  src,
  kind = 'video',
  shape = 'tile',
  whole,
  dimmed,
  eager,
  className,
  children,
}: CoverProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const real = src && src !== brokenSrc ? src : undefined;
  // The server draws a waveform on nothing: it is shown over the sport's drawing.
  const isWaveform = kind === 'audio' && real?.endsWith('.svg');
  const crop: ArtCrop = real || whole ? 'a' : shape === 'channel' ? flatArtCrop(id) : artCrop(id);
  return (
    <div
      className={classNames(
        'cover',
        `cover--${shape}`,
        crop !== 'a' && `cover--${crop}`,
        real && `cover--${kind}`,
        dimmed && 'cover--dimmed',
        className,
      )}
    >
      <img
        // The key remounts the image, so that a reused tile never shows the picture of the previous item.
        key={real ?? sportArt(sport)}
        className="cover__image"
        src={real ?? sportArt(sport)}
        style={isWaveform ? { backgroundImage: `${WAVE_SHADE}, url(${sportArt(sport)})` } : undefined}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onError={real ? () => setBrokenSrc(real) : undefined}
      />
      {!real && kind === 'audio' && (
        <svg className="cover__wave" viewBox="0 0 108 100" aria-hidden="true">
          <path d={wavePath(id)} />
        </svg>
      )}
      {!real && shape === 'channel' && (
        <svg
          className="cover__marks"
          style={{ '--channel': channelColour(id) } as CSSProperties}
          viewBox="0 0 350 100"
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
        >
          <path d={channelMarks(id)} />
        </svg>
      )}
      {!real && kind === 'text' && <span className="cover__page" />}
      {children}
    </div>
  );
}
