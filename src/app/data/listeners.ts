/** Functions that are called when a value changes. */
export interface Listeners {
  /** @returns Unsubscribes; fits `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  notify(): void;
  isEmpty(): boolean;
}

export const createListeners = (): Listeners => {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
    isEmpty: () => listeners.size === 0,
  };
};
