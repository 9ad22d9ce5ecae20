// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { displayText } from '#contract/text/ui-display.ts';
import { Badge } from './badge.tsx';
import { DoneIcon } from '../icons.ts';

/** Marks an item that can be opened offline. */
export function SavedBadge() {
  return (
    <Badge tone="success" icon={<DoneIcon />}>
      {displayText.savedOnDevice}
    </Badge>
  );
}
