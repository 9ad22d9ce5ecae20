import { useRef, useState, type PointerEvent } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import { classNames } from './class-names.ts';
import { GripIcon } from './icons.ts';
import { ListRow } from './list-row.tsx';
import { ReorderButtons } from './reorder-buttons.tsx';
import { RowList } from './row-list.tsx';
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

/** A list that is reordered by dragging the grip or with buttons. */
export function ReorderList({ label, items, onMove }: ReorderListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [draggedId, setDraggedId] = useState<string>();

  const drag = (event: PointerEvent, id: string) => {
    if (draggedId !== id) return;
    const rows = [...list.current!.querySelectorAll('li')];
    const target = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    const from = items.findIndex((item) => item.id === id);
    if (target >= 0 && target !== from && items[target]!.group === items[from]!.group) onMove(from, target);
  };
  const grip = ({ id, title }: ReorderItem) => (
    <span
      className="reorder__grip"
      title={displayText.drag(title)}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDraggedId(id);
      }}
      onPointerMove={(event) => drag(event, id)}
      onPointerUp={() => setDraggedId(undefined)}
      onPointerCancel={() => setDraggedId(undefined)}
    >
      <GripIcon />
    </span>
  );
  const moveHandler = (from: number, step: 1 | -1) => {
    let to = from + step;
    while (items[to] && items[to]?.group !== items[from]!.group) to += step;
    return items[to] && (() => onMove(from, to));
  };
  return (
    <div ref={list}>
      <RowList ordered label={label}>
        {items.map((item, index) => (
          <ListRow
            key={item.id}
            title={item.title}
            leading={grip(item)}
            className={classNames(`reorder__level-${item.level ?? 0}`, draggedId === item.id && 'reorder--dragged')}
            trailing={<ReorderButtons name={item.title} onUp={moveHandler(index, -1)} onDown={moveHandler(index, 1)} />}
          />
        ))}
      </RowList>
    </div>
  );
}
