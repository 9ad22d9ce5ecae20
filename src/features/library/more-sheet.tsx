import { contentActionText } from '#contract/text/library.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import type { RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';

export interface MoreSheetProps {
  open: boolean;
  onClose: () => void;
  items: readonly RowMenuItem[];
}

/** The actions that do not fit the selection bar. */
export function MoreSheet({ open, onClose, items }: MoreSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={contentActionText.more}>
      <RowList plain label={contentActionText.more}>
        {items.map(({ label, icon, help, disabled, onSelect }) => (
          <ListRow
            key={label}
            title={label}
            leading={icon}
            text={help}
            onOpen={
              disabled
                ? undefined
                : () => {
                    onClose();
                    onSelect();
                  }
            }
          />
        ))}
      </RowList>
    </Sheet>
  );
}
