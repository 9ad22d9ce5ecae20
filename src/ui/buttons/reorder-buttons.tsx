// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { displayText } from '#contract/text/ui-display.ts';
import { IconButton } from './icon-button.tsx';
import { DownIcon, UpIcon } from '../icons.ts';

export interface ReorderButtonsProps {
  name: string;
  /** Undefined at the top of the list. */
  onUp: (() => void) | undefined;
  /** Undefined at the end of the list. */
  onDown: (() => void) | undefined;
}

/** Up and down buttons, to reorder without dragging. */
export function ReorderButtons({ name, onUp, onDown }: ReorderButtonsProps) {
  return (
    <span className="line">
      <IconButton label={displayText.moveUp(name)} icon={<UpIcon />} disabled={!onUp} onClick={onUp} />
      <IconButton label={displayText.moveDown(name)} icon={<DownIcon />} disabled={!onDown} onClick={onDown} />
    </span>
  );
}
