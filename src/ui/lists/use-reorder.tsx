import { useRef, useState, type HTMLAttributes, type ReactNode, type RefObject } from 'react';
import ToTopIcon from 'lucide-react/icons/arrow-up-to-line';
import { reorderText } from '#contract/text/ui-reorder.ts';
import { DownIcon, GripIcon, UpIcon } from '../icons.ts';
import { moved } from './moved.ts';
import type { RowMenuItem } from '../overlays/row-menu.tsx';
import { DESKTOP, useMediaQuery } from '../use-media-query.ts';
import { useRowDrag } from './use-row-drag.ts';
import { useRowKeys } from './use-row-keys.ts';
import './reorder-list.css';

interface Reordered {
  id: string;
  title: string;
}

export interface Reorder<T extends Reordered> {
  /** The items in the order to show: the new one until `items` have it. */
  order: readonly T[];
  draggedId: string | undefined;
  /** Props of an element whose first `li` elements are the items; it is there as long as the component. */
  list: HTMLAttributes<HTMLDivElement> & { ref: RefObject<HTMLDivElement | null> };
  /** For the menu of an item: to top, up, down. */
  movesOf: (item: T) => RowMenuItem[];
  /** The handle of an item, for dragging it. */
  gripOf: (item: T) => ReactNode;
  /** The last move in words; show it in an `aria-live` element. */
  news: string;
}

/** An order that was asked for. */
interface Wanted {
  ids: readonly string[];
  /** The orders before it, as keys: the items may have each of them until its change is made. */
  before: readonly string[];
}

const keyOf = (items: readonly Reordered[]): string => items.map(({ id }) => id).join();

/**
 * Puts rows of any look in order (`ReorderList` has plain ones): by the menu of each row, by Alt and an arrow key on it,
 * and by dragging its handle. `onOrder` is called once per move, at its end.
 */
export const useReorder = <T extends Reordered>(items: readonly T[], onOrder: (ids: string[]) => void): Reorder<T> => {
  const [wanted, setWanted] = useState<Wanted>();
  const [over, setOver] = useState<{ id: string; to: number }>();
  const [news, setNews] = useState('');
  const ref = useRef<HTMLDivElement>(null);
  const isDesktop = useMediaQuery(DESKTOP);
  const now = keyOf(items);
  const byId = new Map(items.map((item) => [item.id, item]));
  const isOpen = wanted?.before.includes(now) ?? false;
  // Made, or another device's order came: from now on the items say it.
  if (wanted && !isOpen) setWanted(undefined);
  const asked = wanted && isOpen ? wanted.ids.flatMap((id) => byId.get(id) ?? []) : items;
  const placeOf = (id: string) => asked.findIndex((item) => item.id === id);

  const move = (id: string, to: number) => {
    const from = placeOf(id);
    if (from < 0 || to < 0 || to >= asked.length || to === from) return;
    const ids = moved(asked, from, to).map((item) => item.id);
    setWanted({ ids, before: [...(isOpen ? wanted!.before : []), keyOf(asked), now] });
    setNews(reorderText.moved(asked[from]!.title, to + 1, ids.length));
    onOrder(ids);
  };
  const { draggedId, onHandleDown, listHandlers } = useRowDrag(ref, (id, to) => {
    if (to < items.length) setOver({ id, to });
  });
  const order = over && draggedId === over.id ? moved(asked, placeOf(over.id), over.to) : asked;
  useRowKeys(ref, keyOf(order), (row, step) => {
    const item = asked[row];
    if (item) move(item.id, row + step);
  });
  const end = (isDropped: boolean) => {
    if (isDropped && over && draggedId === over.id) move(over.id, over.to);
    setOver(undefined);
  };
  return {
    order,
    draggedId,
    list: {
      ref,
      ...listHandlers,
      onPointerUp: () => {
        end(true);
        listHandlers.onPointerUp();
      },
      onPointerCancel: () => {
        end(false);
        listHandlers.onPointerCancel();
      },
    },
    news,
    movesOf: ({ id }) => movesOf(placeOf(id), asked.length, isDesktop, (to) => move(id, to)),
    gripOf: ({ id }) => (
      <span className="reorder__grip" aria-hidden="true" onPointerDown={(event) => onHandleDown(event, id)}>
        <GripIcon />
      </span>
    ),
  };
};

const movesOf = (place: number, count: number, isDesktop: boolean, move: (to: number) => void): RowMenuItem[] => [
  { label: reorderText.toTop, icon: <ToTopIcon />, disabled: place === 0, onSelect: () => move(0) },
  {
    label: reorderText.up,
    icon: <UpIcon />,
    disabled: place === 0,
    help: isDesktop ? reorderText.upKeys : undefined,
    onSelect: () => move(place - 1),
  },
  {
    label: reorderText.down,
    icon: <DownIcon />,
    disabled: place === count - 1,
    help: isDesktop ? reorderText.downKeys : undefined,
    onSelect: () => move(place + 1),
  },
];
