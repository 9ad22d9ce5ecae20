import type { LibraryContent } from '#contract/rows.ts';
import type { RowMenuPopupState } from '#ui/overlays/row-menu.tsx';
import { RowMenuPopup } from '#ui/overlays/row-menu-popup.tsx';
import { useContentActions, type ContentActionsOptions } from './content-actions.tsx';

export interface ContentMenuProps extends RowMenuPopupState, ContentActionsOptions {
  content: LibraryContent;
}

/** The menu of a tile; loaded when the first one opens. */
export function ContentMenu({ content, onDialog, onSelect, ...state }: ContentMenuProps) {
  const actionsOf = useContentActions({ onDialog, onSelect });
  return <RowMenuPopup {...state} items={actionsOf(content)} />;
}
