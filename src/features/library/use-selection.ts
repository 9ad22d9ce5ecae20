import { useState } from 'react';

export interface Selection {
  /** Undefined outside select mode. */
  ids: ReadonlySet<string> | undefined;
  start(id?: string): void;
  toggle(id: string, isChecked: boolean): void;
  all(ids: readonly string[]): void;
  leave(): void;
}

/** Select mode of a list. */
export const useSelection = (): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  return {
    ids,
    start: (id) => setIds(new Set(id === undefined ? [] : [id])),
    toggle: (id, isChecked) =>
      setIds((now) => {
        const next = new Set(now);
        if (isChecked) next.add(id);
        else next.delete(id);
        return next;
      }),
    all: (all) => setIds(new Set(all)),
    leave: () => setIds(undefined),
  };
};
