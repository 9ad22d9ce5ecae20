// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { commonText } from '#contract/text/common.ts';
import { displayText } from '#contract/text/ui-display.ts';
import type { ContentKind } from '../pictures/cover.tsx';
import { AudioIcon, PlayIcon, TextIcon, UnavailableIcon } from '../icons.ts';
import './content-tag.css';

const kinds = {
  video: { icon: <PlayIcon className="icon-fill" />, spoken: displayText.video },
  audio: { icon: <AudioIcon />, spoken: displayText.audio },
  text: { icon: <TextIcon />, spoken: displayText.pdf },
} as const;

export interface ContentTagProps {
  kind: ContentKind;
  /** "6:42", "4 pages". */
  length?: string | undefined;
  unavailable?: boolean | undefined;
}

/** Type and length, at the bottom left of a cover. */
export function ContentTag({ kind, length, unavailable }: ContentTagProps) {
  if (unavailable)
    return (
      <span className="content-tag">
        <UnavailableIcon />
        <span>{commonText.needsConnection}</span>
      </span>
    );
  return (
    <span className="content-tag">
      {kinds[kind].icon}
      <span className="visually-hidden">
        {kinds[kind].spoken}
        {length && ', '}
      </span>
      {length && <span>{length}</span>}
    </span>
  );
}
