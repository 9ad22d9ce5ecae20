// Remembering its parts would take more code than drawing them again.
'use no memo';

import { displayText } from '#contract/text/ui-display.ts';
import { Badge } from './badge.tsx';
import { DoneIcon } from './icons.ts';

/** On what can be opened without a connection. */
export function SavedBadge() {
  return (
    <Badge tone="success" icon={<DoneIcon />}>
      {displayText.savedOnDevice}
    </Badge>
  );
}
