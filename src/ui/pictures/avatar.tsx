// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useState } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import { classNames } from '../class-names.ts';
import { CreatorIcon } from '../icons.ts';
import { initialsOf } from './initials.ts';
import { stableHash } from './stable-hash.ts';
import './avatar.css';

export interface AvatarProps {
  /** Full name, for the initials. Hidden from screen readers, because the name is shown beside the picture. */
  name: string;
  /** Selects the colour; by default the name does. */
  id?: string | undefined;
  src?: string | null | undefined;
  /** 32, 44, 64 and 96 px. */
  size?: 's' | 'm' | 'l' | 'xl' | undefined;
  /** Shows the Creator badge. */
  creator?: boolean | undefined;
  className?: string | undefined;
}

const COLOURS = 7;

/** A person: the photo, else initials on a colour derived from `id` or name. */
export function Avatar({ name, id = name, src, size = 'm', creator = false, className }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const photo = src && src !== brokenSrc ? src : undefined;
  return (
    <span
      className={classNames(
        'avatar',
        size !== 'm' && `avatar--${size}`,
        `avatar--c${stableHash(id) % COLOURS}`,
        className,
      )}
    >
      {photo ? (
        <img
          className="avatar__photo"
          src={photo}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(photo)}
        />
      ) : (
        <span aria-hidden="true">{initialsOf(name)}</span>
      )}
      {creator && (
        <span className="avatar__creator">
          <CreatorIcon />
          <span className="visually-hidden">{displayText.creator}</span>
        </span>
      )}
    </span>
  );
}
