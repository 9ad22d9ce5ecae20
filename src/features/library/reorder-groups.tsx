import { useRef, useState, type PointerEvent } from 'react';
import { tagGroupText } from '#contract/text/library.ts';
import { GripIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/list-row.tsx';
import { ReorderButtons } from '#ui/reorder-buttons.tsx';
import { RowList } from '#ui/row-list.tsx';
import { moved } from './tag-group-rules.ts';
import type { TagGroupRow } from './tag-group-sheet.tsx';

export interface ReorderGroupsProps {
  groups: readonly TagGroupRow[];
  onChange: (groups: readonly TagGroupRow[]) => void;
}

/** Puts tag groups in order by the grip or by buttons. */
export function ReorderGroups({ groups, onChange }: ReorderGroupsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [draggedId, setDraggedId] = useState<string>();

  const drag = (event: PointerEvent, id: string) => {
    if (draggedId !== id) return;
    const rows = [...list.current!.querySelectorAll('li')];
    const over = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    const from = groups.findIndex((group) => group.id === id);
    if (over >= 0 && over !== from) onChange(moved(groups, from, over));
  };
  const grip = (group: TagGroupRow) => (
    <span
      className="tag-group__grip" title={tagGroupText.drag(group.title)} aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDraggedId(group.id);
      }}
      onPointerMove={(event) => drag(event, group.id)}
      onPointerUp={() => setDraggedId(undefined)}
      onPointerCancel={() => setDraggedId(undefined)}
    >
      <GripIcon />
    </span>
  );
  const last = groups.length - 1;
  return (
    <div ref={list}>
      <RowList ordered label={tagGroupText.heading}>
        {groups.map((group, at) => (
          <ListRow
            key={group.id} title={group.title} className={draggedId === group.id ? 'tag-group--dragged' : undefined} leading={grip(group)}
            trailing={(
              <ReorderButtons
                name={group.title} onUp={at === 0 ? undefined : () => onChange(moved(groups, at, at - 1))}
                onDown={at === last ? undefined : () => onChange(moved(groups, at, at + 1))}
              />
            )}
          />
        ))}
      </RowList>
    </div>
  );
}
