import type { LibraryContent } from '#contract/rows.ts';
import type { RowMenuPopupState } from '#ui/row-menu.tsx';
import { RowMenuPopup } from '#ui/row-menu-popup.tsx';
import { useContentActions, type ContentActionsOptions } from './content-actions.tsx';

export interface ContentMenuProps extends RowMenuPopupState, ContentActionsOptions {
  content: LibraryContent;
}

/** The list behind a tile's three dots; loaded with the first one. */
export function ContentMenu({ content, channelId, onDialog, onSelect, ...state }: ContentMenuProps) {
  const actionsOf = useContentActions({ channelId, onDialog, onSelect });
  return <RowMenuPopup {...state} items={actionsOf(content)} />;
}
