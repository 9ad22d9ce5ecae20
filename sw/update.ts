import { scope } from './scope.ts';

/** The first worker serves the pages that are open already; an update waits until it is chosen (D-242). */
export const claimClients = (): void => {
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
};

/** The person chose the update. */
export const takeOver = (): Promise<void> => scope.skipWaiting();
