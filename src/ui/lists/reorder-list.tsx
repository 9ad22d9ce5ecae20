import { GripIcon } from '../icons.ts';
import { ListRow } from './list-row.tsx';
import { classNames } from '../class-names.ts';
import { ReorderButtons } from '../buttons/reorder-buttons.tsx';
import { RowList } from './row-list.tsx';
import { RowMenu } from '../overlays/row-menu.tsx';
import { useReorder, type Move } from './use-reorder.tsx';
import './reorder-list.css';

export interface ReorderItem {
  id: string;
  title: string;
  /** Rows move only among those of their group, such as the channels below one parent. */
  group?: string | undefined;
  /** Depth below its parent, 0 to 2. */
  level?: number | undefined;
}

export interface ReorderListProps<T extends ReorderItem> {
  label: string;
  items: readonly T[];
  /** Called once per move, at its end. */
  onMove: (move: Move) => void;
  /** Brings what belongs to a moved item after it, such as its subchannels. */
  arrange?: (items: readonly T[]) => readonly T[];
}

/**
 * A list that is put in order with buttons, with the menu of a row's handle, with Alt and an arrow key, or by dragging the
 * handle.
 */
export function ReorderList<T extends ReorderItem>({ label, items, onMove, arrange }: ReorderListProps<T>) {
  const { order, draggedId, list, movesOf, stepsOf, handleOf, news } = useReorder(items, onMove, arrange);
  return (
    <div {...list}>
      <RowList ordered label={label}>
        {order.map((item) => {
          const { up, down } = stepsOf(item);
          return (
            <ListRow
              key={item.id}
              title={item.title}
              className={classNames(
                item.level !== undefined && `reorder__level-${item.level}`,
                draggedId === item.id && 'reorder--dragged',
              )}
              leading={
                <span {...handleOf(item)}>
                  <RowMenu name={item.title} icon={<GripIcon />} items={movesOf(item)} />
                </span>
              }
              trailing={<ReorderButtons name={item.title} onUp={up} onDown={down} />}
            />
          );
        })}
      </RowList>
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
    </div>
  );
}
