import { useState } from 'react';

export interface Selection {
  /** Undefined outside select mode. */
  ids: ReadonlySet<string> | undefined;
  /** Enters select mode, with one item selected or none. */
  start(id?: string): void;
  toggle(id: string, isChecked: boolean): void;
  all(ids: readonly string[]): void;
  leave(): void;
  /** The checkbox of an item; undefined outside select mode. */
  selectable(id: string): { checked: boolean; onChange: (isChecked: boolean) => void } | undefined;
}

/** Which items of a list are selected. */
export const useSelection = (): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const toggle = (id: string, isChecked: boolean) =>
    setIds((selected) => {
      const next = new Set(selected);
      if (isChecked) next.add(id);
      else next.delete(id);
      return next;
    });
  return {
    ids,
    start: (id) => setIds(new Set(id === undefined ? [] : [id])),
    toggle,
    all: (all) => setIds(new Set(all)),
    leave: () => setIds(undefined),
    selectable: (id) => ids && { checked: ids.has(id), onChange: (isChecked) => toggle(id, isChecked) },
  };
};
