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
  /** Rows move only among those of their group, such as the channels below one parent. */
  group?: string | undefined;
}

export interface Move {
  id: string;
  /** The row of its group that it comes after; null: it becomes the first. */
  afterId: string | null;
  /** All ids in the new order. */
  ids: string[];
}

export interface Reorder<T extends Reordered> {
  /** The items in the order to show: the new one until `items` have it. */
  order: readonly T[];
  draggedId: string | undefined;
  /** Props of an element whose first `li` elements are the items; it is there as long as the component. */
  list: HTMLAttributes<HTMLDivElement> & { ref: RefObject<HTMLDivElement | null> };
  /** For the menu of an item: to top, up, down. */
  movesOf: (item: T) => RowMenuItem[];
  /** One step up and down in the item's group; undefined at its ends. */
  stepsOf: (item: T) => { up: (() => void) | undefined; down: (() => void) | undefined };
  /** Props of what an item is dragged by. */
  handleOf: (item: T) => HTMLAttributes<HTMLSpanElement>;
  /** The handle of an item, for those without one of their own. */
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

type Arrange<T> = (items: readonly T[]) => readonly T[];
const asTheyAre = <T,>(items: readonly T[]): readonly T[] => items;

/** The order that was asked for until the items have it, and what asks for the next one. */
const useMoves = <T extends Reordered>(items: readonly T[], onMove: (move: Move) => void, arrange: Arrange<T>) => {
  const [wanted, setWanted] = useState<Wanted>();
  const [news, setNews] = useState('');
  const now = keyOf(items);
  const byId = new Map(items.map((item) => [item.id, item]));
  const isOpen = wanted?.before.includes(now) ?? false;
  // Made, or another device's order came: from now on the items say it.
  if (wanted && !isOpen) setWanted(undefined);
  const asked = wanted && isOpen ? wanted.ids.flatMap((id) => byId.get(id) ?? []) : items;
  /** @param to Place in the item's group, from 0. */
  const move = (id: string, to: number) => {
    const group = groupOf(asked, id);
    const from = placeIn(group, id);
    if (from < 0 || to < 0 || to >= group.length || to === from) return;
    const next = placed(asked, id, to, arrange);
    const ids = next.map((item) => item.id);
    setWanted({ ids, before: [...(isOpen ? wanted!.before : []), keyOf(asked), now] });
    setNews(reorderText.moved(group[from]!.title, to + 1, group.length));
    onMove({ id, afterId: groupOf(next, id)[to - 1]?.id ?? null, ids });
  };
  return { asked, move, news };
};

/**
 * Puts rows of any look in order (`ReorderList` has plain ones): by the menu of each row, by Alt and an arrow key on it,
 * and by dragging its handle.
 *
 * @param onMove Called once per move, at its end.
 * @param arrange Brings what belongs to a moved item after it, such as its subchannels.
 */
export const useReorder = <T extends Reordered>(
  items: readonly T[],
  onMove: (move: Move) => void,
  arrange: Arrange<T> = asTheyAre,
): Reorder<T> => {
  const { asked, move, news } = useMoves(items, onMove, arrange);
  const [over, setOver] = useState<{ id: string; to: number }>();
  const ref = useRef<HTMLDivElement>(null);
  const isDesktop = useMediaQuery(DESKTOP);
  const preview = over ? placed(asked, over.id, over.to, arrange) : asked;

  const { draggedId, onHandleDown, listHandlers } = useRowDrag(ref, (id, row) => {
    const to = groupOf(preview, id).findIndex((item) => item === preview[row]);
    if (to >= 0) setOver({ id, to });
  });
  const order = draggedId === over?.id ? preview : asked;
  useRowKeys(ref, keyOf(order), (row, step) => {
    const item = asked[row];
    if (item) move(item.id, placeIn(groupOf(asked, item.id), item.id) + step);
  });
  const end = (isDropped: boolean) => {
    if (isDropped && over && draggedId === over.id) move(over.id, over.to);
    setOver(undefined);
  };
  const handleOf = ({ id }: T): HTMLAttributes<HTMLSpanElement> => ({
    className: 'reorder__grip',
    onPointerDown: (event) => onHandleDown(event, id),
  });
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
    movesOf: ({ id }) => {
      const group = groupOf(asked, id);
      return movesOf(placeIn(group, id), group.length, isDesktop, (to) => move(id, to));
    },
    stepsOf: ({ id }) => {
      const group = groupOf(asked, id);
      const at = placeIn(group, id);
      const step = (to: number) => (group[to] ? () => move(id, to) : undefined);
      return { up: step(at - 1), down: step(at + 1) };
    },
    handleOf,
    gripOf: (item) => (
      <span {...handleOf(item)} aria-hidden="true">
        <GripIcon />
      </span>
    ),
  };
};

/** The items among which one moves, itself included; empty if it is gone. */
const groupOf = <T extends Reordered>(items: readonly T[], id: string): T[] => {
  const moving = items.find((item) => item.id === id);
  return moving ? items.filter(({ group }) => group === moving.group) : [];
};

const placeIn = (items: readonly Reordered[], id: string): number => items.findIndex((item) => item.id === id);

/** The items with one at another place of its group. */
const placed = <T extends Reordered>(
  items: readonly T[],
  id: string,
  to: number,
  arrange: Arrange<T>,
): readonly T[] => {
  const group = groupOf(items, id);
  if (group.length === 0) return items;
  const next = moved(group, placeIn(group, id), to).values();
  return arrange(items.map((item) => (item.group === group[0]!.group ? next.next().value! : item)));
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
