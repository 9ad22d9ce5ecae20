import { useRef, useState } from 'react';
import ToTopIcon from 'lucide-react/icons/arrow-up-to-line';
import { reorderText } from '#contract/text/ui-reorder.ts';
import { classNames } from '../class-names.ts';
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
  /** Indentation level, 0 to 2. */
  level?: number;
  /** Items move only within their group. */
  group?: string | undefined;
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
  const move = (from: number, to: number | undefined) => {
    if (to === undefined || to === from) return;
    const siblings = items.filter(({ group }) => group === items[from]!.group);
    setNews(reorderText.moved(items[from]!.title, siblings.indexOf(items[to]!) + 1, siblings.length));
    onMove(from, to);
  };
  const { draggedId, onHandleDown, listHandlers } = useRowDrag(list, (id, row) => {
    const from = items.findIndex((item) => item.id === id);
    if (items[row]?.group === items[from]?.group) move(from, row);
  });
  useRowKeys(list, items.map(({ id }) => id).join(), (row, step) => move(row, neighbour(items, row, step)));
  const handler = (from: number, to: number | undefined) => (to === undefined ? undefined : () => move(from, to));
  return (
    <div ref={list} {...listHandlers}>
      <RowList ordered label={label}>
        {items.map((item, index) => {
          const [up, down] = [handler(index, neighbour(items, index, -1)), handler(index, neighbour(items, index, 1))];
          const top = handler(index, topOf(items, index));
          return (
            <ListRow
              key={item.id}
              title={item.title}
              className={classNames(`reorder__level-${item.level ?? 0}`, draggedId === item.id && 'reorder--dragged')}
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

/** Index of the next item of the same group in a direction, undefined at its end. */
const neighbour = (items: readonly ReorderItem[], from: number, step: 1 | -1): number | undefined => {
  let to = from + step;
  while (items[to] && items[to]?.group !== items[from]!.group) to += step;
  return items[to] && to;
};

/** Index of the first item of the same group, undefined for that item itself. */
const topOf = (items: readonly ReorderItem[], from: number): number | undefined => {
  const to = items.findIndex(({ group }) => group === items[from]!.group);
  return to === from ? undefined : to;
};
