import { useMemo, useState } from 'react';
import { contentActionText } from '#contract/text/library.ts';
import { libraryText } from '#contract/text/library-page.ts';
import { ChannelIcon, DeleteIcon, MoreIcon, MoveIcon, PlayIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { SelectionBar, type SelectionAction } from '#ui/overlays/selection-bar.tsx';
import type { RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { formatFileSize } from '#app/format/format.ts';
import { useContentActions, type ContentAction, type ContentActionId } from './content-actions.tsx';
import type { OpenContentDialog } from './use-content-dialogs.tsx';
import { useContentRows } from './use-contents.ts';
import type { Selection } from '#app/lists/use-selection.ts';

interface MoreProps {
  open: boolean;
  onClose: () => void;
  items: readonly RowMenuItem[];
}
const MoreSheet = lazyOverlay<MoreProps>(async () => (await import('./more-sheet.tsx')).MoreSheet);

export interface ContentSelectionProps {
  ids: ReadonlySet<string>;
  selection: Selection;
  allIds: readonly string[];
  onDialog: OpenContentDialog;
}

/** Actions of one item that the bar has no room for. */
const IN_MORE: ReadonlySet<ContentActionId> = new Set(['rename', 'edit', 'duplicate', 'download']);

/** Actions on the selected contents: all of them for one item, Move and Delete for several. Source: D-94. */
export function ContentSelection({ ids, selection, allIds, onDialog }: ContentSelectionProps) {
  const [isMoreOpen, setMoreOpen] = useState(false);
  const list = useMemo(() => [...ids], [ids]);
  const contents = useContentRows(list) ?? [];
  const actionsOf = useContentActions({ onDialog, onSelect: (content) => selection.start(content.id) });
  const [only] = contents;
  const single = contents.length === 1 && only ? actionsOf(only) : undefined;
  const bytes = contents.reduce((sum, content) => sum + content.originFileSize, 0);
  const nothing = contents.length === 0;
  const one = (id: ContentActionId, fallback: Pick<SelectionAction, 'label' | 'icon'>): SelectionAction => {
    const action = single?.find((candidate) => candidate.id === id);
    return {
      ...fallback,
      disabled: !action || Boolean(action.disabled),
      reason: action?.help ?? contentActionText.oneAtATime,
      onClick: () => action?.onSelect(),
    };
  };
  const bar: SelectionAction[] = [
    one('preview', { label: contentActionText.preview, icon: <PlayIcon /> }),
    one(single?.some(({ id }) => id === 'unpublish') ? 'unpublish' : 'channel', {
      label: channelLabel(single),
      icon: <ChannelIcon />,
    }),
    {
      label: contentActionText.moveShort,
      icon: <MoveIcon />,
      disabled: nothing,
      reason: libraryText.select,
      onClick: () => onDialog('move', contents),
    },
    {
      label: contentActionText.more,
      icon: <MoreIcon />,
      disabled: !single,
      reason: contentActionText.oneAtATime,
      onClick: () => setMoreOpen(true),
    },
    {
      label: contentActionText.delete,
      icon: <DeleteIcon />,
      danger: true,
      disabled: nothing,
      reason: libraryText.select,
      onClick: () => onDialog('delete', contents),
    },
  ];
  const rest = single?.filter(({ id }) => IN_MORE.has(id)) ?? [];
  return (
    <>
      <SelectionBar
        summary={libraryText.selected(contents.length, formatFileSize(bytes))}
        actions={bar}
        onSelectAll={() => selection.all(allIds)}
        onClear={selection.leave}
      />
      <MoreSheet open={isMoreOpen} onClose={() => setMoreOpen(false)} items={rest} />
    </>
  );
}

const channelLabel = (single: readonly ContentAction[] | undefined): string => {
  if (single?.some(({ id }) => id === 'unpublish')) return contentActionText.unpublish;
  const add = single?.find(({ id }) => id === 'channel');
  return add?.label === contentActionText.reAdd ? contentActionText.reAddShort : contentActionText.channelShort;
};
