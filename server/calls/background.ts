/** Work that goes on after the answer of the call that began it, because the person must not wait for it. */
export interface Background {
  /** Begins a piece of work. It handles its own failures. */
  run(work: () => Promise<void>): void;
  /** Resolves when nothing is left. A server that closes waits for it, and so do tests. */
  idle(): Promise<void>;
}

export const createBackground = (): Background => {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      const piece = work().finally(() => running.delete(piece));
      running.add(piece);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
};
