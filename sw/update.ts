import { worker } from './worker-global.ts';

/** Lets the first worker control the pages that are already open; an update waits until the person chooses it (D-242). */
export const claimClients = (): void => {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
};

/** The person chose the update. */
export const takeOver = (): Promise<void> => worker.skipWaiting();
