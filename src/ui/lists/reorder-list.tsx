import { useRef, useState } from 'react';
import ToTopIcon from 'lucide-react/icons/arrow-up-to-line';
import { reorderText } from '#contract/text/ui-reorder.ts';
import { DownIcon, GripIcon, UpIcon } from '../icons.ts';
import { ListRow } from './list-row.tsx';
import { ReorderButtons } from '../buttons/reorder-buttons.tsx';
import { RowList } from './row-list.tsx';
import { RowMenu, type RowMenuItem } from '../overlays/row-menu.tsx';
import { useRowDrag } from './use-row-drag.ts';
import { useRowKeys } from './use-row-keys.ts';
import { DESKTOP, useMediaQuery } from '../use-media-query.ts';
import './reorder-list.css';

export interface ReorderItem {
  id: string;
  title: string;
}

export interface ReorderListProps {
  label: string;
  items: readonly ReorderItem[];
  onMove: (from: number, to: number) => void;
}

/**
 * A list that is put in order with buttons, with the menu of a row's handle, with Alt and an arrow key, or by dragging the
 * handle.
 */
export function ReorderList({ label, items, onMove }: ReorderListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [news, setNews] = useState('');
  const isDesktop = useMediaQuery(DESKTOP);
  const move = (from: number, to: number) => {
    if (!items[to] || to === from) return;
    setNews(reorderText.moved(items[from]!.title, to + 1, items.length));
    onMove(from, to);
  };
  const { draggedId, onHandleDown, listHandlers } = useRowDrag(list, (id, row) =>
    move(
      items.findIndex((item) => item.id === id),
      row,
    ),
  );
  useRowKeys(list, items.map(({ id }) => id).join(), (row, step) => move(row, row + step));
  const handler = (from: number, to: number) => (items[to] && to !== from ? () => move(from, to) : undefined);
  return (
    <div ref={list} {...listHandlers}>
      <RowList ordered label={label}>
        {items.map((item, index) => {
          const [top, up, down] = [handler(index, 0), handler(index, index - 1), handler(index, index + 1)];
          return (
            <ListRow
              key={item.id}
              title={item.title}
              className={draggedId === item.id ? 'reorder--dragged' : undefined}
              leading={
                <span className="reorder__grip" onPointerDown={(event) => onHandleDown(event, item.id)}>
                  <RowMenu name={item.title} icon={<GripIcon />} items={menuOf(top, up, down, isDesktop)} />
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

type Move = (() => void) | undefined;

/** The keys are named where there is a keyboard. */
const menuOf = (top: Move, up: Move, down: Move, isDesktop: boolean): RowMenuItem[] =>
  [
    { label: reorderText.toTop, icon: <ToTopIcon />, onSelect: top },
    { label: reorderText.up, icon: <UpIcon />, help: isDesktop ? reorderText.upKeys : undefined, onSelect: up },
    { label: reorderText.down, icon: <DownIcon />, help: isDesktop ? reorderText.downKeys : undefined, onSelect: down },
  ].map(({ onSelect, ...item }) => ({ ...item, disabled: !onSelect, onSelect: () => onSelect?.() }));
