import { contentActionText } from '#contract/text/library.ts';
import { ListRow } from '#ui/list-row.tsx';
import type { RowMenuItem } from '#ui/row-menu.tsx';
import { RowList } from '#ui/row-list.tsx';
import { Sheet } from '#ui/sheet.tsx';

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
