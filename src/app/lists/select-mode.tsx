import type { ReactNode } from 'react';
import { notificationText } from '#contract/text/notifications-page.ts';
import { SelectAppBar } from '#ui/frame/app-bar.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { DoneIcon } from '#ui/icons.ts';
import { SelectionBar, type SelectionAction } from '#ui/overlays/selection-bar.tsx';
import type { Selection } from './use-selection.ts';

/** What select mode adds to a `ListPage`. In a separate file, so that lists without select mode do not load the bars. */
export interface SelectMode {
  /** The button that enters select mode; undefined while there is nothing to select. */
  enter: ReactNode;
  /** Replaces the app bar; undefined outside select mode. */
  appBar: ReactNode;
  /** Replaces the tab bar; undefined outside select mode. */
  actionBar: ReactNode;
}

export interface SelectModeOptions {
  selection: Selection;
  /** Label of the button that enters select mode, e.g. "Select notifications". */
  label: string;
  /** Items that "Select all" selects. */
  allIds: readonly string[];
  /** Actions on the selected items. */
  actions: readonly SelectionAction[];
}

/** Select mode of a list. */
export const selectMode = ({ selection, label, allIds, actions }: SelectModeOptions): SelectMode => ({
  enter: allIds.length > 0 && <IconButton label={label} icon={<DoneIcon />} onClick={() => selection.start()} />,
  appBar: selection.ids && (
    <SelectAppBar
      title={notificationText.selected(selection.ids.size)}
      onLeave={selection.leave}
      onSelectAll={() => selection.all(allIds)}
    />
  ),
  actionBar: selection.ids && <SelectionBar actions={actions} />,
});
