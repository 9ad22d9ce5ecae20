/** The service worker's `self`, typed: TypeScript takes it for a window. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope & {
  registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
};

/** A `sync` event of Background Sync. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** No other event follows this one. */
  readonly lastChance: boolean;
}

/** All open pages of the app, controlled by this worker or not. */
export const pages = async (): Promise<WindowClient[]> => [
  ...(await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })),
];
