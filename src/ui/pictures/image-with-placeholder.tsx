import { useState, type ImgHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import './image-with-placeholder.css';

export interface ImageWithPlaceholderProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'className'> {
  src: string;
  alt: string;
  /** Width divided by height; reserves the space. */
  ratio: number;
  /** `#rrggbb` of the picture, shown until it is loaded (coverBackground, D-132). */
  background?: string | undefined;
  /** Shown when the picture cannot be loaded, e.g. the sport's default art. */
  fallbackSrc?: string | undefined;
  className?: string | undefined;
}

/** A picture that reserves its space, shows its colour first and fades in. */
export function ImageWithPlaceholder({
  src,
  alt,
  ratio,
  background,
  fallbackSrc,
  className,
  ...img
}: ImageWithPlaceholderProps) {
  const [loadedSrc, setLoadedSrc] = useState<string>();
  const [failedSrc, setFailedSrc] = useState<string>();
  const shown = failedSrc === src && fallbackSrc ? fallbackSrc : src;
  const broken = failedSrc === src && !fallbackSrc;
  return (
    <span className={classNames('placed-image', className)} style={{ aspectRatio: ratio, backgroundColor: background }}>
      {!broken && (
        <img
          loading="lazy"
          decoding="async"
          {...img}
          src={shown}
          alt={alt}
          data-loaded={loadedSrc === shown || undefined}
          // A picture from the cache may be complete before React listens.
          ref={(element) => {
            if (element?.complete && element.naturalWidth > 0) setLoadedSrc(shown);
          }}
          onLoad={() => setLoadedSrc(shown)}
          onError={() => setFailedSrc(src)}
        />
      )}
    </span>
  );
}
