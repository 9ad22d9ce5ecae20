/** The worker's global scope, typed once: `self` has the type of a window elsewhere. */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope & {
  registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
};

/** A `sync` event of Background Sync. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** The browser gives up after this one. */
  readonly lastChance: boolean;
}

/** Open pages of ours, whether this worker controls them or not. */
export const pages = async (): Promise<WindowClient[]> => [
  ...(await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })),
];

/** A promise that ends with `fallback` when it takes too long: a worker must answer its event. */
export const within = async <T>(work: Promise<T>, ms: number, fallback: T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms);
  });
  try {
    return await Promise.race([work.catch(() => fallback), late]);
  } finally {
    clearTimeout(timer);
  }
};
